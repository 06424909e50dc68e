// The rows of a sequence diagram: frames, runs of chunks as one, and idle time as a break.

import { KIND, type FrameColumns } from './columns';

/** Heights at a scale of 1. */
export const ROW = 20;
export const BREAK = 20;
/** Silence beyond this is broken, shorter ones only make room. */
export const IDLE = 2;

export class SequenceRows {
  readonly first: number[] = [];
  readonly last: number[] = [];
  /** Where each row begins; one more for the end. */
  readonly y: number[] = [0];
  /** Seconds of silence that are broken before a row, 0 for none. */
  readonly idle: number[] = [];

  get count(): number {
    return this.first.length;
  }
  get height(): number {
    return this.y[this.count] ?? 0;
  }

  /** The row at a height, the nearest one outside. */
  at(y: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.y[middle + 1] ?? 0) <= y) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, Math.max(0, this.count - 1));
  }

  /** The row of a frame's index. */
  of(index: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.last[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, Math.max(0, this.count - 1));
  }

  /** The middle of a row's arrow. */
  middle(row: number): number {
    return (this.y[row + 1] ?? 0) - ROW / 2;
  }

  /** Where a moment stands: between the arrows before and after it. */
  heightOf(columns: FrameColumns, t: number): number {
    let low = 0;
    let high = columns.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (columns.t.at(middle) <= t) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const before = this.middle(this.of(low - 1));
    if (low >= columns.count) return before;
    const from = columns.t.at(low - 1);
    const to = columns.t.at(low);
    const share = to > from ? (t - from) / (to - from) : 0;
    return before + share * (this.middle(this.of(low)) - before);
  }
}

const isChunk = (name: string | null): boolean => name !== null && /_chunk$/.test(name);

/** Lays out all frames that are held. */
export function sequenceRows(columns: FrameColumns): SequenceRows {
  const rows = new SequenceRows();
  const chunk = columns.names.map(isChunk);
  for (let i = 0; i < columns.count; i += 1) {
    const gap = i === 0 ? 0 : columns.t.at(i) - columns.t.at(i - 1);
    const r = rows.count - 1;
    const update = columns.update.at(i);
    if (
      i > 0 &&
      gap < IDLE &&
      columns.kind.at(i) === KIND.notification &&
      chunk[update] === true &&
      update === columns.update.at(i - 1) &&
      columns.session.at(i) === columns.session.at(i - 1) &&
      columns.dir.at(i) === columns.dir.at(i - 1) &&
      columns.kind.at(i - 1) === KIND.notification
    ) {
      rows.last[r] = i;
      continue;
    }
    const room = gap >= IDLE ? BREAK : gap > 0.25 ? Math.min(14, 4 + gap * 6) : 0;
    rows.first.push(i);
    rows.last.push(i);
    rows.idle.push(gap >= IDLE ? gap : 0);
    rows.y.push((rows.y[r + 1] ?? 0) + room + ROW);
  }
  return rows;
}

/** What was laid out, and which frame index 0 of it was. */
export interface LaidOut {
  from: number;
  rows: SequenceRows;
}

/** How far a row moves down that stood at a height, by frames that have come before it. */
export function shift(before: LaidOut, now: LaidOut, y: number): number {
  if (before.rows.count === 0 || now.from >= before.from) return 0;
  const row = before.rows.at(y);
  const index = (before.rows.last[row] ?? 0) + before.from - now.from;
  return now.rows.middle(now.rows.of(index)) - before.rows.middle(row);
}

/** Spans that overlap get columns of their own, as few as will do. */
export function sideBySide<S extends { from: number; to: number }>(
  spans: readonly S[],
  most: number,
): (S & { column: number })[] {
  const ends: number[] = [];
  return [...spans]
    .sort((a, b) => a.from - b.from)
    .map((span) => {
      let column = ends.findIndex((end) => end <= span.from);
      if (column < 0) column = Math.min(ends.length, most - 1);
      ends[column] = Math.max(ends[column] ?? 0, span.to);
      return { ...span, column };
    });
}
