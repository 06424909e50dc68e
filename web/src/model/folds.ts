// Rows that stand for several frames, and which of them are open. The list counts lines: a row is one line
// as long as it is folded, and one for each of its frames when it is open.

/** An open row. */
interface Open {
  /** Its place among the rows, from 1. */
  place: number;
  /** Lines that it has beyond the first. */
  extra: number;
}

/** A line of the list: a row, and how many frames behind the first of it. */
export interface Line {
  place: number;
  inside: number;
}

export class Folds {
  /** In the order of their places. */
  #open: readonly Open[];

  constructor(open: readonly Open[] = []) {
    this.#open = open;
  }

  /** How many lines these rows have. */
  lines(rows: number): number {
    return this.#open.reduce((sum, o) => (o.place <= rows ? sum + o.extra : sum), rows);
  }

  isOpen(place: number): boolean {
    return this.#open.some((o) => o.place === place);
  }

  /** What stands on a line, counted from 0. */
  at(line: number): Line {
    let before = 0;
    for (const o of this.#open) {
      const first = o.place - 1 + before;
      if (line <= first) break;
      if (line <= first + o.extra) return { place: o.place, inside: line - first };
      before += o.extra;
    }
    return { place: line - before + 1, inside: 0 };
  }

  /** The line, counted from 0, of a row's frame. */
  lineOf(place: number, inside = 0): number {
    let line = place - 1;
    for (const o of this.#open) {
      if (o.place < place) line += o.extra;
    }
    return line + (this.isOpen(place) ? inside : 0);
  }

  /** The same with a row of this many frames open; of another length when it is open already. */
  opened(place: number, frames: number): Folds {
    const rest = this.#open.filter((o) => o.place !== place);
    const open = [...rest, { place, extra: frames - 1 }];
    return new Folds(open.sort((a, b) => a.place - b.place));
  }

  closed(place: number): Folds {
    return new Folds(this.#open.filter((o) => o.place !== place));
  }
}
