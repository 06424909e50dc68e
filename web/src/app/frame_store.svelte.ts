// The frames of the open recording, read in windows as they are shown.

import { Failure, frames } from '../api/client';
import type { FrameRow } from '../api/types.gen';
import { backoff } from '../lib/backoff';
import { Windows, type Request } from '../model/windows';

/** Browsers allow six connections to one origin; the inspector and the stream want some. */
const AT_ONCE = 3;

export class FrameStore {
  total = $state(0);
  failure: Failure | null = $state.raw(null);
  #windows = new Windows();
  /** Rows are held outside of the framework; this tells it that they have changed. */
  #version = $state(0);
  #wanted: readonly { first: number; last: number }[] = [];
  #running = new Map<number, AbortController>();
  /** The server had nothing from here on; ask again when it says that there is more. */
  #dry: number | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly recording: number,
    total: number,
  ) {
    this.total = total;
  }

  row(n: number): FrameRow | undefined {
    void this.#version;
    return this.#windows.row(n);
  }

  /** Counts how often rows have come: for whoever draws them later. */
  get version(): number {
    return this.#version;
  }

  /** Says which rows are in sight. */
  show(first: number, last: number): void {
    this.showRanges([{ first, last }]);
  }

  /** The same for rows that do not stand together. */
  showRanges(ranges: readonly { first: number; last: number }[]): void {
    this.#wanted = ranges;
    for (const [from, controller] of this.#running) {
      const far = ranges.every(({ first, last }) => from > last + 400 || from + 400 < first);
      if (far) controller.abort();
    }
    this.#pump();
  }

  /** The recording has this many frames now. */
  grow(total: number): void {
    if (total <= this.total) return;
    this.total = total;
    this.#dry = null;
    this.#pump();
  }

  /** What is held may be wrong by now: reads again what is in sight, and the rest when it is. */
  refresh(): void {
    this.#windows.outdate();
    this.#pump();
  }

  retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dry = null;
    this.#pump();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wanted = [];
    for (const controller of this.#running.values()) controller.abort();
  }

  #pump(): void {
    if (this.#timer !== undefined) return;
    for (const { first, last } of this.#wanted) {
      for (const request of this.#windows.missing(first, Math.min(last, this.total))) {
        if (this.#running.size >= AT_ONCE) return;
        if (this.#running.has(request.from)) continue;
        if (this.#dry !== null && request.from >= this.#dry) continue;
        void this.#read(request);
      }
    }
  }

  async #read({ from, limit }: Request): Promise<void> {
    const controller = new AbortController();
    this.#running.set(from, controller);
    const { age } = this.#windows;
    try {
      const page = await frames(this.recording, from, limit, controller.signal);
      this.#windows.add(page.rows, age);
      if (page.rows.length === 0) this.#dry = from;
      this.total = Math.max(this.total, page.total);
      this.#version += 1;
      this.#failures = 0;
      this.failure = null;
    } catch (cause) {
      if (cause instanceof Failure) this.#failed(cause);
    } finally {
      this.#running.delete(from);
    }
    this.#pump();
  }

  #failed(failure: Failure): void {
    this.failure = failure;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#pump();
      },
      backoff(this.#failures, 500),
    );
    this.#failures += 1;
  }
}
