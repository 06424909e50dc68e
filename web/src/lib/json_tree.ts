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
  /** Where it begins, with its key. */
  start: number;
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

/**
 * Where the large groups of a text end, by where they begin. One pass over an outer one tells it of those in it, which
 * are opened next; each of them would be another pass over fifty megabytes.
 */
let known = { text: '', ends: new Map<number, number>() };
const LARGE = 65_536;
const OUTER = 64;

/** Behind the object or array that starts here. */
function endOfGroup(text: string, at: number): number {
  if (known.text !== text) known = { text, ends: new Map<number, number>() };
  const end = known.ends.get(at);
  if (end !== undefined) return end;
  const open: number[] = [];
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
    i += 1;
    if (c === '{' || c === '[') {
      open.push(i - 1);
      continue;
    }
    const began = open.pop() ?? at;
    if (open.length < OUTER && i - began >= LARGE) known.ends.set(began, i);
    if (open.length === 0) return i;
  }
}

/** Lets go of the last text. */
export const forget = (): void => {
  known = { text: '', ends: new Map<number, number>() };
};

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

/** A child as it stands in the text; `key` is empty where it begins when it has none. */
interface Raw {
  start: number;
  keyEnd: number;
  value: JsonNode;
  /** Where the next one begins; null at the end, and where the text breaks. */
  next: number | null;
}

/** The child that begins here; null where there is none. */
function childAt(text: string, node: JsonNode, start: number): Raw | null {
  if (start >= node.to - 1) return null;
  let [at, keyEnd] = [start, start];
  if (node.kind === 'object') {
    if (text.charAt(start) !== '"') return null;
    keyEnd = endOfString(text, start);
    at = skip(text, keyEnd);
    if (text.charAt(at) !== ':') return null;
    at += 1;
  }
  const value = nodeAt(text, at);
  if (value === null) return null;
  at = skip(text, value.to);
  const next = text.charAt(at) === ',' ? skip(text, at + 1) : null;
  return { start, keyEnd, value, next: next !== null && next < node.to - 1 ? next : null };
}

const firstChild = (text: string, node: JsonNode): number => skip(text, node.from + 1);

const keyOf = (text: string, node: JsonNode, raw: Raw, index: number): string =>
  node.kind === 'object' ? keyText(text.slice(raw.start, raw.keyEnd)) : String(index);

/** Up to `most` children of a value, from its first one or from where the last call stopped. */
export function childrenOf(
  text: string,
  node: JsonNode,
  most: number,
  start = firstChild(text, node),
  index = 0,
): Children {
  const list: Child[] = [];
  for (let next: number | null = start; next !== null;) {
    if (list.length >= most) return { list, next };
    const raw: Raw | null = childAt(text, node, next);
    if (raw === null) break;
    const key = keyOf(text, node, raw, index + list.length);
    list.push({ ...raw.value, start: raw.start, key });
    next = raw.next;
  }
  return { list, next: null };
}

/** Where the child with this index begins; null when there are not so many. */
export function startOf(text: string, node: JsonNode, index: number): number | null {
  let at: number | null = firstChild(text, node);
  for (let i = 0; i < index && at !== null; i += 1) at = childAt(text, node, at)?.next ?? null;
  return at;
}

/** A value on the way to another. */
export interface Step {
  from: number;
  /** Its place among its siblings. */
  index: number;
}

const isGroup = (node: JsonNode): boolean => node.kind === 'object' || node.kind === 'array';

/** The way from the root to a value: in each group the last child that is told to be on it. */
function wayTo(
  text: string,
  chosen: (node: JsonNode, raw: Raw, index: number, depth: number) => 'it' | 'perhaps' | 'no',
): Step[] {
  let node = rootOf(text);
  if (node === null) return [];
  const steps: Step[] = [{ from: node.from, index: 0 }];
  while (node !== null && isGroup(node)) {
    let found: JsonNode | null = null;
    let step: Step | null = null;
    let at: number | null = firstChild(text, node);
    for (let index = 0; at !== null; index += 1) {
      const raw: Raw | null = childAt(text, node, at);
      if (raw === null) break;
      const is = chosen(node, raw, index, steps.length);
      if (is !== 'no') [found, step] = [raw.value, { from: raw.value.from, index }];
      if (is === 'it') break;
      at = raw.next;
    }
    if (step === null) break;
    steps.push(step);
    node = found;
  }
  return steps;
}

/** The way to the innermost value whose text, or whose key, holds an offset. */
export const wayToOffset = (text: string, offset: number): Step[] =>
  wayTo(text, (_, raw) => (offset >= raw.start && offset < raw.value.to ? 'it' : 'no'));

/** The way to what a pointer names, or to the deepest part of it that is there; of equal keys the last one counts. */
export function wayToPointer(text: string, pointer: string): Step[] {
  const segments = pointer
    .split('/')
    .slice(1)
    .map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~'));
  return wayTo(text, (node, raw, index, depth) => {
    if (keyOf(text, node, raw, index) !== segments[depth - 1]) return 'no';
    return node.kind === 'object' ? 'perhaps' : 'it';
  });
}

export const isEmpty = (text: string, node: JsonNode): boolean =>
  skip(text, node.from + 1) === node.to - 1;

/** A pointer's segment. */
export const segment = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
