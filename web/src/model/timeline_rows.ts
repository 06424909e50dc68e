// The rows of a timeline: turns with their heads and ends, and the items between them.

import { sortedRanges } from './ranges';
import type { Item, Turn } from '../api/types.gen';

export type TimelineRow =
  { is: 'turn'; turn: Turn } | { is: 'item'; index: number } | { is: 'end'; turn: Turn };

/**
 * Rows in the order in which they are read. Folded turns keep their head only; nothing that stands before
 * `from` is a row.
 */
export function rowsOf(
  turns: readonly Turn[],
  total: number,
  folded: ReadonlySet<number> = new Set(),
  from = 0,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  let next = from;
  const upTo = (end: number): void => {
    for (; next < end; next += 1) rows.push({ is: 'item', index: next });
  };
  for (const turn of turns) {
    const first = Math.min(turn.first_item, total);
    const end = Math.min(first + turn.items, total);
    if (end < from || (end === from && turn.items > 0 && from > 0)) continue;
    upTo(first);
    rows.push({ is: 'turn', turn });
    if (folded.has(turn.number)) {
      next = Math.max(next, end);
      continue;
    }
    upTo(end);
    if (turn.last_frame !== null) rows.push({ is: 'end', turn });
  }
  upTo(total);
  return rows;
}

/** Where an item stands; of one that is folded away, its turn's head. */
export function rowOfItem(rows: readonly TimelineRow[], index: number): number | null {
  let near: number | null = null;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i];
    if (row?.is === 'item' && row.index === index) return i;
    if (row?.is === 'turn') {
      const { first_item, items } = row.turn;
      if (index >= first_item && index < first_item + items) near = i;
    }
  }
  return near;
}

/** The turn that a row belongs to. */
export function turnAt(rows: readonly TimelineRow[], row: number): Turn | null {
  for (let i = Math.min(row, rows.length - 1); i >= 0; i -= 1) {
    const at = rows[i];
    if (at?.is === 'turn') {
      const end = at.turn.first_item + at.turn.items;
      const here = rows[row];
      return here?.is === 'item' && here.index >= end ? null : at.turn;
    }
  }
  return null;
}

/** How far items are looked for that stand in another's row. */
const NEAR = 40;

/** What is shown inside of something else: a notice in a margin, a permission inside of its tool call. */
const stands = (item: Item): boolean => item.type !== 'notice' && item.parent_item === null;

type Get = (index: number) => Item | undefined;

/** The item in whose row this one is shown; its own when it stands for itself. */
export function hostOf(item: Item, get: Get): number {
  if (item.parent_item !== null) {
    const parent = get(item.parent_item);
    if (parent === undefined) return item.index;
    return parent.parent_item === null ? parent.index : hostOf(parent, get);
  }
  if (item.type !== 'notice') return item.index;
  for (let i = item.index - 1; i >= Math.max(0, item.index - NEAR); i -= 1) {
    const before = get(i);
    if (before === undefined || before.turn !== item.turn) break;
    if (stands(before)) return before.index;
  }
  return item.index;
}

/** The items that are shown in the row of this one. */
export function guestsOf(item: Item, get: Get): Item[] {
  const guests: Item[] = [];
  for (let i = item.index + 1; i <= item.index + NEAR; i += 1) {
    const next = get(i);
    if (next === undefined) continue;
    if (hostOf(next, get) === item.index) guests.push(next);
  }
  return guests;
}

/** Whether a frame is one of those that made an item. */
export const madeBy = (item: Item, frame: number): boolean =>
  item.frames.some(([from, to]) => frame >= from && frame <= to);

/** `frame 12`, `frames 12–31`, `frames 12, 15–31 and 4 more`. */
export function framesWords(item: Item, most = 2): string {
  const ranges = sortedRanges(item.frames);
  const words = ranges
    .slice(0, most)
    .map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  const rest = ranges.slice(most).reduce((n, [from, to]) => n + to - from + 1, 0);
  const tail = rest > 0 ? ` +${rest}` : '';
  return `${item.frame_count === 1 ? 'frame' : 'frames'} ${words.join(', ')}${tail}`;
}
