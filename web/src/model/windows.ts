// The frames that the page holds: windows of a recording, read as they come into sight and forgotten
// when others need the room. Frames never change, but a request learns of its answer later.

import type { FrameRow } from '../api/types.gen';
import { Lru } from '../lib/lru';

export const WINDOW = 200;
/** 12,800 rows, a few megabytes. */
const KEPT = 64;

/** Rows to ask the server for. */
export interface Request {
  from: number;
  limit: number;
}

const windowOf = (n: number): number => Math.floor((n - 1) / WINDOW);

export class Windows {
  /** Sparse: a window of a live recording fills from its start. */
  #windows: Lru<number, (FrameRow | undefined)[]>;
  /** The age at which each was read, by its number. */
  #ages = new Map<number, number>();
  /** Counts how often what is held has become old. */
  age = 0;

  constructor(kept = KEPT) {
    this.#windows = new Lru(kept);
  }

  row(n: number): FrameRow | undefined {
    return this.#windows.peek(windowOf(n))?.[(n - 1) % WINDOW];
  }

  /** What is held may be wrong by now; it is shown until it has been read again. */
  outdate(): void {
    this.age += 1;
  }

  /**
   * What must be read so that rows `first` to `last` can be shown, window by window. A window that is
   * held in part is read from its first gap on, so that a live recording costs only its new rows.
   */
  missing(first: number, last: number): Request[] {
    const requests: Request[] = [];
    for (let w = windowOf(Math.max(1, first)); w <= windowOf(last); w += 1) {
      const rows = this.#windows.get(w);
      const start = w * WINDOW + 1;
      const end = Math.min((w + 1) * WINDOW, last);
      const old = rows !== undefined && (this.#ages.get(w) ?? 0) < this.age;
      if (old) {
        requests.push({ from: start, limit: WINDOW });
        continue;
      }
      let from = start;
      while (from <= end && rows?.[from - start] !== undefined) from += 1;
      if (from <= end) requests.push({ from, limit: start + WINDOW - from });
    }
    return requests;
  }

  /** Takes rows that were asked for at an age. */
  add(rows: readonly FrameRow[], age = this.age): void {
    for (const row of rows) {
      const w = windowOf(row.n);
      const held = this.#windows.peek(w);
      const window = held ?? new Array<FrameRow | undefined>(WINDOW);
      // Rows that only fill a gap leave the rest as old as it was.
      if (held === undefined || row.n === w * WINDOW + 1) this.#ages.set(w, age);
      window[(row.n - 1) % WINDOW] = row;
      this.#windows.set(w, window);
    }
    for (const row of rows) this.#answer(row);
  }

  /** Tells a held request of the answer that has just been read. */
  #answer(answer: FrameRow): void {
    if (answer.pair === null || answer.pair >= answer.n) return;
    const request = this.row(answer.pair);
    // A batch has no answer of its own: its messages have one each.
    if (request === undefined || request.kind !== 'request' || request.pair !== null) return;
    const window = this.#windows.peek(windowOf(request.n));
    if (window !== undefined) {
      window[(request.n - 1) % WINDOW] = { ...request, pair: answer.n, latency: answer.latency };
    }
  }

  clear(): void {
    this.#windows.clear();
  }
}
