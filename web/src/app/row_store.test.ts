import { afterEach, expect, test, vi } from 'vitest';
import type { FramesPage } from '../api/types.gen';
import { row } from '../model/samples';
import { RowStore } from './row_store.svelte';

/** A server that folds ten frames into a row; remembers what it was asked for. */
function serve(rows: number) {
  const state = { rows, version: 1 };
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    const query = new URL(path, 'http://x').searchParams;
    const from = Number(query.get('from'));
    const limit = Number(query.get('limit'));
    asked.push(`${from}+${limit}`);
    const count = Math.max(0, Math.min(limit, state.rows - from + 1));
    const total = state.rows * 10;
    const page: FramesPage = {
      total,
      rows: Array.from({ length: count }, (_, i) => row((from + i - 1) * 10 + 1)),
      matches: {
        count: total,
        rows: state.rows,
        reached: total,
        done: true,
        version: state.version,
        from,
      },
    };
    return Promise.resolve(Response.json(page));
  });
  return { asked, state };
}

afterEach(() => vi.unstubAllGlobals());

test('what is new at the end is read from the last row on, and joins what is held', async () => {
  const { asked, state } = serve(205);
  const store = new RowStore(1, '', true, 2_050);
  store.watch(true);
  await vi.waitFor(() => expect(store.ready).toBe(true));
  store.show(190, 205);
  await vi.waitFor(() => expect(store.row(205)?.n).toBe(2_041));
  asked.length = 0;
  state.rows = 207;
  store.grow(2_070);
  await vi.waitFor(() => expect(store.row(207)?.n).toBe(2_061));
  expect(asked[0]).toBe('205+196');
  expect([store.row(201)?.n, store.count]).toEqual([2_001, 207]);
  // A little later the rows before it are read again: requests may have learnt of their answers.
  await vi.waitFor(() => expect(asked).toContain('201+200'));
  store.close();
});

test('frames that come while it reads are read behind it, one read at a time', async () => {
  const { asked, state } = serve(5);
  const store = new RowStore(1, '', true, 50);
  store.watch(true);
  await vi.waitFor(() => expect(store.ready).toBe(true));
  asked.length = 0;
  for (let rows = 6; rows <= 30; rows += 1) {
    state.rows = rows;
    store.grow(rows * 10);
  }
  await vi.waitFor(() => expect(store.row(30)?.n).toBe(291));
  expect(asked.length).toBeLessThan(5);
  store.close();
});

test('a search that was begun anew is read whole', async () => {
  const { asked, state } = serve(5);
  const store = new RowStore(1, 'latency:>1s', true, 50);
  store.watch(true);
  await vi.waitFor(() => expect(store.ready).toBe(true));
  asked.length = 0;
  [state.rows, state.version] = [3, 2];
  store.grow(60);
  await vi.waitFor(() => expect(asked).toContain('1+200'));
  await vi.waitFor(() => expect([store.count, store.row(3)?.n]).toEqual([3, 21]));
  expect(store.row(4)).toBe(undefined);
  store.close();
});

test('nothing is read while nobody looks, and what came meanwhile is there for who looks again', async () => {
  const { asked, state } = serve(5);
  const store = new RowStore(1, '', true, 50);
  store.grow(60);
  store.refresh();
  await new Promise((done) => setTimeout(done, 20));
  expect(asked).toEqual([]);
  store.watch(true);
  store.show(1, 5);
  await vi.waitFor(() => expect(store.count).toBe(5));
  store.watch(false);
  asked.length = 0;
  state.rows = 8;
  store.grow(80);
  await new Promise((done) => setTimeout(done, 300));
  expect([asked, store.count]).toEqual([[], 5]);
  store.watch(true);
  await vi.waitFor(() => expect(store.row(8)?.n).toBe(71));
  expect(store.count).toBe(8);
  store.close();
});
