// Heights of rows that differ, most of them guessed until they have been seen. Sums and searches take
// logarithmic time, so that twenty thousand rows scroll like twenty.

export class Heights {
  #own: Float64Array;
  /** Binary indexed tree over the heights, from 1. */
  #tree: Float64Array;
  #measured: Uint8Array;

  constructor(
    readonly count: number,
    readonly guess: number,
    before?: Heights,
  ) {
    this.#own = new Float64Array(count).fill(guess);
    this.#measured = new Uint8Array(count);
    if (before) {
      const n = Math.min(count, before.count);
      this.#own.set(before.#own.subarray(0, n));
      this.#measured.set(before.#measured.subarray(0, n));
    }
    this.#tree = new Float64Array(count + 1);
    for (let i = 1; i <= count; i += 1) {
      this.#tree[i] = (this.#tree[i] ?? 0) + (this.#own[i - 1] ?? 0);
      const up = i + (i & -i);
      if (up <= count) this.#tree[up] = (this.#tree[up] ?? 0) + (this.#tree[i] ?? 0);
    }
  }

  get total(): number {
    return this.top(this.count);
  }

  height(row: number): number {
    return this.#own[row] ?? 0;
  }

  isMeasured(row: number): boolean {
    return this.#measured[row] === 1;
  }

  /** Where a row begins; `count` gives the end of the last one. */
  top(row: number): number {
    let sum = 0;
    for (let i = Math.min(row, this.count); i > 0; i -= i & -i) sum += this.#tree[i] ?? 0;
    return sum;
  }

  /** The row at a height, the last one beyond the end. */
  at(y: number): number {
    let row = 0;
    let rest = Math.max(0, y);
    for (let step = 1 << Math.floor(Math.log2(Math.max(1, this.count))); step > 0; step >>= 1) {
      const next = row + step;
      if (next <= this.count && (this.#tree[next] ?? 0) <= rest) {
        row = next;
        rest -= this.#tree[next] ?? 0;
      }
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** Takes what a row really has; tells by how much it grew. */
  set(row: number, height: number): number {
    if (row < 0 || row >= this.count) return 0;
    const by = height - (this.#own[row] ?? 0);
    this.#measured[row] = 1;
    if (by === 0) return 0;
    this.#own[row] = height;
    for (let i = row + 1; i <= this.count; i += i & -i) this.#tree[i] = (this.#tree[i] ?? 0) + by;
    return by;
  }
}
