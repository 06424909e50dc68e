// A JSON text as a tree that is read as it is opened. The text may have fifty megabytes: nothing is parsed
// that is not looked at, and a value is known by the offsets of its first and last character.

export type NodeKind = 'object' | 'array' | 'string' | 'number' | 'word';

/** A value in the text. */
export interface JsonNode {
  kind: NodeKind;
  from: number;
  /** Behind its last character. */
  to: number;
}

/** A member of an object or an item of an array. */
export interface Child extends JsonNode {
  /** The key as it reads, or the index. */
  key: string;
}

/** Some children, and where to go on. */
export interface Children {
  list: Child[];
  /** Offset of what has not been read; null at the end. */
  next: number | null;
}

const SPACE = new Set([' ', '\t', '\r', '\n']);

function skip(text: string, at: number): number {
  while (SPACE.has(text.charAt(at))) at += 1;
  return at;
}

/** Behind the string that starts here. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; ; end += 1) {
    end = text.indexOf('"', end);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 92) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
}

const BRACKETS = /["[\]{}]/g;

/** Behind the object or array that starts here. */
function endOfGroup(text: string, at: number): number {
  let depth = 0;
  for (let i = at; ;) {
    BRACKETS.lastIndex = i;
    const found = BRACKETS.exec(text);
    if (found === null) return text.length;
    i = found.index;
    const c = found[0];
    if (c === '"') {
      i = endOfString(text, i);
      continue;
    }
    depth += c === '{' || c === '[' ? 1 : -1;
    i += 1;
    if (depth === 0) return i;
  }
}

const PLAIN = /[^\s,\]}:]*/y;

/** The value at an offset; null where there is none. */
export function nodeAt(text: string, offset: number): JsonNode | null {
  const from = skip(text, offset);
  const c = text.charAt(from);
  if (c === '"') return { kind: 'string', from, to: endOfString(text, from) };
  if (c === '{') return { kind: 'object', from, to: endOfGroup(text, from) };
  if (c === '[') return { kind: 'array', from, to: endOfGroup(text, from) };
  PLAIN.lastIndex = from;
  const length = PLAIN.exec(text)?.[0].length ?? 0;
  if (length === 0) return null;
  return { kind: /[-\d]/.test(c) ? 'number' : 'word', from, to: from + length };
}

export const rootOf = (text: string): JsonNode | null => nodeAt(text, 0);

function keyText(spelling: string): string {
  try {
    return JSON.parse(spelling) as string;
  } catch {
    return spelling.slice(1, -1);
  }
}

/** Up to `most` children of a value, from its first one or from where the last call stopped. */
export function childrenOf(
  text: string,
  node: JsonNode,
  most: number,
  start = node.from + 1,
  index = 0,
): Children {
  const list: Child[] = [];
  let at = skip(text, start);
  while (at < node.to - 1 && list.length < most) {
    let key = String(index);
    if (node.kind === 'object') {
      if (text.charAt(at) !== '"') return { list, next: null };
      const end = endOfString(text, at);
      key = keyText(text.slice(at, end));
      at = skip(text, end);
      if (text.charAt(at) !== ':') return { list, next: null };
      at += 1;
    }
    const value = nodeAt(text, at);
    if (value === null) return { list, next: null };
    list.push({ ...value, key });
    index += 1;
    at = skip(text, value.to);
    if (text.charAt(at) !== ',') return { list, next: null };
    at = skip(text, at + 1);
  }
  return { list, next: at < node.to - 1 ? at : null };
}

export const isEmpty = (text: string, node: JsonNode): boolean =>
  skip(text, node.from + 1) === node.to - 1;

/** A pointer's segment. */
export const segment = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
