import { expect, test } from 'vitest';
import { Heights } from './heights';

test('tops, totals and searches agree with plain sums', () => {
  const heights = new Heights(1000, 20);
  const own = new Array<number>(1000).fill(20);
  for (let i = 0; i < 1000; i += 7) {
    own[i] = (i * 13) % 90;
    heights.set(i, own[i] ?? 0);
  }
  let top = 0;
  for (let i = 0; i < 1000; i += 1) {
    expect(heights.top(i)).toBe(top);
    const height = own[i] ?? 0;
    if (height > 0) {
      expect(heights.at(top)).toBe(i);
      expect(heights.at(top + height - 0.5)).toBe(i);
    }
    top += height;
  }
  expect(heights.total).toBe(top);
  expect(heights.at(top + 1000)).toBe(999);
});

test('what was measured survives growth', () => {
  const few = new Heights(3, 10);
  expect(few.set(1, 50)).toBe(40);
  const more = new Heights(5, 10, few);
  expect(more.total).toBe(90);
  expect(more.isMeasured(1)).toBe(true);
  expect(more.isMeasured(2)).toBe(false);
});

test('no rows are no trouble', () => {
  const none = new Heights(0, 10);
  expect(none.total).toBe(0);
  expect(none.at(5)).toBe(0);
  expect(none.set(3, 9)).toBe(0);
});
