import { expect, test } from 'vitest';
import { Folds } from './folds';

test('without open rows a line is a row', () => {
  const folds = new Folds();
  expect(folds.lines(10)).toBe(10);
  expect(folds.at(3)).toEqual({ place: 4, inside: 0 });
  expect(folds.lineOf(4)).toBe(3);
});

test('an open row has a line for each of its frames', () => {
  const folds = new Folds().opened(5, 3).opened(2, 4);
  expect(folds.lines(10)).toBe(15);
  const lines = Array.from({ length: 15 }, (_, line) => folds.at(line));
  expect(lines.map((l) => `${l.place}.${l.inside}`).join(' ')).toBe(
    '1.0 2.0 2.1 2.2 2.3 3.0 4.0 5.0 5.1 5.2 6.0 7.0 8.0 9.0 10.0',
  );
  lines.forEach(({ place, inside }, line) => expect(folds.lineOf(place, inside)).toBe(line));
});

test('opening twice changes the length, closing takes it away', () => {
  const folds = new Folds().opened(2, 4).opened(2, 6);
  expect(folds.lines(3)).toBe(8);
  expect(folds.closed(2).lines(3)).toBe(3);
  expect(folds.lines(1)).toBe(1);
});
