import { expect, test } from 'vitest';
import { lanesOf } from './drawing';

const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `s${i}`);

test('sub-sessions have lanes of their own while there is room, and share the last one beyond', () => {
  const few = lanesOf(1_200, ids(3));
  expect([few.sharing, new Set(few.children.values()).size]).toEqual([0, 3]);
  const six = lanesOf(1_200, ids(6));
  expect([six.sharing, new Set(six.children.values()).size]).toEqual([0, 6]);
  for (const width of [300, 640, 1_200, 2_400]) {
    const many = lanesOf(width, ids(80));
    const places = [...many.children.values()];
    expect(places.length).toBe(80);
    expect(new Set(places).size).toBe(80 - many.sharing);
    expect(many.sharing).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(many.agent);
    if (width >= 640) expect(Math.max(...places)).toBeLessThanOrEqual(width);
  }
  expect(lanesOf(800, []).children.size).toBe(0);
});
