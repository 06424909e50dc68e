import { afterEach, expect, test, vi } from 'vitest';
import { Failure, get, remove, text } from './client';

afterEach(() => vi.unstubAllGlobals());

const answers = (give: (init: RequestInit) => Response | Promise<Response>): void => {
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => Promise.resolve(give(init)));
};

/** A body of which a part comes, and then what the browser says of the rest. */
const broken = (by: unknown): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"frames": [')),
    pull: (stream) => stream.error(by),
  });

const failure = (kind: string): unknown => expect.objectContaining({ kind });

test.each([
  ['Chromium, when the server is gone', new TypeError('network error')],
  ['Firefox, when the page is being left', new DOMException('The operation was aborted. ')],
])('an answer that breaks off is no answer: %s', async (_, cause) => {
  answers(() => new Response(broken(cause)));
  await expect(get('/api/about')).rejects.toBeInstanceOf(Failure);
  await expect(get('/api/about')).rejects.toEqual(failure('unreachable'));
  await expect(text('/api/about')).rejects.toEqual(failure('unreachable'));
  await expect(remove(1)).rejects.toEqual(failure('unreachable'));
});

test('a server that is gone does not answer', async () => {
  answers(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(get('/api/about')).rejects.toEqual(failure('unreachable'));
});

test('a refusal says what the server says, also when it says nothing', async () => {
  answers(() => new Response('{"detail": "There is no recording 7."}', { status: 404 }));
  await expect(get('/')).rejects.toThrow('There is no recording 7.');
  await expect(get('/')).rejects.toEqual(failure('missing'));
  answers(() => new Response(broken(new TypeError('network error')), { status: 500 }));
  await expect(get('/')).rejects.toThrow('The server said 500.');
});

test('who takes a question back is told so, and of no failure', async () => {
  const controller = new AbortController();
  answers(({ signal }) => {
    const gone = new ReadableStream({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
    });
    setTimeout(() => controller.abort(), 5);
    return new Response(gone);
  });
  await expect(get('/', controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
