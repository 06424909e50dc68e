// Whole frames, as the inspector shows them. The last few are kept: a frame never changes, only what
// is found about it.

import { Failure, frame } from '../api/client';
import type { FrameDetail } from '../api/types.gen';
import { Lru } from '../lib/lru';

/** A frame may be a megabyte; stepping back and forth needs only a few. */
const kept = new Lru<string, FrameDetail>(16);

export class Detail {
  value: FrameDetail | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  #controller: AbortController | null = null;

  /**
   * Reads a frame as of a judgement; what was shown stays until it is there. Returns how to stop.
   */
  read(recording: number, uuid: string, n: number, judged: number): () => void {
    const key = `${uuid}/${n}/${judged}`;
    const held = kept.get(key);
    this.failure = null;
    if (held !== undefined) {
      this.value = held;
      return () => undefined;
    }
    const controller = new AbortController();
    this.#controller = controller;
    frame(recording, n, controller.signal).then(
      (detail) => {
        // Messages of a batch learn of their answers later; only rows are told by the list.
        if (detail.batch.length === 0) kept.set(key, detail);
        if (!controller.signal.aborted) this.value = detail;
      },
      (cause: unknown) => {
        if (cause instanceof Failure && this.#controller === controller) {
          this.value = null;
          this.failure = cause;
        }
      },
    );
    return () => controller.abort();
  }

  clear(): void {
    this.value = null;
    this.failure = null;
  }
}
