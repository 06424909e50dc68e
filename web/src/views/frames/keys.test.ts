import { expect, test } from 'vitest';
import { moveOf, type Place } from './keys';

const place: Place = { selected: 50, total: 100, top: 41, page: 20 };
const to = (key: string, change: Partial<Place> = {}): number | null => {
  const move = moveOf(key, true);
  return typeof move === 'function' ? move({ ...place, ...change }) : null;
};

test('keys move by rows, pages and to the ends', () => {
  expect(['j', 'k', 'ArrowDown', 'ArrowUp'].map((k) => to(k))).toEqual([51, 49, 51, 49]);
  expect(['PageDown', 'PageUp', 'g', 'G', 'Home', 'End'].map((k) => to(k))).toEqual([
    70, 30, 1, 100, 1, 100,
  ]);
});

test('they stay inside of the list', () => {
  expect(to('j', { selected: 100 })).toBe(100);
  expect(to('k', { selected: 1 })).toBe(1);
  expect(to('PageUp', { selected: 3 })).toBe(1);
});

test('without a selection the first row in sight is taken', () => {
  expect(to('j', { selected: null })).toBe(41);
  expect(to('k', { selected: null })).toBe(41);
});

test('arrows belong to the list only, letters to the page', () => {
  expect(moveOf('ArrowDown', false)).toBeNull();
  expect(moveOf('Enter', false)).toBeNull();
  expect(moveOf('j', false)).not.toBeNull();
  expect(moveOf('x', true)).toBeNull();
  expect(moveOf('[', false)).toBe('pair');
  expect(moveOf('e', false)).toBe('follow');
});
