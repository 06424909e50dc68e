// Where the turns of a session stand: columns, so that a hundred thousand of them are cheap to lay out.

import type { TurnPlaces } from '../api/types.gen';

export interface TurnPlace {
  /** Counted from 1. */
  number: number;
  first_frame: number;
  /** Of a turn that has ended. */
  last_frame: number | null;
  /** The prompt's place in the session. */
  first_item: number;
  items: number;
  /** The error or the stop reason that it ended with. */
  end: string | null;
}

export class TurnIndex {
  #first: number[] = [];
  #last: (number | null)[] = [];
  #item: number[] = [];
  #items: number[] = [];
  #end: (string | null)[] = [];

  get count(): number {
    return this.#first.length;
  }

  /** Turns that cannot change any more; what comes behind them must be read again. */
  get settled(): number {
    const open = this.#last.indexOf(null);
    return open < 0 ? Math.max(0, this.count - 1) : open;
  }

  /** Takes the turns behind some of those that are held. */
  add(page: TurnPlaces): void {
    if (page.from > this.count) return;
    const kept = <T>(list: readonly T[], more: readonly T[]): T[] => [
      ...list.slice(0, page.from),
      ...more,
    ];
    this.#first = kept(this.#first, page.first_frame);
    this.#last = kept(this.#last, page.last_frame);
    this.#item = kept(this.#item, page.first_item);
    this.#items = kept(this.#items, page.items);
    this.#end = kept(this.#end, page.end);
  }

  /** How many have begun at a frame; null for the present. */
  begun(at: number | null): number {
    if (at === null) return this.count;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#first[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A turn by its place, from 0, as of a frame. */
  at(place: number, at: number | null = null): TurnPlace | undefined {
    const first_frame = this.#first[place];
    if (first_frame === undefined) return undefined;
    const last = this.#last[place] ?? null;
    const over = last !== null && (at === null || last <= at);
    return {
      number: place + 1,
      first_frame,
      last_frame: over ? last : null,
      first_item: this.#item[place] ?? 0,
      items: this.#items[place] ?? 0,
      end: over ? (this.#end[place] ?? null) : null,
    };
  }

  /** The turn that a frame ends. */
  endedBy(frame: number): TurnPlace | undefined {
    const place = this.#last.indexOf(frame);
    return place < 0 ? undefined : this.at(place);
  }
}
