// The filters that the reader keeps by name: in the database, so that every browser has them.

import { Failure, forgetFilter, saveFilter, savedFilters } from '../api/client';
import type { SavedFilter } from '../api/types.gen';

export class SavedFilters {
  list: readonly SavedFilter[] = $state.raw([]);
  failure: string | null = $state(null);

  read(): Promise<void> {
    return this.#then(() => Promise.resolve());
  }

  keep(name: string, filter: string): Promise<void> {
    return this.#then(() => saveFilter(name, filter));
  }

  forget(name: string): Promise<void> {
    return this.#then(() => forgetFilter(name));
  }

  async #then(change: () => Promise<void>): Promise<void> {
    try {
      await change();
      this.list = await savedFilters();
      this.failure = null;
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      this.failure = cause.message;
    }
  }
}
