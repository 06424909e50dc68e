import { expect, test } from 'vitest';
import { nextMoment } from './moments';
import { session, turn } from './samples/timeline';

const known = {
  total: 100,
  sessions: [
    session({
      turns: [
        turn({ first_frame: 10, last_frame: 20 }),
        turn({ number: 2, first_frame: 30, last_frame: null }),
      ],
    }),
  ],
  frames: [
    [12, 12],
    [15, 17],
  ] as const,
};

test('by frame, within the recording', () => {
  expect(nextMoment('frame', 1, 5, known)).toBe(6);
  expect(nextMoment('frame', -1, 1, known)).toBe(null);
  expect(nextMoment('frame', 1, 100, known)).toBe(null);
});

test('by turn, from edge to edge', () => {
  expect(nextMoment('turn', 1, 1, known)).toBe(10);
  expect(nextMoment('turn', 1, 10, known)).toBe(20);
  expect(nextMoment('turn', 1, 30, known)).toBe(100);
  expect(nextMoment('turn', -1, 100, known)).toBe(30);
  expect(nextMoment('turn', -1, 1, known)).toBe(null);
});

test('by the patches of an item', () => {
  expect(nextMoment('patch', 1, 3, known)).toBe(12);
  expect(nextMoment('patch', 1, 12, known)).toBe(15);
  expect(nextMoment('patch', 1, 16, known)).toBe(17);
  expect(nextMoment('patch', 1, 17, known)).toBe(null);
  expect(nextMoment('patch', -1, 99, known)).toBe(17);
  expect(nextMoment('patch', -1, 15, known)).toBe(12);
  expect(nextMoment('patch', -1, 12, known)).toBe(null);
});
