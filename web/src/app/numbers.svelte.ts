// The numbers of a recording beside its diagram: its last turns, and how long answers took.

import { calls, Failure, turns } from '../api/client';
import type { Calls, Turn } from '../api/types.gen';

/** Turns that are shown; a recording may have thousands. */
const TURNS = 50;
/** Milliseconds between two reads as it grows. */
const PACE = 700;

export class Numbers {
  turns: readonly Turn[] = $state.raw([]);
  calls: readonly Calls[] = $state.raw([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read = false;

  constructor(readonly recording: number) {}

  /** `count`: how many turns there are. */
  grow(count: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#load(count), this.#read ? PACE : 0);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #load(count: number): Promise<void> {
    try {
      const from = Math.max(0, count - TURNS);
      const [page, all] = await Promise.all([
        turns(this.recording, undefined, null, from, TURNS),
        calls(this.recording, null),
      ]);
      this.turns = page.turns;
      this.calls = all;
      this.#read = true;
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
    }
  }
}
