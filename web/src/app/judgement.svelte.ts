// Tells those who hold findings that there are others now.

import type { Recording } from '../api/types.gen';
import { stateOf } from '../model/findings';

/** A live recording may be judged anew with every tick; reading again so often would help nobody. */
const SETTLE = 250;

export class Judgement {
  /** Goes up when what was read of a recording in view may have become wrong. */
  version = $state(0);
  #seen = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell({ uuid, found }: Recording): void {
    const now = stateOf(found);
    const before = this.#seen.get(uuid);
    this.#seen.set(uuid, now);
    if (before === undefined || before === now) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.version += 1;
    }, SETTLE);
  }
}
