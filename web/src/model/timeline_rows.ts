// The rows of a timeline: turns with their heads and ends, and the items between them.

import { sortedRanges } from './ranges';
import type { TurnIndex } from './turns';
import type { Item } from '../api/types.gen';

/** The head of a turn, an item, or the end of a turn. */
export type TimelineRow =
  | { is: 'turn'; turn: number }
  | { is: 'item'; index: number }
  | { is: 'end'; turn: number; frame: number };

/** A turn, and the items behind it that belong to none. */
interface Part {
  /** Null before the first turn. */
  turn: number | null;
  /** The row of its head; of what stands before the first turn, the row before. */
  row: number;
  /** Its items that are rows. */
  item: number;
  shown: number;
  /** Items of the turn that are folded away stand before this one. */
  until: number;
  /** The frame of its end. */
  end: number | null;
  /** The first item behind it. */
  loose: number;
}

export class TimelineRows {
  readonly length: number;
  readonly #parts: Part[] = [];

  /**
   * Rows in the order in which they are read, as of a frame. Folded turns keep their head only; nothing that
   * stands before `from` is a row.
   */
  constructor(
    turns: TurnIndex,
    total: number,
    { at = null, folded = new Set(), from = 0 }: Partial<Look> = {},
  ) {
    let next = from;
    let rows = 0;
    let part: Part = { turn: null, row: -1, item: 0, shown: 0, until: 0, end: null, loose: from };
    this.#parts.push(part);
    const count = turns.begun(at);
    for (let place = 0; place < count; place += 1) {
      const turn = turns.at(place, at);
      if (turn === undefined) break;
      const first = Math.min(turn.first_item, total);
      const end = Math.min(first + turn.items, total);
      if (end < from || (end === from && turn.items > 0 && from > 0)) continue;
      rows += Math.max(0, first - next);
      next = Math.max(next, first);
      const open = !folded.has(turn.number);
      const shown = open ? Math.max(0, end - next) : 0;
      part = {
        turn: turn.number,
        row: rows,
        item: next,
        shown,
        until: Math.max(next, end),
        end: open ? turn.last_frame : null,
        loose: Math.max(next, end),
      };
      this.#parts.push(part);
      rows += 1 + shown + (part.end === null ? 0 : 1);
      next = part.loose;
    }
    this.length = rows + Math.max(0, total - next);
  }

  at(row: number): TimelineRow | undefined {
    if (row < 0 || row >= this.length) return undefined;
    const part = this.#partOf((p) => p.row <= row);
    const behind = row - part.row;
    if (part.turn !== null && behind === 0) return { is: 'turn', turn: part.turn };
    if (behind <= part.shown) return { is: 'item', index: part.item + behind - 1 };
    if (part.turn !== null && part.end !== null) {
      if (behind === part.shown + 1) return { is: 'end', turn: part.turn, frame: part.end };
      return { is: 'item', index: part.loose + behind - part.shown - 2 };
    }
    return { is: 'item', index: part.loose + behind - part.shown - 1 };
  }

  /** Where an item stands; of one that is folded away, its turn's head. */
  ofItem(index: number): number | null {
    const part = this.#partOf((p) => (p.turn === null ? true : p.item <= index));
    if (part.turn !== null && index < part.until) {
      return index < part.item + part.shown ? part.row + 1 + index - part.item : part.row;
    }
    const row =
      part.row + 1 + part.shown + (part.end === null ? 0 : 1) + Math.max(0, index - part.loose);
    return index < part.loose || row >= this.length ? null : row;
  }

  /** Where the end of a turn stands. */
  ofEnd(turn: number): number | null {
    const part = this.#parts.find((p) => p.turn === turn);
    return part === undefined || part.end === null ? null : part.row + 1 + part.shown;
  }

  /** The turn that a row belongs to. */
  turnAt(row: number): number | null {
    const part = this.#partOf((p) => p.row <= Math.min(row, this.length - 1));
    const here = this.at(row);
    return here?.is === 'item' && here.index >= part.until ? null : part.turn;
  }

  /** The last part that is so; the first is always. */
  #partOf(is: (part: Part) => boolean): Part {
    let low = 1;
    let high = this.#parts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const part = this.#parts[middle];
      if (part !== undefined && is(part)) low = middle + 1;
      else high = middle;
    }
    return this.#parts[low - 1] ?? NOTHING;
  }
}

const NOTHING: Part = { turn: null, row: -1, item: 0, shown: 0, until: 0, end: null, loose: 0 };

/** What is looked at: the frame of the moment, the turns that are folded, the first item. */
export interface Look {
  at: number | null;
  folded: ReadonlySet<number>;
  from: number;
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
  // Of very many frames the page knows only some.
  const rest =
    item.frame_count - ranges.slice(0, most).reduce((n, [from, to]) => n + to - from + 1, 0);
  const tail = rest > 0 ? ` +${rest}` : '';
  return `${item.frame_count === 1 ? 'frame' : 'frames'} ${words.join(', ')}${tail}`;
}
