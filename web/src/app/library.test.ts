import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveTick, Recording } from '../api/types.gen';
import { recording } from '../model/samples';
import { Library } from './library.svelte';

/** Stands in for the browser's, which tests have no server for. */
class Stream extends EventTarget {
  static all: Stream[] = [];
  closed = false;
  constructor(readonly url: string) {
    super();
    Stream.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
  tick(tick: LiveTick): void {
    this.dispatchEvent(new MessageEvent('tick', { data: JSON.stringify(tick) }));
  }
}
const latest = (): Stream => Stream.all[Stream.all.length - 1] as Stream;

let status = 200;
let list: Recording[] = [];
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  list = [recording({ number: 1 }), recording({ number: 2 })];
  Stream.all = [];
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', (path: string) =>
    status === 0
      ? Promise.reject(new TypeError('refused'))
      : Promise.resolve(
          Response.json(status !== 200 ? { error: 'no' } : path === '/api/recordings' ? list : {}, {
            status,
          }),
        ),
  );
});
afterEach(() => {
  stop?.();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function started(): Promise<Library> {
  const library = new Library();
  stop = library.start();
  latest().open();
  await vi.advanceTimersByTimeAsync(0);
  return library;
}

test('reads the list, then keeps it by ticks', async () => {
  const library = await started();
  expect(library.list?.map((r) => r.number)).toEqual([2, 1]);
  latest().tick({ changed: [recording({ number: 3, phase: 'live' })], deleted: [1] });
  expect(library.list?.map((r) => r.number)).toEqual([3, 2]);
  expect(library.deleted.has(1)).toBe(true);
  expect(library.find(3)?.phase).toBe('live');
  expect(library.find(null)).toBeNull();
});

test('a tick that overtakes the list is not lost', async () => {
  const library = new Library();
  stop = library.start();
  latest().tick({ changed: [recording({ number: 3 })], deleted: [1] });
  await vi.advanceTimersByTimeAsync(0);
  expect(library.list?.map((r) => r.number)).toEqual([3, 2]);
});

test('reconnects, then finds out what it missed', async () => {
  const library = await started();
  status = 0;
  latest().fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(library.connection.state).toBe('lost');
  status = 200;
  list = [recording({ number: 2 }), recording({ number: 9 })];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(Stream.all.length).toBe(2);
  expect(Stream.all[0]?.closed).toBe(true);
  latest().open();
  await vi.advanceTimersByTimeAsync(0);
  expect(library.connection.state).toBe('open');
  expect(library.list?.map((r) => r.number)).toEqual([9, 2]);
  expect(library.deleted.has(1)).toBe(true);
});

test('a missing token is told apart from a missing server, and is not retried', async () => {
  const library = await started();
  status = 401;
  latest().fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(library.connection.state).toBe('refused');
  expect(Stream.all.length).toBe(1);

  status = 200;
  document.dispatchEvent(new Event('visibilitychange'));
  latest().open();
  await vi.advanceTimersByTimeAsync(0);
  expect(library.connection.state).toBe('open');
  expect(library.failure).toBeNull();
});

test('a page that nobody sees holds no stream', async () => {
  const library = await started();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(latest().closed).toBe(true);
  hidden.mockReturnValue(false);
  list = [recording({ number: 5 })];
  document.dispatchEvent(new Event('visibilitychange'));
  latest().open();
  await vi.advanceTimersByTimeAsync(0);
  expect(library.list?.map((r) => r.number)).toEqual([5]);
  hidden.mockRestore();
});

test('deleting takes it out at once', async () => {
  const library = await started();
  await library.remove(2);
  expect(library.list?.map((r) => r.number)).toEqual([1]);
  expect(library.deleted.has(2)).toBe(true);
});
