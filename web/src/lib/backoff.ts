/** Milliseconds to wait before the nth attempt (from 0): doubling, capped, quick at first. */
export const backoff = (attempt: number, first = 250, cap = 10_000): number =>
  Math.min(cap, first * 2 ** Math.min(attempt, 30));
