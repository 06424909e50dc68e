import { describe, expect, test } from 'vitest';
import type { Density } from '../api/types.gen';
import { frameAt, height, momentAt, placeOf, ticks, timeOf } from './density';

const bucket = (index: number, first: number, last: number, from_t: number, to_t: number) => ({
  index,
  first,
  last,
  from_t,
  to_t,
  c2a: 1,
  a2c: last - first,
  c2a_bytes: 10,
  a2c_bytes: 100,
});
/** Ten seconds, a cut of twenty, ten seconds. */
const density: Density = {
  frames: 30,
  buckets: 100,
  stretches: [
    { from_t: 0, to_t: 10, from_x: 0, to_x: 0.4 },
    { from_t: 30, to_t: 40, from_x: 0.6, to_x: 1 },
  ],
  busy: [bucket(0, 1, 1, 0, 0), bucket(20, 2, 12, 5, 6), bucket(80, 13, 30, 35, 40)],
  found: [],
};

describe('places and moments', () => {
  test('are each other’s inverse outside of cuts', () => {
    for (const t of [0, 3, 9.5, 30, 36, 40]) {
      expect(momentAt(density, placeOf(density, t))).toBeCloseTo(t);
    }
  });
  test('in a cut', () => {
    expect(placeOf(density, 20)).toBe(0.5);
    expect(momentAt(density, 0.5)).toBe(10);
  });
  test('beyond the ends', () => {
    expect(placeOf(density, 99)).toBe(1);
    expect(momentAt(density, 2)).toBe(40);
    expect(placeOf({ ...density, stretches: [] }, 3)).toBe(0);
  });
});

test('frames at moments, and back', () => {
  expect(frameAt(density, 0)).toBe(1);
  expect(frameAt(density, 4)).toBe(1);
  expect(frameAt(density, 5.5)).toBe(7);
  expect(frameAt(density, 20)).toBe(12);
  expect(frameAt(density, 99)).toBe(30);
  expect(timeOf(density, 1)).toBe(0);
  expect(timeOf(density, 7)).toBe(5.5);
  expect(timeOf(density, 30)).toBe(40);
  expect(frameAt({ ...density, frames: 0, busy: [] }, 5)).toBe(0);
});

test('ticks are round and apart', () => {
  const list = ticks(density, 0.1);
  expect(list.map((t) => t.t)).toEqual([0, 5, 10, 35, 40]);
  for (let i = 1; i < list.length; i += 1) {
    expect((list[i]?.x ?? 0) - (list[i - 1]?.x ?? 0)).toBeGreaterThan(0.07);
  }
});

test('few frames can still be seen', () => {
  expect(height(0, 10)).toBe(0);
  expect(height(1, 10_000)).toBe(0.12);
  expect(height(10, 10)).toBe(1);
});
