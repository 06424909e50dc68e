// A search over all recordings: what was found so far, and how far it has come.

import { Failure, search } from '../api/client';
import type { SearchHit } from '../api/types.gen';

/** Hits that are read at a time. */
const PAGE = 50;

export interface Progress {
  /** Recordings that were looked at to their end. */
  searched: number;
  recordings: number;
  /** Frames that are not in the index yet. */
  unindexed: number;
}

export class SearchStore {
  hits: readonly SearchHit[] = $state.raw([]);
  progress: Progress | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  busy = $state(false);
  /** Where to go on; null when everything was looked at. */
  next: string | null = $state(null);
  #controller: AbortController | null = null;
  #query = '';

  /** Begins a search anew. */
  look(query: string): void {
    this.close();
    this.#query = query;
    [this.hits, this.progress, this.failure, this.next] = [[], null, null, null];
    if (query !== '') void this.#read(null);
  }

  more(): void {
    if (!this.busy && this.next !== null) void this.#read(this.next);
  }

  retry(): void {
    this.failure = null;
    void this.#read(this.next);
  }

  close(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.busy = false;
  }

  /** A page of hits. A request looks for a moment only: it is asked again until the page is full. */
  async #read(after: string | null): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    this.busy = true;
    let found = 0;
    try {
      for (;;) {
        const page = await search(this.#query, after, PAGE - found, controller.signal);
        if (controller.signal.aborted) return;
        found += page.hits.length;
        const { searched, recordings, unindexed } = page;
        this.hits = [...this.hits, ...page.hits];
        this.progress = { searched, recordings, unindexed };
        this.next = after = page.next;
        if (after === null || found >= PAGE) break;
      }
    } catch (cause) {
      if (controller.signal.aborted) return;
      if (!(cause instanceof Failure)) throw cause;
      this.failure = cause;
    }
    this.busy = false;
  }
}
