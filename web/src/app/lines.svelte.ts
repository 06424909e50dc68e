// The lines of the Frames view: rows, and the frames of runs that the reader has opened.

import type { FrameRow } from '../api/types.gen';
import { Folds } from '../model/folds';
import type { FrameStore } from './frame_store.svelte';
import { lastOf, type RowStore } from './row_store.svelte';

/** What stands on a line. */
export interface Shown {
  n: number;
  /** Absent while it is being read. */
  row: FrameRow | undefined;
  /** The last frame that the line stands for. */
  last: number;
  /** A run of frames: folded into this line, or open from this line on. */
  run: 'folded' | 'open' | null;
  /** A frame of an open run. */
  inner: boolean;
  place: number;
}

export class Lines {
  #folds = $state.raw(new Folds());

  constructor(
    readonly rows: () => RowStore | null,
    readonly frames: () => FrameStore | null,
  ) {}

  get count(): number {
    return this.#folds.lines(this.rows()?.count ?? 0);
  }

  /** What stands on a line, counted from 0; null while it is not known. */
  at(line: number): Shown | null {
    const { place, inside } = this.#folds.at(line);
    const row = this.rows()?.row(place);
    if (row === undefined) return null;
    const plain = { n: row.n, row, last: lastOf(row), inner: false, place };
    if (row.run === null) return { ...plain, run: null };
    if (!this.#folds.isOpen(place)) return { ...plain, run: 'folded' };
    const n = row.n + inside;
    return {
      n,
      row: this.frames()?.row(n) ?? (inside === 0 ? { ...row, run: null } : undefined),
      last: n,
      run: inside === 0 ? 'open' : null,
      inner: inside > 0,
      place,
    };
  }

  /** The number of the frame on a line, also while it is being read; 0 where only its row would tell. */
  numberOn(line: number): number {
    const rows = this.rows();
    const every = rows !== null && !rows.fold && rows.filter === '';
    return this.at(line)?.n ?? (every ? this.#folds.at(line).place : 0);
  }

  /** The line that a frame stands on, as far as its row is held. */
  lineOf(frame: number): number | null {
    const place = this.rows()?.find(frame) ?? null;
    const row = place === null ? undefined : this.rows()?.row(place);
    return place === null || row === undefined ? null : this.#folds.lineOf(place, frame - row.n);
  }

  /** The line on which a row begins. */
  begin(place: number): number {
    return this.#folds.lineOf(place);
  }

  /** When the frame on the line before was read. */
  before(line: number): number | undefined {
    const shown = line === 0 ? null : this.at(line - 1);
    return shown?.run === 'folded' ? (shown.row?.run?.t ?? undefined) : shown?.row?.t;
  }

  /** Opens the run that a frame is inside of. */
  openTo(frame: number, place: number): void {
    const row = this.rows()?.row(place);
    if (row?.run != null && frame !== row.n && !this.#folds.isOpen(place)) this.#unfold(place, row);
  }

  /** Opens or folds the run on a line; tells the run's frames. */
  setOpen(line: number, open: boolean): { first: number; last: number } | null {
    const place = this.at(line)?.place;
    const row = place === undefined ? undefined : this.rows()?.row(place);
    if (place === undefined || row === undefined || row.run === null) return null;
    if (open) this.#unfold(place, row);
    else this.#folds = this.#folds.closed(place);
    return { first: row.n, last: lastOf(row) };
  }

  /** Other rows: nothing of what was open is where it was. */
  reset(): void {
    this.#folds = new Folds();
  }

  /** The last run of a live recording goes on, also when it is open. */
  follow(): void {
    const place = this.rows()?.count ?? 0;
    const row = this.rows()?.row(place);
    if (row?.run != null && this.#folds.isOpen(place)) this.#unfold(place, row);
  }

  /** Has what is in sight read. */
  show(first: number, end: number): void {
    const rows = this.rows();
    if (rows === null || end <= first) return;
    rows.show(this.#folds.at(first).place, this.#folds.at(end - 1).place);
    const inside: { first: number; last: number }[] = [];
    for (let line = first; line < end; line += 1) {
      const { place, inside: behind } = this.#folds.at(line);
      const row = this.#folds.isOpen(place) ? rows.row(place) : undefined;
      if (row !== undefined) inside.push({ first: row.n + behind, last: row.n + behind });
    }
    if (inside.length > 0) this.frames()?.showRanges(inside);
  }

  #unfold(place: number, row: FrameRow): void {
    this.#folds = this.#folds.opened(place, lastOf(row) - row.n + 1);
  }
}
