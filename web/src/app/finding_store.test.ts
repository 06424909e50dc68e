import { afterEach, expect, test, vi } from 'vitest';
import type { Finding } from '../api/types.gen';
import { finding, recording } from '../model/samples';
import { FindingStore, PAGE } from './finding_store.svelte';
import { Judgement } from './judgement.svelte';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function serve(list: Finding[]): { asked: number[]; list: Finding[] } {
  const server = { asked: [] as number[], list };
  vi.stubGlobal('fetch', (path: string) => {
    const query = new URL(path, 'http://x').searchParams;
    const from = Number(query.get('from'));
    server.asked.push(from);
    const page = server.list.filter((f) => f.frame >= from).slice(0, Number(query.get('limit')));
    return Promise.resolve(Response.json(page));
  });
  return server;
}

test('findings are read once, and again when they are old', async () => {
  const server = serve([finding(3)]);
  const store = new FindingStore(1);
  expect(store.list).toBeNull();
  const both = await Promise.all([store.read(), store.read()]);
  expect(both.map((list) => list.length)).toEqual([1, 1]);
  server.list = [finding(3), finding(8)];
  await store.read();
  expect(server.asked).toEqual([1]);
  store.outdate();
  expect((await store.read()).map((f) => f.frame)).toEqual([3, 8]);
});

test('many are read page by page, each once', async () => {
  const many = Array.from({ length: PAGE + 40 }, (_, i) =>
    finding(1 + (i >> 1), { pointer: `/${i}` }),
  );
  const server = serve(many);
  const list = await new FindingStore(1).read();
  expect(list.map((f) => f.pointer)).toEqual(many.map((f) => f.pointer));
  expect(server.asked).toEqual([1, PAGE / 2]);
});

test('a failure is told and what was held stays', async () => {
  serve([finding(3)]);
  const store = new FindingStore(1);
  await store.read();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
  store.outdate();
  expect((await store.read()).length).toBe(1);
  expect(store.failure?.kind).toBe('unreachable');
});

test('a recording that was judged anew is told of, but not with every tick', () => {
  vi.useFakeTimers();
  const judgement = new Judgement();
  const found = (errors: number): void =>
    judgement.tell(recording({ found: { errors, warnings: 0, infos: 0 } }));
  judgement.tell(recording());
  judgement.tell(recording({ number: 2, found: { errors: 7, warnings: 0, infos: 0 } }));
  vi.runAllTimers();
  expect(judgement.version).toBe(0);
  for (const errors of [0, 1, 2, 3]) found(errors);
  vi.runAllTimers();
  expect(judgement.version).toBe(1);
  found(3);
  vi.runAllTimers();
  expect(judgement.version).toBe(1);
});
