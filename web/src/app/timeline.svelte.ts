// The conversation of the open recording as of a moment: its sessions, and the items of the one in view.

import { Failure, item, placesOf, sessions } from '../api/client';
import type { FramePlaces, Session, Sessions } from '../api/types.gen';
import { idOf, sessionOf, worthMost } from '../model/sessions';
import { ItemStore } from './item_store.svelte';

/** A live recording grows with every frame; reading its sessions as often would help nobody. */
const SETTLE = 120;

export class Timeline {
  value: Sessions | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  items: ItemStore | null = $state.raw(null);
  /** The session that was chosen when the address names none; it stays when others become busier. */
  #chosen: string | null = $state(null);
  #asked: string | null = null;
  #at: number | null = null;
  #controller: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = false;

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
      this.#controller?.abort();
      this.#controller = null;
      void this.#read();
    } else this.#choose();
  }

  /** There are more frames, or they are folded further. */
  grow(): void {
    if (this.#at !== null && this.value?.folded === this.value?.frames) return;
    this.#again = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#again && this.#controller === null) void this.#read();
    }, SETTLE);
  }

  async placesOf(frame: number): Promise<FramePlaces | null> {
    try {
      return await placesOf(this.recording, frame);
    } catch (cause) {
      if (cause instanceof Failure) return null;
      throw cause;
    }
  }

  /** All frames that ever change an item of the session in view, whatever the moment. */
  async framesOf(index: number): Promise<readonly [number, number][]> {
    try {
      return (await item(this.recording, this.session?.id ?? null, index, null)).frames;
    } catch (cause) {
      if (cause instanceof Failure) return [];
      throw cause;
    }
  }

  retry(): void {
    void this.#read();
    this.items?.retry();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    this.items?.close();
  }

  #choose(): void {
    const list = this.value?.sessions ?? [];
    const wanted = this.#asked ?? this.#chosen;
    const found = (wanted === null ? undefined : sessionOf(list, wanted)) ?? worthMost(list);
    if (found === undefined) return;
    const id = idOf(found);
    // Before anything was said, the connection is shown for want of better.
    if (this.#asked !== null || found.turns.length > 0 || this.#chosen === null) this.#chosen = id;
    else if (this.#chosen === '' && id !== '') this.#chosen = id;
    const now = sessionOf(list, this.#chosen) ?? found;
    const held = this.items;
    if (held === null || held.session !== now.id) {
      held?.close();
      this.items = new ItemStore(this.recording, now.id, now.items, this.#at);
    }
  }

  async #read(): Promise<void> {
    this.#again = false;
    const controller = new AbortController();
    this.#controller = controller;
    const at = this.#at;
    try {
      const value = await sessions(this.recording, at, controller.signal);
      if (controller.signal.aborted) return;
      this.value = value;
      this.failure = null;
      this.#choose();
      const now = this.session;
      if (now !== null && this.items?.session === now.id) this.items.seek(at, now.items);
      if (value.folded < value.frames) this.#again = true;
    } catch (cause) {
      if (cause instanceof Failure && !controller.signal.aborted) this.failure = cause;
    } finally {
      if (this.#controller === controller) this.#controller = null;
    }
    if (this.#again) this.grow();
  }
}
