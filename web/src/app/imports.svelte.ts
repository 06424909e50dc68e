// Files that were dropped on the page or chosen, on their way into the database.

import { Failure, importFile } from '../api/client';
import { harmless } from '../lib/format';
import type { Incoming } from '../model/incoming';

export class Imports {
  list: readonly Incoming[] = $state.raw([]);
  #last = 0;
  #running = false;
  readonly #files = new Map<number, File>();

  constructor(
    /** A recording has come in. */
    readonly arrived: (number: number) => void,
  ) {}

  /** One after the other: each is a transaction of its own. */
  add(files: Iterable<File>): void {
    for (const file of files) {
      const id = (this.#last += 1);
      this.#files.set(id, file);
      const name = harmless(file.name);
      this.list = [...this.list, { id, name, size: file.size, state: 'waits', failure: '' }];
    }
    void this.#run();
  }

  dismiss(id: number): void {
    this.#files.delete(id);
    this.list = this.list.filter((one) => one.id !== id);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (;;) {
      const next = this.list.find((one) => one.state === 'waits');
      const file = next && this.#files.get(next.id);
      if (next === undefined || file === undefined) break;
      this.#set(next.id, { state: 'sent' });
      try {
        const { numbers } = await importFile(file);
        this.dismiss(next.id);
        const newest = numbers.at(-1);
        if (newest !== undefined) this.arrived(newest);
      } catch (cause) {
        this.#files.delete(next.id);
        // A folder that was dropped cannot be read, and looks like a server that is gone.
        const failure =
          cause instanceof Failure && cause.kind !== 'unreachable'
            ? cause.message
            : `${next.name}: could not be sent: is it a file, and does acp-scope run?`;
        this.#set(next.id, { state: 'failed', failure });
      }
    }
    this.#running = false;
  }

  #set(id: number, change: Partial<Incoming>): void {
    this.list = this.list.map((one) => (one.id === id ? { ...one, ...change } : one));
  }
}
