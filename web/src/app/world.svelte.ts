// What each side knows at the moment.

import { Failure, known } from '../api/client';
import type { Known } from '../api/types.gen';

const SETTLE = 150;

export class World {
  value: Known | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  #at: number | null = null;
  #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading = false;
  /** Another moment, or more frames, since the read that goes on. */
  #again = false;

  constructor(readonly recording: number) {}

  /** Reads the state as of a frame; of the present, again as it moves on. */
  see(at: number | null): void {
    const moved = at !== this.#at || this.value === null;
    this.#at = at;
    if (moved) void this.#read();
    else if (at === null) this.#timer ??= setTimeout(() => void this.#read(), SETTLE);
  }

  retry(): void {
    void this.#read();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  /** One at a time: while the moment is dragged, the latest counts. */
  async #read(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#again = this.#reading;
    if (this.#reading) return;
    this.#reading = true;
    try {
      this.value = await known(this.recording, this.#at, this.#controller.signal);
      this.failure = null;
    } catch (cause) {
      if (this.#controller.signal.aborted) return;
      if (!(cause instanceof Failure)) throw cause;
      this.failure = cause;
    } finally {
      this.#reading = false;
    }
    if (this.#again) void this.#read();
  }
}
