import { expect, test } from 'vitest';
import { highlighted, hitsIn } from './highlight';

test('hits are found in any case and told apart from the rest', () => {
  expect(highlighted('Read readme', ['READ'])).toEqual([
    { text: 'Read', hit: true },
    { text: ' ', hit: false },
    { text: 'read', hit: true },
    { text: 'me', hit: false },
  ]);
  expect(highlighted('abc', [])).toEqual([{ text: 'abc', hit: false }]);
  expect(highlighted('', ['a'])).toEqual([{ text: '', hit: false }]);
});

test('overlapping needles are one hit, and lengths that change with case do no harm', () => {
  expect(hitsIn('abcd', ['bc', 'abc'])).toEqual([{ from: 0, to: 3 }]);
  expect(hitsIn('İx', ['x'])).toEqual([{ from: 1, to: 2 }]);
  expect(hitsIn('aaaa', ['a'], 2)).toHaveLength(1);
});
