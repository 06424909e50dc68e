// Frames as columns: a hundred thousand of them in a few megabytes, for drawings.

import type { Columns } from '../api/types.gen';

export const KIND = { invalid: 0, request: 1, response: 2, error: 3, notification: 4, batch: 5 };

/** Numbers that can be added to. */
class Numbers<A extends Float64Array | Int32Array | Uint8Array> {
  length = 0;
  constructor(
    private readonly make: (size: number) => A,
    private values: A = make(1024),
  ) {}

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = this.make(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(i: number): number {
    return this.values[i] ?? 0;
  }

  set(i: number, value: number): void {
    this.values[i] = value;
  }
}

const floats = (): Numbers<Float64Array> => new Numbers((n) => new Float64Array(n));
const ints = (): Numbers<Int32Array> => new Numbers((n) => new Int32Array(n));
const bytes = (): Numbers<Uint8Array> => new Numbers((n) => new Uint8Array(n));

/** Frames without a gap from `from` on; index 0 is frame `from`. No number (-1) stands for nothing. */
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

  constructor(readonly from = 1) {}

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

  /** Takes the frames that follow. */
  add(page: Columns): void {
    if (page.from !== this.next) return;
    const names = page.names.map((name) => place(name, this.names, this.#nameAt));
    const sessions = page.sessions.map((id) => place(id, this.sessions, this.#sessionAt));
    for (let i = 0; i < page.t.length; i += 1) {
      this.t.push(page.t[i] ?? 0);
      this.dir.push(page.dir[i] ?? 0);
      this.kind.push(page.kind[i] ?? 0);
      this.method.push(of(names, page.method[i]));
      this.update.push(of(names, page.update[i]));
      this.session.push(of(sessions, page.session[i]));
      this.pair.push(page.pair[i] ?? -1);
      this.latency.push(page.latency[i] ?? -1);
      this.size.push(page.size[i] ?? 0);
      this.#answer(this.count - 1);
    }
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
