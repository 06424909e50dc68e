import { expect, test } from 'vitest';
import { nextFrame } from './moments';

test('by frame, within the recording', () => {
  expect(nextFrame(1, 5, 100)).toBe(6);
  expect(nextFrame(-1, 1, 100)).toBe(null);
  expect(nextFrame(1, 100, 100)).toBe(null);
});
