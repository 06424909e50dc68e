// Terminal output as pieces of text with a look. Colours and weights are understood; whatever else a
// terminal would obey (moving the cursor, titles, links) is left out.

import Anser from 'anser';

export interface AnsiPiece {
  text: string;
  /** One of the sixteen names (`red`, `bright-red`), when it has a colour. */
  fg: string | null;
  bg: string | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
}

// Operating system commands, and two-letter escapes. Anser knows CSI only.
const OTHER =
  /\u001b\][\s\S]*?(?:\u0007|\u001b\\)|\u001b[PX^_][\s\S]*?\u001b\\|\u001b[@-Z\\^_=>()#][0-9A-Za-z]?/g;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f]/g;

/** A line that was written over shows what was written last, as on a terminal. */
function overwritten(line: string): string {
  const end = line.endsWith('\r') ? line.slice(0, -1) : line;
  const at = end.lastIndexOf('\r');
  return at < 0 ? end : end.slice(at + 1);
}

const colour = (name: unknown): string | null =>
  typeof name === 'string' && /^ansi-[a-z-]+$/.test(name) && !name.includes('palette')
    ? name.slice('ansi-'.length)
    : null;

export function ansiPieces(text: string): AnsiPiece[] {
  const plain = text
    .replace(OTHER, '')
    .split('\n')
    .map(overwritten)
    .join('\n')
    .replace(CONTROL, '');
  if (!plain.includes('\u001b')) return plain === '' ? [] : [piece(plain)];
  return Anser.ansiToJson(plain, { use_classes: true, remove_empty: true })
    .filter((part) => part.content !== '')
    .map((part) => {
      const looks: readonly string[] = part.decorations;
      const reversed = looks.includes('reverse');
      return {
        text: part.content,
        fg: colour(reversed ? part.bg : part.fg),
        bg: colour(reversed ? part.fg : part.bg),
        bold: looks.includes('bold'),
        dim: looks.includes('dim'),
        italic: looks.includes('italic'),
        underline: looks.includes('underline'),
      };
    });
}

const piece = (text: string): AnsiPiece => ({
  text,
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
});
