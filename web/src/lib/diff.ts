// What changed between two texts, as lines to draw side by side or one above the other.

import { diffWordsWithSpace, structuredPatch } from 'diff';

export interface Part {
  text: string;
  /** It is what changed within a changed line. */
  changed: boolean;
}

export interface DiffLine {
  kind: 'same' | 'add' | 'del';
  /** Line numbers, from 1. */
  before: number | null;
  after: number | null;
  parts: Part[];
}

export interface Hunk {
  lines: DiffLine[];
}

export interface Diff {
  hunks: Hunk[];
  added: number;
  removed: number;
}

/** One line of a view side by side; null where the other side has more lines. */
export interface Pair {
  left: DiffLine | null;
  right: DiffLine | null;
}

/** Words are compared in lines that a person can still read. */
const READABLE = 400;
const CONTEXT = 3;

const whole = (text: string): Part[] => [{ text, changed: false }];

/** Marks the words that differ between a removed line and the one that took its place. */
function mark(del: DiffLine, add: DiffLine): void {
  const before = del.parts[0]?.text ?? '';
  const after = add.parts[0]?.text ?? '';
  if (before.length > READABLE || after.length > READABLE) return;
  const words = diffWordsWithSpace(before, after);
  const kept = words.filter((w) => !w.added && !w.removed).reduce((n, w) => n + w.value.length, 0);
  // Two lines that share next to nothing are two lines, not a change within one.
  if (kept * 3 < Math.max(before.length, after.length)) return;
  del.parts = words.filter((w) => !w.added).map((w) => ({ text: w.value, changed: w.removed }));
  add.parts = words.filter((w) => !w.removed).map((w) => ({ text: w.value, changed: w.added }));
}

function markPairs(lines: readonly DiffLine[]): void {
  for (const { left, right } of pairs(lines)) {
    if (left?.kind === 'del' && right?.kind === 'add') mark(left, right);
  }
}

/** Compares two texts; null when they are too large to be compared while somebody waits. */
export function diffOf(before: string, after: string): Diff | null {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: CONTEXT,
    timeout: 400,
  });
  if (patch === undefined) return null;
  let added = 0;
  let removed = 0;
  const hunks = patch.hunks.map((hunk) => {
    let left = hunk.oldStart;
    let right = hunk.newStart;
    const lines: DiffLine[] = [];
    for (const line of hunk.lines) {
      const parts = whole(line.slice(1));
      if (line.startsWith('+')) {
        lines.push({ kind: 'add', before: null, after: right++, parts });
        added += 1;
      } else if (line.startsWith('-')) {
        lines.push({ kind: 'del', before: left++, after: null, parts });
        removed += 1;
      } else if (line.startsWith(' ')) {
        lines.push({ kind: 'same', before: left++, after: right++, parts });
      }
    }
    markPairs(lines);
    return { lines };
  });
  return { hunks, added, removed };
}

/** Lines arranged side by side: removed ones beside those that took their place. */
export function pairs(lines: readonly DiffLine[]): Pair[] {
  const out: Pair[] = [];
  let dels: DiffLine[] = [];
  let adds: DiffLine[] = [];
  const flush = (): void => {
    for (let i = 0; i < Math.max(dels.length, adds.length); i += 1) {
      out.push({ left: dels[i] ?? null, right: adds[i] ?? null });
    }
    dels = [];
    adds = [];
  };
  for (const line of lines) {
    if (line.kind === 'del') dels.push(line);
    else if (line.kind === 'add') adds.push(line);
    else {
      flush();
      out.push({ left: line, right: line });
    }
  }
  flush();
  return out;
}
