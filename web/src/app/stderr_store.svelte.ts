// The lines that the agent wrote to stderr, read from where the reader wants to start.

import { Failure, stderr } from '../api/client';
import type { StderrLine } from '../api/types.gen';

export const PAGE = 500;

export class StderrStore {
  lines: StderrLine[] = $state.raw([]);
  /** Index of the first line that is held. */
  start = $state(0);
  total = $state(0);
  failure: Failure | null = $state.raw(null);
  busy = $state(false);
  #controller = new AbortController();

  constructor(
    readonly recording: number,
    total: number,
    fromEnd: boolean,
  ) {
    this.total = total;
    this.start = fromEnd ? Math.max(0, total - PAGE) : 0;
  }

  get atEnd(): boolean {
    return this.start + this.lines.length >= this.total;
  }

  grow(total: number): void {
    // Lines are read on only for those who were at the end; others have a button for it.
    const on = this.atEnd;
    this.total = Math.max(this.total, total);
    if (on) void this.more();
  }

  /** Reads the lines after those that are held. */
  async more(): Promise<void> {
    if (this.busy || this.atEnd) return;
    const lines = await this.#read(this.start + this.lines.length, PAGE);
    if (lines === null || lines.length === 0) return;
    this.lines = [...this.lines, ...lines];
    if (lines.length < PAGE) void this.more();
  }

  /** Reads the lines before those that are held. */
  async earlier(): Promise<void> {
    const from = Math.max(0, this.start - PAGE);
    const lines = await this.#read(from, this.start - from);
    if (lines === null) return;
    this.lines = [...lines, ...this.lines];
    this.start = from;
  }

  close(): void {
    this.#controller.abort();
  }

  async #read(from: number, limit: number): Promise<StderrLine[] | null> {
    this.busy = true;
    try {
      const lines = await stderr(this.recording, from, limit, this.#controller.signal);
      this.failure = null;
      return lines;
    } catch (cause) {
      if (cause instanceof Failure) this.failure = cause;
      return null;
    } finally {
      this.busy = false;
    }
  }
}
