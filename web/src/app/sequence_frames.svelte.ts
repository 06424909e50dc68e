// Which frames the sequence diagram holds: a part of the recording, begun where the reader looks.

import { ColumnsStore, MOST } from './columns_store.svelte';

const partOf = (frame: number): number => Math.floor((frame - 1) / MOST) * MOST + 1;

export class SequenceFrames {
  store: ColumnsStore;

  constructor(
    private readonly recording: number,
    near: number,
  ) {
    this.store = $state.raw(this.#around(near));
  }

  /** Has a frame read that is to come into sight; `anew` reads its part from there even when it is held. */
  see(frame: number, anew = false): void {
    const { store } = this;
    if (anew || partOf(frame) !== store.part || !store.covers(frame)) {
      store.close();
      this.store = this.#around(frame);
    } else if (frame >= store.value.next) store.hurry('after');
  }

  close(): void {
    this.store.close();
  }

  #around(frame: number): ColumnsStore {
    return new ColumnsStore(this.recording, partOf(frame), frame);
  }
}
