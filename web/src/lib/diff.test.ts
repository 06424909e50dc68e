import { expect, test } from 'vitest';
import { diffOf, pairs } from './diff';

const OLD = '# Demo\n\nSample project for the lab.\nend\n';
const NEW = '# Demo\n\nSample project (edited) for the lab.\nend\n';

test('a changed line shows which words changed', () => {
  const diff = diffOf(OLD, NEW);
  expect(diff).toMatchObject({ added: 1, removed: 1 });
  const lines = diff?.hunks[0]?.lines ?? [];
  expect(lines.map((l) => l.kind)).toEqual(['same', 'same', 'del', 'add', 'same']);
  const add = lines[3];
  expect(add?.after).toBe(3);
  expect(add?.parts.filter((p) => p.changed).map((p) => p.text.trim())).toEqual(['(edited)']);
  expect(add?.parts.map((p) => p.text).join('')).toBe('Sample project (edited) for the lab.');
});

test('side by side, removed lines stand beside their replacements', () => {
  const diff = diffOf('a\nb\nc\n', 'a\nX\nY\nc\n');
  const sides = pairs(diff?.hunks[0]?.lines ?? []).map(({ left, right }) => [
    left?.parts[0]?.text ?? null,
    right?.parts[0]?.text ?? null,
  ]);
  expect(sides).toEqual([
    ['a', 'a'],
    ['b', 'X'],
    [null, 'Y'],
    ['c', 'c'],
  ]);
});

test('a new file is all added, equal texts are no change', () => {
  expect(diffOf('', 'one\ntwo\n')).toMatchObject({ added: 2, removed: 0 });
  expect(diffOf('same\n', 'same\n')).toEqual({ hunks: [], added: 0, removed: 0 });
});

test('lines that share nothing are not compared by words', () => {
  const lines = diffOf('alpha beta\n', '12345 6789\n')?.hunks[0]?.lines ?? [];
  expect(lines.every((l) => l.parts.every((p) => !p.changed))).toBe(true);
});
