// What each side knows at the moment.

import { Failure, known } from '../api/client';
import type { Known } from '../api/types.gen';

const SETTLE = 150;

export class World {
  value: Known | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  #at: number | null = null;
  #controller: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;

  constructor(readonly recording: number) {}

  /** Reads the state as of a frame; of the present, again as it moves on. */
  see(at: number | null): void {
    const moved = at !== this.#at || this.value === null;
    this.#at = at;
    if (moved) {
      this.#controller?.abort();
      void this.#read();
    } else if (at === null) {
      this.#again = true;
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        if (this.#again && this.#controller === null) void this.#read();
      }, SETTLE);
    }
  }

  retry(): void {
    void this.#read();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  async #read(): Promise<void> {
    this.#again = false;
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const value = await known(this.recording, this.#at, controller.signal);
      if (controller.signal.aborted) return;
      this.value = value;
      this.failure = null;
    } catch (cause) {
      if (cause instanceof Failure && !controller.signal.aborted) this.failure = cause;
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
  }
}
