// The turns whose frames are in sight in the sequence diagram, with their spans: read in blocks of frames.

import { Failure, turnsWithin } from '../api/client';
import type { Turn } from '../api/types.gen';

const BLOCK = 20_000;
/** Turns of a block; more of them could not be told apart. */
const MOST = 500;
/** Milliseconds between two reads of a block that grows. */
const PACE = 400;

export class SequenceTurns {
  /** In the order of their prompts. */
  list: readonly Turn[] = $state.raw([]);
  /** Turns in sight are being read. */
  busy = $state(false);
  #known = new Map<string, Turn>();
  /** Blocks that were read, and up to which frame. */
  #read = new Map<number, number>();
  #wanted = { first: 1, last: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    readonly recording: number,
    private total: number,
  ) {}

  /** Says which frames are in sight. */
  show(first: number, last: number): void {
    this.#wanted = { first, last };
    void this.#pump();
  }

  grow(total: number): void {
    if (total === this.total) return;
    this.total = total;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#pump();
    }, PACE);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #missing(): number | null {
    const { first, last } = this.#wanted;
    const until = Math.floor((Math.min(last, this.total) - 1) / BLOCK);
    for (let block = Math.floor((first - 1) / BLOCK); block <= until; block += 1) {
      const end = Math.min((block + 1) * BLOCK, this.total);
      if ((this.#read.get(block) ?? 0) < end) return block;
    }
    return null;
  }

  async #pump(): Promise<void> {
    if (this.busy || this.#timer !== undefined || this.#missing() === null) return;
    this.busy = true;
    try {
      for (;;) {
        const block = this.#missing();
        if (block === null || this.#closed) break;
        const end = Math.min((block + 1) * BLOCK, this.total);
        const page = await turnsWithin(this.recording, block * BLOCK + 1, end, MOST);
        this.#read.set(block, end);
        for (const turn of page.turns) {
          this.#known.set(`${turn.session ?? ''} ${turn.number}`, turn);
        }
        this.list = [...this.#known.values()].sort((a, b) => a.first_frame - b.first_frame);
      }
    } catch (cause) {
      // The diagram stands without them; they are asked for again when it moves.
      if (!(cause instanceof Failure)) throw cause;
    } finally {
      this.busy = false;
    }
  }
}
