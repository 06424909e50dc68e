// The turns of one session: where all of them stand, and what is known of those in sight, as of a moment.

import { Failure, turnPlaces, turns } from '../api/client';
import type { Turn } from '../api/types.gen';
import { TurnIndex } from '../model/turns';

/** Turns that are read at once. */
const WINDOW = 8;
/** Turns that are held. */
const KEPT = 400;

export class TurnStore {
  /** It grows in place; `version` tells that it has. */
  readonly index = new TurnIndex();
  version = $state(0);
  #known = new Map<number, { turn: Turn; age: number }>();
  #changed = $state(0);
  #age = 0;
  #at: number | null = null;
  #running = new Set<number>();
  #reading = false;
  #again = false;
  #controller = new AbortController();

  constructor(
    readonly recording: number,
    readonly session: string | null,
  ) {}

  /** A turn by its number; what was known of it last until it has been read again. */
  get(number: number | null): Turn | undefined {
    void this.#changed;
    return number === null ? undefined : this.#known.get(number)?.turn;
  }

  /** What is held may be wrong by now. */
  outdate(at: number | null): void {
    this.#at = at;
    this.#age += 1;
  }

  /** Takes turns that were read on the way. */
  add(turns: readonly Turn[]): void {
    for (const turn of turns) {
      this.#known.delete(turn.number);
      this.#known.set(turn.number, { turn, age: this.#age });
    }
    for (const number of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(number);
    }
    if (turns.length > 0) this.#changed += 1;
  }

  /** Has turns read that are in sight. */
  show(numbers: readonly number[]): void {
    for (const number of numbers) {
      const known = this.#known.get(number);
      const fresh = known !== undefined && known.age === this.#age;
      // What has ended before the moment does not change any more.
      const settled = known?.turn.last_frame != null && this.#at === null;
      if (!fresh && !settled) void this.#read(Math.floor((number - 1) / WINDOW));
    }
  }

  /** Reads where turns stand that are new, or that went on. */
  async grow(): Promise<void> {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#again) {
        this.#again = false;
        const { settled } = this.index;
        const { signal } = this.#controller;
        this.index.add(await turnPlaces(this.recording, this.session, settled, signal));
        this.version += 1;
      }
    } catch (cause) {
      // The sessions tell of failures; turns are read again with them.
      if (!(cause instanceof Failure) && !this.#controller.signal.aborted) throw cause;
    } finally {
      this.#reading = false;
    }
  }

  close(): void {
    this.#controller.abort();
  }

  async #read(window: number): Promise<void> {
    if (this.#running.has(window)) return;
    this.#running.add(window);
    const age = this.#age;
    try {
      const { signal } = this.#controller;
      const from = window * WINDOW;
      const page = await turns(this.recording, this.session, this.#at, from, WINDOW, signal);
      if (age === this.#age) this.add(page.turns);
    } catch (cause) {
      if (!(cause instanceof Failure) && !this.#controller.signal.aborted) throw cause;
    } finally {
      this.#running.delete(window);
    }
  }
}
