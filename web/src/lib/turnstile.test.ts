import { expect, test } from 'vitest';
import { Turnstile } from './turnstile';

test('no more run at once than there are places, and all get their turn', async () => {
  const gate = new Turnstile(2);
  let running = 0;
  let most = 0;
  const task = async (): Promise<void> => {
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all(Array.from({ length: 9 }, () => gate.run(task)));
  expect([most, running]).toEqual([2, 0]);
});

test('a task that was given up frees its place', async () => {
  const gate = new Turnstile(1);
  const given = new AbortController();
  given.abort();
  const ran: string[] = [];
  const run = (name: string, signal?: AbortSignal): Promise<void> =>
    gate.run(async () => void ran.push(name), signal);
  const results = await Promise.allSettled([run('a'), run('b', given.signal), run('c')]);
  expect(results.map((r) => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ran).toEqual(['a', 'c']);
});
