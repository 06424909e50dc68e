// The rows of the Frames view: frames that pass the filter, pieces of one text folded. The server searches as far
// as it is asked; rows are read in windows as they come into sight.

import { Failure, rows } from '../api/client';
import type { FrameRow, FramesPage } from '../api/types.gen';
import { backoff } from '../lib/backoff';
import { Lru } from '../lib/lru';

const WINDOW = 200;
const KEPT = 64;
const AT_ONCE = 2;
/** Milliseconds between two questions to a search that goes on. */
const SEARCHING = 30;
/** Milliseconds between two reads of what is new at the end: a frame of the screen. */
const PACE = 16;
/** More rows at a time than a reader can follow are read less often: so many milliseconds for each, up to this. */
const EACH = 4;
const SLOWEST = 120;
/** After so many milliseconds the rows before it are read again: a request may have learnt of its answer. */
const SETTLE = 250;

const windowOf = (place: number): number => Math.floor((place - 1) / WINDOW);
export const lastOf = (row: FrameRow): number => row.run?.last ?? row.n;

export class RowStore {
  /** Rows so far, and frames in them. */
  count = $state(0);
  frames = $state(0);
  /** All frames were looked at. */
  done = $state(false);
  reached = $state(0);
  /** Changes when places have changed. */
  version = $state(0);
  failure: Failure | null = $state.raw(null);
  /** Something was read at all. */
  ready = $state(false);
  #windows = new Lru<number, (FrameRow | undefined)[]>(KEPT);
  #changed = $state(0);
  #wanted = { first: 1, last: 1 };
  #running = new Map<number, AbortController>();
  #old = new Set<number>();
  #known: number | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Whether somebody looks: nothing is read for nobody. */
  #watched = false;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** What is new is being read; and there is more by now. */
  #tailing = false;
  #more = false;

  constructor(
    readonly recording: number,
    readonly filter: string,
    readonly fold: boolean,
    /** Frames in the recording. */
    public total: number,
  ) {}

  /** Says whether the list is in view: it is read, and kept up to date, only then. */
  watch(on: boolean): void {
    if (on === this.#watched) return;
    this.#watched = on;
    if (on) this.#pump();
  }

  row(place: number): FrameRow | undefined {
    void this.#changed;
    return this.#windows.peek(windowOf(place))?.[(place - 1) % WINDOW];
  }

  /** The place of the row that has a frame, as far as it is held. */
  find(frame: number): number | null {
    void this.#changed;
    for (let w = 0; w <= windowOf(Math.max(1, this.count)); w += 1) {
      const held = this.#windows.peek(w);
      if (held === undefined) continue;
      const at = held.findIndex(
        (row) => row !== undefined && row.n <= frame && frame <= lastOf(row),
      );
      if (at >= 0) return w * WINDOW + at + 1;
    }
    return null;
  }

  /** The place of the row that has a frame; null when it does not pass. */
  async place(frame: number): Promise<number | null> {
    const held = this.find(frame);
    if (held !== null) return held;
    for (let round = 0; round < 200 && !this.#closed; round += 1) {
      const start = { around: frame };
      const page = await rows(this.recording, this.filter, this.fold, start, WINDOW);
      const { matches } = page;
      if (this.#closed || matches === null) return null;
      // The list must be long enough to be scrolled there; and what was read on the way is shown there.
      this.#learn(page);
      if (matches.version === this.#known && page.rows.length > 0) {
        this.#windows.set(windowOf(matches.from), page.rows);
        this.#changed += 1;
      }
      const at = page.rows.findIndex((row) => frame <= lastOf(row));
      const found = page.rows[at];
      if (found !== undefined) return found.n <= frame ? matches.from + at : null;
      if (matches.done || matches.reached >= frame) return null;
    }
    return null;
  }

  /** Says which rows are in sight. */
  show(first: number, last: number): void {
    this.#wanted = { first: Math.max(1, first), last: Math.max(1, last) };
    this.#pump();
  }

  /** The recording has more frames, or other answers and findings. */
  grow(total: number): void {
    this.total = Math.max(this.total, total);
    if (this.#closed) return;
    this.done = false;
    if (!this.#watched) {
      this.#old.add(windowOf(Math.max(1, this.count)));
      return;
    }
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#old.add(windowOf(Math.max(1, this.count)));
      this.#again(0);
    }, SETTLE);
    void this.#tail();
  }

  /** What is held may be wrong by now. */
  refresh(): void {
    for (let w = 0; w <= windowOf(Math.max(1, this.count)); w += 1) this.#old.add(w);
    this.done = false;
    this.#again(0);
  }

  retry(): void {
    this.#again(0);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    for (const controller of this.#running.values()) controller.abort();
  }

  /** Reads what is new at the end: from the last row on, which may go on. */
  async #tail(): Promise<void> {
    this.#more = true;
    if (this.#tailing) return;
    this.#tailing = true;
    while (this.#more && !this.#closed) {
      this.#more = false;
      const place = Math.max(1, this.count);
      const w = windowOf(place);
      const before = (place - 1) % WINDOW;
      const [began, known] = [performance.now(), this.frames];
      if (!this.ready || !(await this.#readBehind(w, before))) {
        this.#old.add(w);
        this.#again(0);
        break;
      }
      const pace = Math.min(SLOWEST, Math.max(PACE, (this.frames - known) * EACH));
      await new Promise((done) => setTimeout(done, pace - (performance.now() - began)));
    }
    this.#tailing = false;
    this.#pump();
  }

  /** Reads a window behind some of its rows. False if the whole window must be read. */
  async #readBehind(w: number, before: number): Promise<boolean> {
    try {
      const start = { place: w * WINDOW + before + 1 };
      const page = await rows(this.recording, this.filter, this.fold, start, WINDOW - before);
      const known = this.#known;
      this.#learn(page);
      const held = this.#windows.peek(w);
      if (this.#known !== known || held === undefined) return false;
      this.#windows.set(w, [...held.slice(0, before), ...page.rows]);
      this.#changed += 1;
      return true;
    } catch (cause) {
      // The read of the whole window tells what is wrong.
      if (cause instanceof Failure) return false;
      throw cause;
    }
  }

  #again(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, pause);
  }

  #pump(): void {
    if (this.#closed || !this.#watched || this.#timer !== undefined) return;
    const last = Math.min(this.#wanted.last, Math.max(1, this.count));
    for (let w = windowOf(this.#wanted.first); w <= windowOf(last); w += 1) {
      const end = Math.min((w + 1) * WINDOW, last);
      const held = this.#windows.get(w);
      const whole = held?.[(end - 1) % WINDOW] !== undefined;
      if ((!whole || this.#old.has(w)) && this.#running.size < AT_ONCE) this.#read(w);
    }
    // A search that goes on is asked for more, wherever the reader looks.
    if (this.ready && !this.done && this.#running.size === 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#read(windowOf(Math.max(1, this.count)));
      }, SEARCHING);
    }
  }

  /** How far the search has come. An answer that was overtaken by another tells nothing new. */
  #learn({ matches, total }: FramesPage): void {
    if (this.#closed || matches === null) return;
    const begun = this.#known !== null && matches.version !== this.#known;
    if (begun) {
      this.#windows.clear();
      this.version += 1;
    } else if (matches.rows < this.count) {
      return;
    }
    this.#known = matches.version;
    this.count = matches.rows;
    this.frames = matches.count;
    this.reached = matches.reached;
    this.total = Math.max(this.total, total);
    this.done = matches.done;
  }

  #read(w: number): void {
    if (this.#running.has(w)) return;
    const controller = new AbortController();
    this.#running.set(w, controller);
    this.#old.delete(w);
    const start = { place: w * WINDOW + 1 };
    rows(this.recording, this.filter, this.fold, start, WINDOW, controller.signal)
      .then((page) => {
        if (this.#closed || page.matches === null) return;
        this.#learn(page);
        this.#windows.set(w, page.rows);
        this.ready = true;
        this.failure = null;
        this.#failures = 0;
        this.#changed += 1;
      })
      .catch((cause: unknown) => {
        if (!(cause instanceof Failure) || this.#closed) return;
        this.failure = cause;
        this.#again(backoff(this.#failures, 500));
        this.#failures += 1;
      })
      .finally(() => {
        this.#running.delete(w);
        this.#pump();
      });
  }
}
