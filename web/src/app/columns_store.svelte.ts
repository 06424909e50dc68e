// The frames of a recording as columns, read in pages for the sequence diagram.

import { columns, Failure } from '../api/client';
import { FrameColumns } from '../model/columns';

const PAGE = 25_000;
/** What one diagram holds; a longer recording is shown in parts. */
export const MOST = 200_000;

export class ColumnsStore {
  value: FrameColumns;
  /** The columns grow in place; this tells that they have. */
  version = $state(0);
  total = $state(0);
  failure: Failure | null = $state.raw(null);
  #controller: AbortController | null = null;

  constructor(
    readonly recording: number,
    from = 1,
  ) {
    this.value = new FrameColumns(from);
  }

  /** Reads what there is beyond what is held. */
  grow(total: number): void {
    this.total = Math.max(this.total, total);
    if (this.#controller === null && this.value.next <= this.total) void this.#read();
  }

  get full(): boolean {
    return this.value.count >= MOST;
  }

  close(): void {
    this.#controller?.abort();
  }

  async #read(): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    try {
      while (this.value.next <= this.total && !this.full) {
        const { next } = this.value;
        const page = await columns(this.recording, next, next + PAGE - 1, controller.signal);
        this.value.add(page);
        this.total = Math.max(this.total, page.total);
        this.failure = null;
        this.version += 1;
        if (page.t.length === 0) break;
      }
    } catch (cause) {
      if (cause instanceof Failure && !controller.signal.aborted) this.failure = cause;
    } finally {
      this.#controller = null;
    }
  }
}
