// The items of one session, as of a moment.

import { Failure, timeline } from '../api/client';
import type { Item } from '../api/types.gen';
import { backoff } from '../lib/backoff';
import { ItemWindows, type ItemRequest } from '../model/item_windows';

const AT_ONCE = 2;

export class ItemStore {
  total = $state(0);
  failure: Failure | null = $state.raw(null);
  #windows = new ItemWindows();
  #version = $state(0);
  #wanted = { first: 0, last: -1 };
  #running = new Map<number, AbortController>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly recording: number,
    readonly session: string | null,
    total: number,
    private at: number | null,
  ) {
    this.total = total;
  }

  get(index: number): Item | undefined {
    void this.#version;
    return index < this.total ? this.#windows.get(index) : undefined;
  }

  show(first: number, last: number): void {
    this.#wanted = { first, last };
    this.#pump();
  }

  /** What is held may be wrong by now. */
  refresh(total: number): void {
    this.total = Math.max(total, 0);
    this.#windows.outdate();
    this.#pump();
  }

  /** Shows another moment. */
  seek(at: number | null, total: number): void {
    this.at = at;
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.refresh(total);
  }

  retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pump();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#wanted = { first: 0, last: -1 };
    for (const controller of this.#running.values()) controller.abort();
  }

  #pump(): void {
    if (this.#timer !== undefined) return;
    const last = Math.min(this.#wanted.last, this.total - 1);
    if (last < this.#wanted.first) return;
    for (const request of this.#windows.missing(this.#wanted.first, last)) {
      if (this.#running.size >= AT_ONCE) return;
      if (!this.#running.has(request.from)) void this.#read(request);
    }
  }

  async #read({ from, limit }: ItemRequest): Promise<void> {
    const controller = new AbortController();
    this.#running.set(from, controller);
    const { age } = this.#windows;
    let read = 0;
    try {
      const page = await timeline(
        this.recording,
        this.session,
        this.at,
        from,
        limit,
        controller.signal,
      );
      if (controller.signal.aborted) return;
      read = page.items.length;
      this.#windows.add(from, page.items, age);
      this.total = page.total;
      this.#version += 1;
      this.#failures = 0;
      this.failure = null;
    } catch (cause) {
      if (controller.signal.aborted) return;
      if (!(cause instanceof Failure)) throw cause;
      this.#failed(cause);
    } finally {
      if (this.#running.get(from) === controller) this.#running.delete(from);
    }
    // A server that gives nothing where it said that there is something is not asked in circles.
    if (read > 0 || this.#windows.age > age) this.#pump();
  }

  #failed(failure: Failure): void {
    this.failure = failure;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#pump();
      },
      backoff(this.#failures, 500),
    );
    this.#failures += 1;
  }
}
