import { afterEach, expect, test, vi } from 'vitest';
import type { FramesPage } from '../api/types.gen';
import { row } from '../model/samples';
import { FrameStore } from './frame_store.svelte';

/** A server with this many frames; remembers what it was asked for. */
function serve(total: number): { asked: string[]; size: (n: number) => void } {
  let size = total;
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    const query = new URL(path, 'http://x').searchParams;
    const from = Number(query.get('from'));
    const limit = Number(query.get('limit'));
    asked.push(`${from}+${limit}`);
    const rows = Array.from({ length: Math.max(0, Math.min(limit, size - from + 1)) }, (_, i) =>
      row(from + i),
    );
    const page: FramesPage = { total: size, rows, matches: null };
    return Promise.resolve(Response.json(page));
  });
  return { asked, size: (n) => (size = n) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('reads the windows in sight, and each only once', async () => {
  const { asked } = serve(1000);
  const store = new FrameStore(1, 1000);
  store.show(190, 230);
  store.show(191, 231);
  await vi.waitFor(() => expect(store.row(231)?.n).toBe(231));
  store.show(195, 235);
  expect(asked).toEqual(['1+200', '201+200']);
});

test('a growing recording costs only its new rows', async () => {
  const { asked, size } = serve(10);
  const store = new FrameStore(1, 10);
  store.show(1, 10);
  await vi.waitFor(() => expect(store.row(10)).toBeDefined());
  size(12);
  store.grow(12);
  store.show(1, 12);
  await vi.waitFor(() => expect(store.row(12)).toBeDefined());
  expect(asked).toEqual(['1+200', '11+190']);
});

test('does not ask again and again for what the server does not have yet', async () => {
  const { asked, size } = serve(10);
  const store = new FrameStore(1, 20);
  store.show(1, 20);
  await vi.waitFor(() => expect(asked).toEqual(['1+200', '11+190']));
  store.show(1, 20);
  expect(asked.length).toBe(2);
  size(21);
  store.grow(21);
  await vi.waitFor(() => expect(store.row(20)).toBeDefined());
});

test('rows are read again when there are other findings', async () => {
  const { asked } = serve(300);
  const store = new FrameStore(1, 300);
  store.show(1, 40);
  await vi.waitFor(() => expect(store.row(1)).toBeDefined());
  store.refresh();
  expect(store.row(1)).toBeDefined();
  await vi.waitFor(() => expect(asked).toEqual(['1+200', '1+200']));
  store.show(190, 230);
  expect(asked.slice(2)).toEqual(['201+200']);
});

test('tells of a failure and tries again by itself', async () => {
  let down = true;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () =>
    down
      ? Promise.reject(new TypeError('connection refused'))
      : Promise.resolve(Response.json({ total: 1, rows: [row(1)] })),
  );
  const store = new FrameStore(1, 1);
  store.show(1, 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.failure?.kind).toBe('unreachable');
  down = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.row(1)?.n).toBe(1);
  expect(store.failure).toBeNull();
});

test('drops requests for rows that have left the view', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    if (init.signal) signals.push(init.signal);
    return new Promise(() => undefined);
  });
  const store = new FrameStore(1, 100_000);
  store.show(1, 40);
  store.show(90_001, 90_040);
  expect(signals.map((s) => s.aborted)).toEqual([true, false]);
  store.close();
  expect(signals.map((s) => s.aborted)).toEqual([true, true]);
});
