// The conversation of the open recording as of a moment: its sessions, and the items of the one in view.

import { Failure, placesOf, sessions, steps } from '../api/client';
import type { FramePlaces, Session, Sessions, Steps } from '../api/types.gen';
import { idOf, sessionOf, worthMost } from '../model/sessions';
import { ItemStore } from './item_store.svelte';

/** Milliseconds between two reads of a recording that grows or is being folded, at least. */
const PACE = 30;
/** The same while more frames come than anybody can read. */
const BUSY = 80;
const MANY = 8;
/** The same while only the list of sessions is shown somewhere. */
const SLOW = 500;

export class Timeline {
  value: Sessions | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  items: ItemStore | null = $state.raw(null);
  /** The reader looks at the end as it grows. */
  following = false;
  /** The session that was chosen when the address names none; it stays when others become busier. */
  #chosen: string | null = $state(null);
  #asked: string | null = null;
  #at: number | null = null;
  #reading = false;
  #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;
  #busy = false;
  /** Its items are on the page; otherwise nothing is read of them. */
  #visible = false;

  constructor(readonly recording: number) {}

  /** The session in view. */
  readonly session: Session | null = $derived.by(() => {
    const list = this.value?.sessions ?? [];
    return sessionOf(list, this.#chosen) ?? null;
  });

  /** Shows a session (null: whichever is worth most) as of a frame. */
  see(session: string | null, at: number | null): void {
    this.#asked = session;
    if (at !== this.#at || this.value === null) {
      this.#at = at;
      // What stands in view is asked for beside the list of sessions, not behind it.
      if (this.#visible) this.items?.seek(at);
      void this.#read();
    } else this.#choose();
  }

  /** The items come into view, or leave it. */
  show(visible: boolean): void {
    const came = visible && !this.#visible;
    this.#visible = visible;
    if (!came) return;
    if (this.items !== null && this.items.shown !== this.#at) this.items.seek(this.#at);
    else this.items?.grow(this.following);
    // A pause that was begun for the list of sessions alone is too long now.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#again) this.grow();
  }

  /** There are more frames, or they are folded further. */
  grow(): void {
    if (this.#at !== null && this.value?.folded === this.value?.frames) return;
    this.#again = true;
    if (this.#timer !== undefined || this.#reading) return;
    this.#again = false;
    if (this.#visible) this.items?.grow(this.following);
    void this.#read();
  }

  async placesOf(frame: number): Promise<FramePlaces | null> {
    try {
      return await placesOf(this.recording, frame);
    } catch (cause) {
      if (cause instanceof Failure) return null;
      throw cause;
    }
  }

  /** The nearest turns' edges around a frame; the patches of an item of the session in view. */
  async stepsFrom(at: number, item: number | null): Promise<Steps> {
    try {
      const of = item === null ? null : { session: this.session?.id ?? null, item };
      return await steps(this.recording, at, of);
    } catch (cause) {
      if (cause instanceof Failure) return { before: null, after: null };
      throw cause;
    }
  }

  retry(): void {
    void this.#read();
    this.items?.retry();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
    this.items?.close();
  }

  #choose(): void {
    const list = this.value?.sessions ?? [];
    const wanted = this.#asked ?? this.#chosen;
    const found = (wanted === null ? undefined : sessionOf(list, wanted)) ?? worthMost(list);
    if (found === undefined) return;
    const id = idOf(found);
    // Before anything was said, the connection is shown for want of better.
    if (this.#asked !== null || found.turns > 0 || this.#chosen === null) this.#chosen = id;
    else if (this.#chosen === '' && id !== '') this.#chosen = id;
    const now = sessionOf(list, this.#chosen) ?? found;
    const held = this.items;
    if (held === null || held.session !== now.id) {
      held?.close();
      this.items = new ItemStore(this.recording, now.id, now.items, this.#at);
    } else if (held.total === 0 && now.items > 0) held.seek(this.#at);
  }

  async #read(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    const at = this.#at;
    try {
      const value = await sessions(this.recording, at, this.#controller.signal);
      this.#busy = value.frames - (this.value?.frames ?? value.frames) > MANY;
      this.value = value;
      this.failure = null;
      this.#choose();
      if (value.folded < value.frames) this.#again = true;
    } catch (cause) {
      if (this.#controller.signal.aborted) return;
      if (!(cause instanceof Failure)) throw cause;
      this.failure = cause;
    } finally {
      this.#reading = false;
    }
    if (at !== this.#at) void this.#read();
    else this.#rest();
  }

  /** Ticks come faster than anybody can see. */
  #rest(): void {
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#again) this.grow();
      },
      !this.#visible ? SLOW : this.#busy ? BUSY : PACE,
    );
  }
}
