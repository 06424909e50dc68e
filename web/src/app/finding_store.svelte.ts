// The findings of the open recording: read when they are first wanted, and again when they have changed.

import { Failure, findings } from '../api/client';
import type { Finding } from '../api/types.gen';
import { joined, nextPage } from '../model/findings';

export const PAGE = 500;
/** Who has more to mend will not read on; the counts are those of all. */
const MOST = 10_000;

export class FindingStore {
  /** In the order of their frames; null until they have been read once. */
  list: Finding[] | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  /** There are more than are held. */
  cut = $state(false);
  #reading: Promise<void> | null = null;
  #stale = true;
  #controller = new AbortController();

  constructor(readonly recording: number) {}

  /** What is held may be wrong by now. */
  outdate(): void {
    this.#stale = true;
  }

  /** Reads them unless what is held is good. */
  async read(): Promise<readonly Finding[]> {
    while (this.#stale || this.#reading !== null) {
      if (this.#reading === null) {
        this.#stale = false;
        this.#reading = this.#load().finally(() => (this.#reading = null));
      }
      await this.#reading;
    }
    return this.list ?? [];
  }

  close(): void {
    this.#controller.abort();
  }

  async #load(): Promise<void> {
    const { signal } = this.#controller;
    let list: Finding[] = [];
    try {
      for (let from = 1; ;) {
        const page = await findings(this.recording, from, PAGE, signal);
        list = joined(list, page);
        this.cut = page.length === PAGE && list.length >= MOST;
        if (page.length < PAGE || this.cut) break;
        from = nextPage(page, from);
      }
      this.list = list;
      this.failure = null;
    } catch (cause) {
      if (!(cause instanceof Failure)) return;
      this.failure = cause;
    }
  }
}
