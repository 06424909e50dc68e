// How an item came to be: its patches, and its state after any of them.

import { Failure, item as readItem, patches as readPatches } from '../api/client';
import type { Item, Patch } from '../api/types.gen';
import { Lru } from '../lib/lru';
import { Turnstile } from '../lib/turnstile';

/** Rows ask as they come into sight; what the reader clicks must not wait behind all of them. */
const gate = new Turnstile(2);
/** The past does not change. */
const past = new Lru<string, Item>(200);

export class ItemHistory {
  patches: readonly Patch[] | null = $state.raw(null);
  /** States by the frame as of which they are. */
  states: ReadonlyMap<number, Item> = $state.raw(new Map());
  failure: Failure | null = $state.raw(null);
  #controller = new AbortController();
  #of: { uuid: string; recording: number; session: string | null; index: number } | null = null;

  /** Reads the patches as of a moment. Returns how to stop. */
  read(
    uuid: string,
    recording: number,
    session: string | null,
    index: number,
    at: number | null,
  ): () => void {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    const before = this.#of;
    this.#of = { uuid, recording, session, index };
    if (before?.index !== index || before.session !== session || before.uuid !== uuid) {
      this.patches = null;
      this.states = new Map();
    }
    const { signal } = controller;
    gate
      .run(() => readPatches(recording, session, index, at, signal), signal)
      .then(
        (answer) => {
          if (signal.aborted) return;
          this.patches = answer.patches;
          this.failure = null;
        },
        (cause: unknown) => {
          if (cause instanceof Failure && !signal.aborted) this.failure = cause;
        },
      );
    return () => controller.abort();
  }

  /** Makes the states after these frames known. */
  async want(frames: readonly number[]): Promise<void> {
    const of = this.#of;
    if (of === null) return;
    const { signal } = this.#controller;
    const missing = [...new Set(frames)].filter((f) => f > 0 && !this.states.has(f));
    await Promise.all(
      missing.map(async (frame) => {
        const key = `${of.uuid}/${of.session ?? ''}/${of.index}/${frame}`;
        try {
          const state =
            past.get(key) ??
            (await gate.run(
              () => readItem(of.recording, of.session, of.index, frame, signal),
              signal,
            ));
          past.set(key, state);
          if (!signal.aborted) this.states = new Map([...this.states, [frame, state]]);
        } catch {
          // Before its first frame an item is not there; and what was given up needs no answer.
        }
      }),
    );
  }
}
