// Frames as columns: a hundred thousand of them in a few megabytes, for drawings.

import type { Columns } from '../api/types.gen';

export const KIND = { invalid: 0, request: 1, response: 2, error: 3, notification: 4, batch: 5 };

/** Numbers that can be added to at both ends. */
class Numbers<A extends Float64Array | Int32Array | Uint8Array> {
  length = 0;
  /** Where the first of them stands. */
  #start = 0;
  constructor(
    private readonly make: (size: number) => A,
    private values: A = make(1024),
  ) {}

  /** Makes room at an end, to be filled by `set`. */
  widen(before: number, after: number): void {
    const length = before + this.length + after;
    const end = this.#start + this.length;
    if (this.#start < before || end + after > this.values.length) {
      const larger = this.make(length * 2);
      // The room that is left goes to the side that grows.
      const start = before > 0 ? length : 0;
      larger.set(this.values.subarray(this.#start, end), start + before);
      this.values = larger;
      this.#start = start;
    } else this.#start -= before;
    this.length = length;
  }

  at(i: number): number {
    return this.values[this.#start + i] ?? 0;
  }

  set(i: number, value: number): void {
    this.values[this.#start + i] = value;
  }
}

const floats = (): Numbers<Float64Array> => new Numbers((n) => new Float64Array(n));
const ints = (): Numbers<Int32Array> => new Numbers((n) => new Int32Array(n));
const bytes = (): Numbers<Uint8Array> => new Numbers((n) => new Uint8Array(n));

/**
 * Frames without a gap from `from` on; index 0 is frame `from`, which moves when frames come before it.
 * No number (-1) stands for nothing.
 */
export class FrameColumns {
  readonly t = floats();
  readonly dir = bytes();
  readonly kind = bytes();
  readonly method = ints();
  readonly update = ints();
  readonly session = ints();
  readonly pair = ints();
  readonly latency = floats();
  readonly size = floats();
  readonly names: string[] = [];
  readonly sessions: string[] = [];
  #nameAt = new Map<string, number>();
  #sessionAt = new Map<string, number>();

  constructor(public from = 1) {}

  get count(): number {
    return this.t.length;
  }

  /** The number after the last frame that is held. */
  get next(): number {
    return this.from + this.count;
  }

  index(frame: number): number | null {
    const i = frame - this.from;
    return i >= 0 && i < this.count ? i : null;
  }

  nameOf(at: number): string | null {
    return at < 0 ? null : (this.names[at] ?? null);
  }

  /** Takes frames that follow those that are held, or that come right before them. */
  add(page: Columns): void {
    const { length } = page.t;
    const before = page.from + length === this.from;
    if (!before && page.from !== this.next) return;
    const start = before ? 0 : this.count;
    for (const column of this.#all()) column.widen(before ? length : 0, before ? 0 : length);
    if (before) this.from = page.from;
    const names = page.names.map((name) => place(name, this.names, this.#nameAt));
    const sessions = page.sessions.map((id) => place(id, this.sessions, this.#sessionAt));
    for (let k = 0; k < length; k += 1) {
      const i = start + k;
      this.t.set(i, page.t[k] ?? 0);
      this.dir.set(i, page.dir[k] ?? 0);
      this.kind.set(i, page.kind[k] ?? 0);
      this.method.set(i, of(names, page.method[k]));
      this.update.set(i, of(names, page.update[k]));
      this.session.set(i, of(sessions, page.session[k]));
      this.pair.set(i, page.pair[k] ?? -1);
      this.latency.set(i, page.latency[k] ?? -1);
      this.size.set(i, page.size[k] ?? 0);
      this.#answer(i);
    }
  }

  #all(): { widen(before: number, after: number): void }[] {
    const { t, dir, kind, method, update, session, pair, latency, size } = this;
    return [t, dir, kind, method, update, session, pair, latency, size];
  }

  /** A request that was read before it was answered learns of its answer. */
  #answer(i: number): void {
    const request = this.index(this.pair.at(i));
    if (request === null || request >= i || this.pair.at(request) >= 0) return;
    this.pair.set(request, this.from + i);
    this.latency.set(request, this.latency.at(i));
  }
}

function place(word: string, list: string[], at: Map<string, number>): number {
  let i = at.get(word);
  if (i === undefined) {
    i = list.length;
    list.push(word);
    at.set(word, i);
  }
  return i;
}

const of = (legend: readonly number[], at: number | null | undefined): number =>
  at === null || at === undefined ? -1 : (legend[at] ?? -1);
