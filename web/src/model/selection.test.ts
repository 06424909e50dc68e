import { expect, test } from 'vitest';
import { add, has, inWords, listed, size, toggle, without, type Selection } from './selection';

const some: Selection = [
  { from: 3, to: 3 },
  { from: 7, to: 9 },
];

test('ranges that touch become one', () => {
  expect(listed(add(some, { from: 4, to: 6 }))).toBe('3-9');
  expect(listed(add(some, { from: 12, to: 12 }))).toBe('3,7-9,12');
  expect(listed(add([], { from: 5, to: 5 }))).toBe('5');
});

test('parts can be taken out again', () => {
  expect(listed(without(some, { from: 8, to: 8 }))).toBe('3,7,9');
  expect(listed(toggle(some, { from: 7, to: 9 }))).toBe('3');
  expect(listed(toggle(some, { from: 1, to: 2 }))).toBe('1-3,7-9');
  expect(has(some, 8) && !has(some, 4)).toBe(true);
});

test('in words and numbers', () => {
  expect(size(some)).toBe(4);
  expect(inWords(some)).toBe('3, 7–9');
  expect(inWords([1, 3, 5, 7, 9].map((n) => ({ from: n, to: n })))).toBe('1, 3, 5 and 2 more');
});
