import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilterBox } from './filter.svelte';

/** A server that thinks until it is let answer. */
function slow(): { answer: () => void } {
  const waiting: (() => void)[] = [];
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        waiting.push(() =>
          resolve(Response.json({ fault: null, searched: [], completions: null })),
        );
      }),
  );
  return { answer: () => waiting.splice(0).forEach((one) => one()) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a filter is put in force when the server has found nothing wrong with it', async () => {
  const server = slow();
  const apply = vi.fn();
  const box = new FilterBox(apply);
  box.typed(' kind:error ', null, 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(apply).not.toHaveBeenCalled();
  server.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(apply.mock.calls).toEqual([['kind:error']]);
});

test('what was still being asked for does not pull the reader back who has gone elsewhere', async () => {
  const server = slow();
  const apply = vi.fn();
  const box = new FilterBox(apply);
  box.set('README', null);
  box.leave();
  server.answer();
  box.typed('READMEs', null, null);
  box.leave();
  await vi.advanceTimersByTimeAsync(1000);
  server.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(apply).not.toHaveBeenCalled();
});
