// What the reader has marked in the open recording.

import { bookmarks, Failure, removeBookmark, setBookmark } from '../api/client';
import type { Bookmark } from '../api/types.gen';

const placeOf = (frame: number, item: string | null): string =>
  item === null ? String(frame) : `${frame} ${item}`;

export class Bookmarks {
  list: readonly Bookmark[] = $state.raw([]);
  failure: Failure | null = $state.raw(null);
  readonly #byPlace: ReadonlyMap<string, Bookmark> = $derived(
    new Map(this.list.map((b) => [placeOf(b.frame, b.item), b])),
  );
  #closed = false;

  constructor(readonly recording: number) {}

  /** The mark on a frame, or on an item whose first frame it is. */
  of(frame: number, item: string | null = null): Bookmark | undefined {
    return this.#byPlace.get(placeOf(frame, item));
  }

  /** Whether a frame of a row is marked. */
  within(from: number, to: number): boolean {
    if (from === to) return this.of(from) !== undefined;
    return this.list.some((b) => b.item === null && from <= b.frame && b.frame <= to);
  }

  async read(): Promise<void> {
    try {
      const list = await bookmarks(this.recording);
      if (!this.#closed) [this.list, this.failure] = [list, null];
    } catch (cause) {
      if (cause instanceof Failure) this.failure = cause;
    }
  }

  /** Marks a frame or an item, or takes the mark away. True when it is marked now. */
  async toggle(frame: number, item: string | null = null): Promise<boolean> {
    const marked = this.of(frame, item) !== undefined;
    await this.#change(() =>
      marked
        ? removeBookmark(this.recording, frame, item)
        : setBookmark(this.recording, frame, item, null),
    );
    return this.of(frame, item) !== undefined;
  }

  note(bookmark: Bookmark, note: string): Promise<void> {
    const { frame, item } = bookmark;
    return this.#change(() => setBookmark(this.recording, frame, item, note));
  }

  close(): void {
    this.#closed = true;
  }

  async #change(change: () => Promise<void>): Promise<void> {
    try {
      await change();
      await this.read();
    } catch (cause) {
      if (cause instanceof Failure) this.failure = cause;
    }
  }
}
