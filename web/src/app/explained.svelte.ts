// What the server says about a frame, for the Explain tab.

import { explain, Failure } from '../api/client';
import type { Explained } from '../api/types.gen';
import { Lru } from '../lib/lru';

/** A frame is explained by its bytes, which never change. */
const kept = new Lru<string, Explained>(16);

export class Explanation {
  value: Explained | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);

  /** Reads what a frame means; returns how to stop. */
  read(recording: number, uuid: string, n: number): () => void {
    const key = `${uuid}/${n}`;
    const held = kept.get(key);
    this.failure = null;
    if (held !== undefined) {
      this.value = held;
      return () => undefined;
    }
    const controller = new AbortController();
    explain(recording, n, controller.signal).then(
      (explained) => {
        kept.set(key, explained);
        if (!controller.signal.aborted) this.value = explained;
      },
      (cause: unknown) => {
        if (cause instanceof Failure) [this.value, this.failure] = [null, cause];
      },
    );
    return () => controller.abort();
  }
}
