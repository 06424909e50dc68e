// Where a JSON pointer leads in a text, by the positions of its tokens. Like the rest that reads wire
// data it works on what was written, not on a parsed value, so a text that stops early will do.

import { scanJson, type Token } from './json_format';

/** Offsets of a part of a text. */
export interface Span {
  from: number;
  to: number;
}

const isPunct = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'punct' && token.text === text;
const opens = (token: Token | undefined): boolean => isPunct(token, '{') || isPunct(token, '[');
const closes = (token: Token | undefined): boolean => isPunct(token, '}') || isPunct(token, ']');

/** Index of the token after the value that starts here. */
function after(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let i = start; i < tokens.length; i += 1) {
    if (opens(tokens[i])) depth += 1;
    else if (closes(tokens[i])) depth -= 1;
    if (depth === 0) return i + 1;
  }
  return tokens.length;
}

/** Index of the token that a child of the value starts with; of equal keys the last one counts. */
function child(tokens: readonly Token[], start: number, segment: string): number | null {
  const inObject = isPunct(tokens[start], '{');
  if (!inObject && !isPunct(tokens[start], '[')) return null;
  let found: number | null = null;
  let index = 0;
  for (let i = start + 1; i < tokens.length && !closes(tokens[i]);) {
    const value = inObject ? i + 2 : i;
    const key = inObject ? (JSON.parse(tokens[i]?.text ?? '""') as string) : String(index);
    if (key === segment && value < tokens.length) found = value;
    i = after(tokens, value);
    if (isPunct(tokens[i], ',')) i += 1;
    index += 1;
  }
  return found;
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * What to underline for a pointer: a plain value; of an object or array, which may fill pages, its key
 * or its bracket. A pointer to what is not there leads to the deepest part that is. The empty pointer
 * means all of the text, so there is nothing to underline.
 */
export function spanOf(text: string, pointer: string): Span | null {
  if (pointer === '') return null;
  const { tokens } = scanJson(text);
  let at = 0;
  for (const segment of pointer.split('/').slice(1).map(unescape)) {
    const next = child(tokens, at, segment);
    if (next === null) break;
    at = next;
  }
  const value = tokens[at];
  if (value === undefined) return null;
  const key = tokens[at - 2];
  const empty = opens(value) && closes(tokens[at + 1]);
  const shown = opens(value) && !empty && key?.kind === 'key' ? key : value;
  const last = empty ? (tokens[at + 1] ?? value) : shown;
  return { from: shown.at, to: last.at + last.text.length };
}
