import { expect, test } from 'vitest';
import { find } from './find';

const always = (): boolean => true;

test('a text is found wherever it stands, over the edges of slices, and once', async () => {
  const text = 'aXa aa.b A.B (aaaa)';
  for (const slice of [1, 2, 3, 7, 100]) {
    const of = async (needle: string): Promise<number[] | undefined> =>
      (await find(text, needle, always, 100, slice))?.offsets;
    expect(await of('x')).toEqual([1]);
    expect(await of('a.b')).toEqual([5, 9]);
    expect(await of('aa')).toEqual([4, 14, 16]);
    expect(await of('(')).toEqual([13]);
    expect(await of('nothing')).toEqual([]);
  }
});

test('there is an end to what is found, and to looking', async () => {
  expect(await find('a'.repeat(10), 'a', always, 3)).toEqual({ offsets: [0, 1, 2], more: true });
  expect(await find('aaa', 'a', always, 3)).toEqual({ offsets: [0, 1, 2], more: false });
  let asked = 0;
  expect(await find('b'.repeat(50), 'a', () => (asked += 1) < 3, 3, 10)).toBeNull();
  expect(asked).toBe(3);
});
