// The items of a session that the page holds: windows, read as they come into sight. Unlike frames, items
// change: what is held is shown until it has been read again.

import type { Item } from '../api/types.gen';
import { Lru } from '../lib/lru';

export const ITEM_WINDOW = 60;
/** An item may hold a file or a terminal's output; 1,440 of them are enough to scroll by. */
const KEPT = 24;

export interface ItemRequest {
  from: number;
}

interface Held {
  items: readonly Item[];
  age: number;
}

export class ItemWindows {
  #windows = new Lru<number, Held>(KEPT);
  age = 0;

  get(index: number): Item | undefined {
    const held = this.#windows.peek(Math.floor(index / ITEM_WINDOW));
    return held?.items[index % ITEM_WINDOW];
  }

  outdate(): void {
    this.age += 1;
  }

  /** What must be read for items `first` to `last`, window by window. */
  missing(first: number, last: number): ItemRequest[] {
    const requests: ItemRequest[] = [];
    const until = Math.floor(last / ITEM_WINDOW);
    for (let w = Math.floor(Math.max(0, first) / ITEM_WINDOW); w <= until; w += 1) {
      const held = this.#windows.get(w);
      const wanted = Math.min(last - w * ITEM_WINDOW + 1, ITEM_WINDOW);
      if (held === undefined || held.age < this.age || held.items.length < wanted) {
        requests.push({ from: w * ITEM_WINDOW });
      }
    }
    return requests;
  }

  /** Takes a window that was asked for at an age. Items that did not change stay the same objects. */
  add(from: number, items: readonly Item[], age: number): void {
    const w = from / ITEM_WINDOW;
    const before = this.#windows.peek(w)?.items;
    const kept = items.map((item, i) => {
      const old = before?.[i];
      return old !== undefined && sameItem(old, item) ? old : item;
    });
    this.#windows.set(w, { items: kept, age });
  }
}

/** Every change of an item comes with a frame, or with the moment at which it is seen. */
const sameItem = (a: Item, b: Item): boolean =>
  a.index === b.index &&
  a.type === b.type &&
  a.first_frame === b.first_frame &&
  a.last_frame === b.last_frame &&
  a.frame_count === b.frame_count &&
  a.patches === b.patches &&
  a.compacted_away === b.compacted_away &&
  a.cancelled === b.cancelled &&
  a.parent_item === b.parent_item &&
  a.turn === b.turn &&
  // What a terminal printed is told by frames that are not the tool call's own.
  Object.keys(b.terminals).length === 0;
