// Cuts text or bytes into pieces that a reader can tell apart: what can be seen, and marks for what
// cannot (control characters, odd spaces, direction overrides, bytes that are no UTF-8).

export type Piece =
  | { kind: 'text'; text: string }
  /** A character that leaves no mark on a screen, by the name that it is known by. */
  | { kind: 'mark'; name: string; code: number }
  /** Bytes that are not UTF-8, in hex. */
  | { kind: 'bytes'; hex: string };

const NAMES = new Map<number, string>([
  [0x00, 'NUL'],
  [0x07, 'BEL'],
  [0x08, 'BS'],
  [0x09, 'TAB'],
  [0x0a, 'LF'],
  [0x0b, 'VT'],
  [0x0c, 'FF'],
  [0x0d, 'CR'],
  [0x1b, 'ESC'],
  [0x7f, 'DEL'],
  [0x85, 'NEL'],
  [0xa0, 'NBSP'],
  [0xfeff, 'BOM'],
]);

// Controls, format characters, and the spaces and separators that are not U+0020. Lone surrogates
// too: they cannot be shown and mean that the text was damaged.
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\u00a0\u115f\u1160\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u3164\ufe00-\ufe0f]/u;
const SPLIT = new RegExp(`(${INVISIBLE.source})`, 'u');

const mark = (character: string): Piece => {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'mark', name, code };
};

export function piecesOfText(text: string): Piece[] {
  return text
    .split(SPLIT)
    .map((part, i): Piece => (i % 2 === 1 ? mark(part) : { kind: 'text', text: part }))
    .filter((piece) => piece.kind !== 'text' || piece.text !== '');
}

/** Length of the UTF-8 sequence that starts here, or 0 when none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > bytes.length) return 0;
  for (let i = 1; i < length; i += 1) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  // Overlong forms, surrogates and what lies beyond U+10FFFF are told by the second byte.
  const second = bytes[at + 1] ?? 0;
  const bad =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return bad ? 0 : length;
}

export function piecesOfBytes(bytes: Uint8Array): Piece[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: Piece[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    for (let n = sequenceLength(bytes, at); n > 0 && at < bytes.length;) {
      at += n;
      n = at < bytes.length ? sequenceLength(bytes, at) : 0;
    }
    if (at > start) pieces.push(...piecesOfText(decoder.decode(bytes.subarray(start, at))));
    const broken = at;
    while (at < bytes.length && sequenceLength(bytes, at) === 0) at += 1;
    if (at > broken) pieces.push({ kind: 'bytes', hex: hexOf(bytes.subarray(broken, at)) });
  }
  return pieces;
}

/** Bytes of a character beyond its first. */
export const SPILL = 3;

/**
 * What begins within the first `size` bytes of a window that was read with up to `SPILL` more: a character that the
 * edge would cut belongs to the window that it begins in.
 */
export function windowOf(bytes: Uint8Array, size: number, atStart: boolean): Uint8Array {
  const continues = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  const edge = (at: number): number => {
    let end = at;
    while (end < bytes.length && end - at < SPILL && continues(end)) end += 1;
    return end;
  };
  return bytes.subarray(atStart ? 0 : edge(0), edge(Math.min(size, bytes.length)));
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join(' ');

export const bytesOfBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

// Select Graphic Rendition: what terminals take for colours and weights.
const COLOURS = /\u001b\[[\d;:]*m/g;

/** Text that was written for a terminal, without its colours. Tabs stay what they are. */
export function piecesOfOutput(text: string): Piece[] {
  return piecesOfText(text.replace(COLOURS, '')).map((piece) =>
    piece.kind === 'mark' && piece.name === 'TAB' ? { kind: 'text', text: '\t' } : piece,
  );
}
