import { expect, test } from 'vitest';
import { ansiPieces } from './ansi';

const text = (s: string): string =>
  ansiPieces(s)
    .map((p) => p.text)
    .join('');

test('colours and weights become looks', () => {
  const [ok, rest] = ansiPieces('\u001b[1;32mok\u001b[0m rest');
  expect(ok).toMatchObject({ text: 'ok', fg: 'green', bold: true });
  expect(rest).toMatchObject({ text: ' rest', fg: null, bold: false });
});

test('plain text is one piece, nothing is none', () => {
  expect(ansiPieces('a < b\n')).toMatchObject([{ text: 'a < b\n', fg: null }]);
  expect(ansiPieces('')).toEqual([]);
});

test('what would move a cursor, set a title or make a link is left out', () => {
  expect(text('\u001b]0;title\u0007a\u001b[2Kb\u001b[10;5Hc')).toBe('abc');
  expect(text('\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\')).toBe('link');
  expect(text('x\u0000\u0008y')).toBe('xy');
});

test('a line that was written over shows its last state', () => {
  expect(text('10%\r50%\r100%\r\ndone\r\n')).toBe('100%\ndone\n');
});
