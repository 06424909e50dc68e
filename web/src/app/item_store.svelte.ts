// The items of one session, as of a moment, and the turns that they belong to.

import { tick } from 'svelte';
import { Failure, timeline, type Window } from '../api/client';
import type { Item, TimelinePage } from '../api/types.gen';
import { backoff } from '../lib/backoff';
import { ITEM_WINDOW, ItemWindows } from '../model/item_windows';
import { TurnStore } from './turn_store.svelte';

const AT_ONCE = 2;
/** No frame has this number: what stands last is in focus. */
const END = 4_294_967_295;

/** The item that the frame of the moment has made or changed; the last one if it is none of this session. */
export interface Focus {
  at: number;
  index: number;
}

export class ItemStore {
  total = $state(0);
  failure: Failure | null = $state.raw(null);
  /** As of which frame the items are; null for the present. */
  shown: number | null = $state(null);
  focus: Focus | null = $state.raw(null);
  readonly turns: TurnStore;
  #windows = new ItemWindows();
  #version = $state(0);
  #wanted = { first: 0, last: -1 };
  #running = new Map<number, AbortController>();
  /** A look at another moment, or at the end, that is under way; and what is wanted behind it. */
  #looking: AbortController | null = null;
  #next: (() => void) | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #settling = false;

  constructor(
    readonly recording: number,
    readonly session: string | null,
    total: number,
    private at: number | null,
  ) {
    this.total = total;
    this.shown = at;
    this.turns = new TurnStore(recording, session);
    this.turns.outdate(at);
    void this.turns.grow();
    if (at !== null) void this.#look(at, at);
  }

  get(index: number): Item | undefined {
    void this.#version;
    return index < this.total ? this.#windows.get(index) : undefined;
  }

  show(first: number, last: number): void {
    this.#wanted = { first, last };
    void this.#settle();
  }

  /** Reads what is wanted when the view has come to rest: a list that is about to scroll says where it is before. */
  async #settle(): Promise<void> {
    if (this.#settling) return;
    this.#settling = true;
    await tick();
    this.#settling = false;
    if (!this.#closed) this.#pump();
  }

  /** There is more, and what is held may be wrong by now. `following`: the reader looks at the end. */
  grow(following: boolean): void {
    void this.turns.grow();
    if (following && this.at === null) this.#whenFree(() => void this.#look(null, END));
    else this.refresh();
  }

  /** What is held may be wrong by now. */
  refresh(): void {
    this.#windows.outdate();
    this.turns.outdate(this.at);
    this.#pump();
  }

  /** Shows another moment. While one is being read, only the latest of those that follow is kept. */
  seek(at: number | null): void {
    this.at = at;
    this.#whenFree(() => void this.#look(at, at ?? END));
  }

  retry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pump();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#wanted = { first: 0, last: -1 };
    this.#next = null;
    this.#looking?.abort();
    this.turns.close();
    this.#abort();
  }

  #whenFree(what: () => void): void {
    if (this.#looking === null) what();
    else this.#next = what;
  }

  /** Reads what stands around a frame, as of a moment. */
  async #look(at: number | null, focus: number): Promise<void> {
    const controller = new AbortController();
    this.#looking = controller;
    // What is being read of another moment would only be in the way.
    if (at !== this.shown) this.#abort();
    try {
      const page = await this.#ask(at, { focus, limit: ITEM_WINDOW }, controller.signal);
      this.#abort();
      this.#windows.outdate();
      this.turns.outdate(at);
      this.shown = at;
      this.#take(page);
      this.focus = at === null ? null : { at, index: page.focus ?? page.total - 1 };
    } catch (cause) {
      if (controller.signal.aborted) return;
      if (!(cause instanceof Failure)) throw cause;
      // A session that the fold has not come to yet has nothing so far.
      if (cause.kind === 'missing') [this.total, this.shown] = [0, at];
      else this.#failed(cause);
    } finally {
      this.#looking = null;
    }
    if (this.#closed) return;
    const next = this.#next;
    this.#next = null;
    if (next !== null) next();
    else void this.#settle();
  }

  #abort(): void {
    for (const running of this.#running.values()) running.abort();
    this.#running.clear();
  }

  #ask(at: number | null, window: Window, signal: AbortSignal): Promise<TimelinePage> {
    return timeline(this.recording, this.session, at, window, signal);
  }

  #take(page: TimelinePage, age = this.#windows.age): void {
    for (let i = 0; i === 0 || i < page.items.length; i += ITEM_WINDOW) {
      this.#windows.add(page.from + i, page.items.slice(i, i + ITEM_WINDOW), age);
    }
    this.turns.add(page.turns);
    this.total = page.total;
    this.#version += 1;
    this.#failures = 0;
    this.failure = null;
  }

  #pump(): void {
    if (this.#timer !== undefined || this.#looking !== null) return;
    const last = Math.min(this.#wanted.last, this.total - 1);
    if (last < this.#wanted.first) return;
    for (const { from } of this.#windows.missing(this.#wanted.first, last)) {
      if (this.#running.size >= AT_ONCE) return;
      if (!this.#running.has(from)) void this.#read(from);
    }
  }

  async #read(from: number): Promise<void> {
    const controller = new AbortController();
    this.#running.set(from, controller);
    const { age } = this.#windows;
    let read = 0;
    try {
      const page = await this.#ask(this.at, { from, limit: ITEM_WINDOW }, controller.signal);
      if (controller.signal.aborted) return;
      read = page.items.length;
      this.#take(page, age);
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
