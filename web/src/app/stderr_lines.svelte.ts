// What the agent wrote to stderr, all of it, for those who want it among what was said.

import { Failure, stderr } from '../api/client';
import type { StderrLine } from '../api/types.gen';

const PAGE = 1_000;
const MOST = 10_000;

export class StderrLines {
  /** In their order, which is that of `after_frame`, too. */
  list: readonly StderrLine[] = $state.raw([]);
  #controller: AbortController | null = null;

  constructor(readonly recording: number) {}

  /** Reads what there is beyond what is held. */
  async read(total: number): Promise<void> {
    if (this.#controller !== null) return;
    const controller = new AbortController();
    this.#controller = controller;
    try {
      while (this.list.length < Math.min(total, MOST)) {
        const more = await stderr(this.recording, this.list.length, PAGE, controller.signal);
        if (more.length === 0) break;
        this.list = [...this.list, ...more];
      }
    } catch (cause) {
      // The view of stderr tells of failures; here the lines are an addition.
      if (!(cause instanceof Failure) && !controller.signal.aborted) throw cause;
    } finally {
      this.#controller = null;
    }
  }

  close(): void {
    this.#controller?.abort();
  }
}
