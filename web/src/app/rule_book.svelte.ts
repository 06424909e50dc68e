// Rules with their examples, read when somebody asks for them. They change with the program only.

import { Failure, rule } from '../api/client';
import type { Rule } from '../api/types.gen';

const kept = new Map<string, Rule>();

export class RulePage {
  value: Rule | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);

  /** Reads a rule; returns how to stop. */
  read(id: string): () => void {
    this.value = kept.get(id) ?? null;
    this.failure = null;
    if (this.value !== null) return () => undefined;
    const controller = new AbortController();
    rule(id, controller.signal).then(
      (found) => {
        kept.set(id, found);
        if (!controller.signal.aborted) this.value = found;
      },
      (cause: unknown) => {
        if (cause instanceof Failure && !controller.signal.aborted) this.failure = cause;
      },
    );
    return () => controller.abort();
  }
}
