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

  constructor(kept = KEPT) {
    this.#windows = new Lru(kept);
  }

  row(n: number): FrameRow | undefined {
    return this.#windows.peek(windowOf(n))?.[(n - 1) % WINDOW];
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
      let from = start;
      while (from <= end && rows?.[from - start] !== undefined) from += 1;
      if (from <= end) requests.push({ from, limit: start + WINDOW - from });
    }
    return requests;
  }

  add(rows: readonly FrameRow[]): void {
    for (const row of rows) {
      const w = windowOf(row.n);
      const window = this.#windows.peek(w) ?? new Array<FrameRow | undefined>(WINDOW);
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
