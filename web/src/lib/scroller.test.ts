import { describe, expect, test } from 'vitest';
import {
  centre,
  clampPosition,
  contentHeight,
  isAtEnd,
  isScaled,
  MAX_SPACE,
  maxPosition,
  offsetOf,
  pageRows,
  positionOf,
  reveal,
  scrollTopOf,
  spaceHeight,
  visibleSpan,
  type Geometry,
} from './scroller';

const list = (count: number, viewHeight = 600): Geometry => ({ count, rowHeight: 24, viewHeight });

describe('a list that fits the browser', () => {
  const g = list(1000);
  test('scrolls pixel by pixel', () => {
    expect(isScaled(g)).toBe(false);
    expect(spaceHeight(g)).toBe(contentHeight(g));
    expect(positionOf(1234, g)).toBe(1234);
    expect(scrollTopOf(1234, g)).toBe(1234);
  });
  test('draws rows where they are', () => {
    expect(offsetOf(10, 240, 240, g)).toBe(240);
    expect(visibleSpan(240, g)).toEqual({ first: 10, end: 35 });
    expect(visibleSpan(250, g, 3)).toEqual({ first: 7, end: 39 });
  });
});

describe('a list of a million rows', () => {
  const g = list(1_000_000);
  test('has a scroll space that browsers can lay out', () => {
    expect(isScaled(g)).toBe(true);
    expect(spaceHeight(g)).toBe(MAX_SPACE);
  });
  test('reaches its first and its last row', () => {
    expect(positionOf(0, g)).toBe(0);
    const bottom = spaceHeight(g) - g.viewHeight;
    expect(positionOf(bottom, g)).toBe(maxPosition(g));
    expect(visibleSpan(maxPosition(g), g).end).toBe(1_000_000);
    expect(scrollTopOf(maxPosition(g), g)).toBeCloseTo(bottom, 6);
  });
  test('goes there and back without loss', () => {
    for (const position of [0, 1, 24, 777_777, 12_345_678, maxPosition(g)]) {
      expect(positionOf(scrollTopOf(position, g), g)).toBeCloseTo(position, 3);
    }
  });
  test('draws its rows inside of the view whatever the browser made of the offset', () => {
    for (const position of [0, 5, 999, 12_345_678.5, maxPosition(g)]) {
      const top = Math.round(scrollTopOf(position, g));
      const { first } = visibleSpan(position, g);
      const inView = offsetOf(first, position, top, g) - top;
      expect(inView).toBeLessThanOrEqual(0);
      expect(inView).toBeGreaterThan(-g.rowHeight);
    }
  });
});

describe('edges', () => {
  test('a list shorter than its view does not scroll', () => {
    const g = list(3);
    expect(maxPosition(g)).toBe(0);
    expect(clampPosition(100, g)).toBe(0);
    expect(visibleSpan(0, g, 8)).toEqual({ first: 0, end: 3 });
    expect(isAtEnd(0, g)).toBe(true);
  });
  test('an empty list draws nothing', () => {
    const g = list(0);
    expect(visibleSpan(0, g, 8)).toEqual({ first: 0, end: 0 });
    expect(positionOf(0, g)).toBe(0);
  });
  test('a position of the past is taken back into a shorter list', () => {
    expect(clampPosition(50_000, list(100))).toBe(maxPosition(list(100)));
  });
});

describe('moving to a row', () => {
  const g = list(1000);
  test('does not move when the row is in sight', () => {
    expect(reveal(12, 240, g)).toBe(240);
  });
  test('moves by the least when it is not', () => {
    expect(reveal(5, 240, g)).toBe(120);
    expect(reveal(40, 240, g)).toBe(41 * 24 - 600);
  });
  test('centres, as far as the ends allow', () => {
    expect(centre(500, g)).toBe(500 * 24 - 288);
    expect(centre(0, g)).toBe(0);
    expect(centre(999, g)).toBe(maxPosition(g));
  });
  test('keeps a row in sight when paging', () => {
    expect(pageRows(g)).toBe(24);
    expect(pageRows(list(10, 10))).toBe(1);
  });
  test('knows its end within half a row', () => {
    expect(isAtEnd(maxPosition(g) - 11, g)).toBe(true);
    expect(isAtEnd(maxPosition(g) - 13, g)).toBe(false);
  });
});
