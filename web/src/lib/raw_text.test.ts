import { describe, expect, test } from 'vitest';
import {
  bytesOfBase64,
  piecesOfBytes,
  piecesOfOutput,
  piecesOfText,
  SPILL,
  windowOf,
  type Piece,
} from './raw_text';

/** Pieces as one line: marks in angle brackets, bytes in square ones. */
const line = (pieces: Piece[]): string =>
  pieces
    .map((p) => (p.kind === 'text' ? p.text : p.kind === 'mark' ? `<${p.name}>` : `[${p.hex}]`))
    .join('');

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((p) => (typeof p === 'string' ? [...new TextEncoder().encode(p)] : p)),
  );

describe('text', () => {
  test.each([
    ['{"a":1}\r', '{"a":1}<CR>'],
    ['a\tb\u0000c', 'a<TAB>b<NUL>c'],
    ['x\u2028y\u2029', 'x<U+2028>y<U+2029>'],
    ['\ufeff{}', '<BOM>{}'],
    ['a\u00a0b\u200bc\u202ed', 'a<NBSP>b<U+200B>c<U+202E>d'],
    ['\ud83d\ude00 é 日本', '\ud83d\ude00 é 日本'],
    ['\ud800', '<U+D800>'],
    ['', ''],
    ['a b', 'a b'],
  ])('%j reads %j', (text, said) => {
    expect(line(piecesOfText(text))).toBe(said);
  });

  test('loses nothing', () => {
    const text = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
    const back = piecesOfText(text)
      .map((p) =>
        p.kind === 'text' ? p.text : p.kind === 'mark' ? String.fromCodePoint(p.code) : '',
      )
      .join('');
    expect(back).toBe(text);
  });
});

test('output of a terminal is shown without its colours', () => {
  expect(line(piecesOfOutput('\u001b[1;31mred\u001b[0m\tx\u001b[2K\r'))).toBe('red\tx<ESC>[2K<CR>');
});

describe('bytes', () => {
  test.each([
    [bytes('{"a":', [0xff, 0xfe], '€}'), '{"a":[ff fe]€}'],
    [bytes([0xc0, 0xaf]), '[c0 af]'],
    [bytes([0xe2, 0x82]), '[e2 82]'],
    [bytes('x', [0xed, 0xa0, 0x80], 'y'), 'x[ed a0 80]y'],
    [bytes([0xf4, 0x90, 0x80, 0x80]), '[f4 90 80 80]'],
    [bytes([0xf0, 0x9f, 0x98, 0x80], [0x80]), '\ud83d\ude00[80]'],
    [bytes([0xef, 0xbb, 0xbf], 'a\r'), '<BOM>a<CR>'],
    [bytes(), ''],
  ])('case %#', (given, said) => {
    expect(line(piecesOfBytes(given))).toBe(said);
  });

  test('agree with the decoder of the platform on what is UTF-8', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let seed = 7;
    for (let round = 0; round < 3000; round += 1) {
      const given = Uint8Array.from({ length: 4 }, () => {
        seed = (seed * 1103515245 + 12345) & 0x7fffffff;
        return (seed >> 8) & 0xff;
      });
      let valid = true;
      try {
        decoder.decode(given);
      } catch {
        valid = false;
      }
      const clean = piecesOfBytes(given).every((p) => p.kind !== 'bytes');
      expect([[...given], clean]).toEqual([[...given], valid]);
    }
  });

  test('come out of base64', () => {
    expect([...bytesOfBase64('eyL//g==')]).toEqual([0x7b, 0x22, 0xff, 0xfe]);
  });
});

test('windows cut no character, and together are the whole', () => {
  const whole = bytes('aé€😀', [0x80, 0xff], 'z€');
  for (let size = 4; size < 12; size += 1) {
    let all = '';
    for (let from = 0; from < whole.length; from += size) {
      const held = whole.subarray(from, from + size + SPILL);
      all += line(piecesOfBytes(windowOf(held, size, from === 0)));
    }
    expect(all.replace('][', ' '), `in windows of ${size}`).toBe('aé€😀[80 ff]z€');
  }
});
