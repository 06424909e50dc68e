// The frames of a recording as columns, read in pages for the sequence diagram: first what stands around the frame
// that the reader looks at, then the rest on both sides of it.

import { columns, Failure } from '../api/client';
import { FrameColumns } from '../model/columns';

/** What fills a screen, and a little more: read and drawn within some milliseconds. */
const FIRST = 2_000;
const PAGE = 25_000;
/** What one diagram holds; a longer recording is shown in parts. */
export const MOST = 200_000;
/** Milliseconds that the rest waits: what is in sight has words to be read, and whoever drags on needs no rest. */
const PAUSE = 150;

interface Span {
  from: number;
  to: number;
}

export class ColumnsStore {
  value: FrameColumns;
  /** The columns grow in place; this tells that they have. */
  version = $state(0);
  total = $state(0);
  failure: Failure | null = $state.raw(null);
  #controller: AbortController | null = null;
  #wanted: 'before' | 'after' | null = null;
  #hurry: () => void = () => undefined;

  /** A part begins at `part`; `near` is the frame of it that is wanted first. */
  constructor(
    readonly recording: number,
    readonly part = 1,
    private readonly near = part,
  ) {
    this.value = new FrameColumns(Math.max(part, near - FIRST / 2));
  }

  /** Reads what there is beyond what is held. */
  grow(total: number): void {
    this.total = Math.max(this.total, total);
    if (this.#controller === null && this.#next() !== null) void this.#read();
  }

  /** Whether a frame of this part is held, or follows soon. */
  covers(frame: number): boolean {
    const { count, from, next } = this.value;
    return count === 0 ? frame === this.near : frame >= from && frame < next + FIRST;
  }

  /** The reader looks at a side where frames are missing. */
  hurry(side: 'before' | 'after'): void {
    this.#wanted = side;
    this.#hurry();
  }

  /** The last frame of the part, as far as is known. */
  get last(): number {
    return Math.min(this.total, this.part + MOST - 1);
  }

  close(): void {
    this.#controller?.abort();
    this.#hurry();
  }

  /** What is to be read next: the side that is wanted, otherwise both in turn. */
  #next(): Span | null {
    const { from, next, count } = this.value;
    const length = count === 0 ? FIRST : PAGE;
    const end = this.part + MOST - 1;
    const after = next <= this.last ? { from: next, to: Math.min(end, next + length - 1) } : null;
    if (count === 0 || from === this.part) return after;
    const before = { from: Math.max(this.part, from - PAGE), to: from - 1 };
    if (after === null) return before;
    const side = this.#wanted ?? (this.near - from < next - this.near ? 'before' : 'after');
    return side === 'before' ? before : after;
  }

  async #read(): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    try {
      for (let span = this.#next(); span !== null; span = this.#next()) {
        const first = this.value.count === 0;
        this.#wanted = null;
        const page = await columns(this.recording, span.from, span.to, controller.signal);
        this.value.add(page);
        this.total = Math.max(this.total, page.total);
        this.failure = null;
        this.version += 1;
        if (page.t.length === 0) break;
        if (first && this.#next() !== null) await this.#pause();
      }
    } catch (cause) {
      if (cause instanceof Failure && !controller.signal.aborted) this.failure = cause;
    } finally {
      this.#controller = null;
    }
  }

  #pause(): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, PAUSE);
      this.#hurry = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
