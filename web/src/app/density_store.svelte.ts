// How busy the open recording was and what stands out in it, for the scrubber: read when the page is opened or
// resized, and as it grows.

import { density, Failure, marks } from '../api/client';
import type { Density, Marks } from '../api/types.gen';

const SETTLE = 400;

export class DensityStore {
  value: Density | null = $state.raw(null);
  marks: Marks | null = $state.raw(null);
  #buckets = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller: AbortController | null = null;
  #stale = false;

  constructor(readonly recording: number) {}

  /** The width in which it is drawn, in parts that can be told apart. */
  width(buckets: number): void {
    const wanted = Math.max(50, Math.round(buckets / 50) * 50);
    if (wanted === this.#buckets) return;
    this.#buckets = wanted;
    this.grow();
  }

  /** There are more frames, or other findings. */
  grow(): void {
    this.#stale = true;
    if (this.#buckets === 0 || this.#timer !== undefined || this.#controller !== null) return;
    this.#timer = setTimeout(() => void this.#read(), this.value === null ? 0 : SETTLE);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#stale = false;
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const { signal } = controller;
      // Marks may have to wait until the conversation is folded; what was busy is known before.
      const standing = marks(this.recording, this.#buckets, signal);
      standing.catch(() => undefined);
      this.value = await density(this.recording, this.#buckets, signal);
      this.marks = await standing;
      if (this.marks.folded < this.marks.frames) this.#stale = true;
    } catch (cause) {
      if (!(cause instanceof Failure)) return;
      this.#stale = false;
    } finally {
      this.#controller = null;
    }
    if (this.#stale) this.grow();
  }
}
