// What the reader has marked in the open recording.

import { bookmarks, Failure, removeBookmark, setBookmark } from '../api/client';
import type { Bookmark } from '../api/types.gen';

export class Bookmarks {
  list: readonly Bookmark[] = $state.raw([]);
  failure: Failure | null = $state.raw(null);
  readonly #byFrame: ReadonlyMap<number, Bookmark> = $derived(
    new Map(this.list.filter((b) => b.item === null).map((b) => [b.frame, b])),
  );
  #closed = false;

  constructor(readonly recording: number) {}

  of(frame: number): Bookmark | undefined {
    return this.#byFrame.get(frame);
  }

  /** Whether a frame of a row is marked. */
  within(from: number, to: number): boolean {
    if (from === to) return this.#byFrame.has(from);
    return this.list.some((b) => from <= b.frame && b.frame <= to);
  }

  async read(): Promise<void> {
    try {
      const list = await bookmarks(this.recording);
      if (!this.#closed) [this.list, this.failure] = [list, null];
    } catch (cause) {
      if (cause instanceof Failure) this.failure = cause;
    }
  }

  /** Marks a frame, or takes its mark away. True when it is marked now. */
  async toggle(frame: number): Promise<boolean> {
    const marked = this.of(frame) !== undefined;
    await this.#change(() =>
      marked
        ? removeBookmark(this.recording, frame, null)
        : setBookmark(this.recording, frame, null, null),
    );
    return this.of(frame) !== undefined;
  }

  note(frame: number, note: string): Promise<void> {
    return this.#change(() => setBookmark(this.recording, frame, null, note));
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
