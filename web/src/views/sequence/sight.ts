// What of a diagram is in sight, and what is still missing there.

import type { FrameColumns } from '../../model/columns';
import type { SequenceRows } from '../../model/sequence';

/** Heights at a scale of 1, from the upper to the lower edge of what is seen. */
export interface Sight {
  from: number;
  to: number;
}

/** The first and the last frame in sight. */
export function framesIn(
  rows: SequenceRows,
  columns: FrameColumns,
  { from, to }: Sight,
): { first: number; last: number } | null {
  if (rows.count === 0) return null;
  return {
    first: columns.from + (rows.first[rows.at(from)] ?? 0),
    last: columns.from + (rows.last[rows.at(to)] ?? 0),
  };
}

/** The side where rows are missing that would be in sight, of a diagram from frame `first` to `last`. */
export function missingIn(
  rows: SequenceRows,
  columns: FrameColumns,
  { from, to }: Sight,
  first: number,
  last: number,
): 'before' | 'after' | null {
  if (rows.count === 0) return null;
  if (columns.from > first && rows.at(from) < 2) return 'before';
  return columns.next <= last && rows.at(to) > rows.count - 3 ? 'after' : null;
}

/** Whether each row that has words of its own has them. */
export function worded(
  rows: SequenceRows,
  columns: FrameColumns,
  { from, to }: Sight,
  known: (frame: number) => boolean,
): boolean {
  const last = rows.at(to);
  for (let row = rows.at(from); row <= last; row += 1) {
    const index = rows.first[row] ?? 0;
    if (index === rows.last[row] && !known(columns.from + index)) return false;
  }
  return true;
}
