// A plan and what changed in it.

import { clipped } from '../lib/format';
import { listOf, objectOf, textOf } from '../lib/json_read';

export interface Entry {
  text: string;
  status: string;
  priority: string | null;
}

export interface Plan {
  entries: Entry[];
  /** A plan of the draft may be Markdown instead of entries. */
  markdown: string | null;
  removed: boolean;
}

export function planOf(state: unknown): Plan {
  const plan = objectOf(state);
  const inner = objectOf(plan.plan);
  const entries = listOf(plan.entries ?? inner.entries).map((e) => {
    const entry = objectOf(e);
    return {
      text: clipped(textOf(entry.content) ?? '', 1_000),
      status: clipped(textOf(entry.status) ?? 'pending', 60),
      priority: textOf(entry.priority),
    };
  });
  const markdown = textOf(plan.content) ?? textOf(inner.content);
  return { entries, markdown, removed: plan.removed === true };
}

/** How an entry came to be as it is. */
export type Change =
  { is: 'status'; from: string; to: string } | { is: 'new' } | { is: 'reworded'; from: string };

/** What each entry of the later plan changed against the earlier one; null for no change. */
export function changes(before: readonly Entry[], after: readonly Entry[]): (Change | null)[] {
  const left = new Map<string, Entry[]>();
  for (const entry of before) left.set(entry.text, [...(left.get(entry.text) ?? []), entry]);
  const same = after.map((entry) => left.get(entry.text)?.shift() ?? null);
  const unmatched = new Set([...left.values()].flat());
  return after.map((entry, i) => {
    const old = same[i] ?? null;
    if (old !== null) {
      return old.status === entry.status
        ? null
        : { is: 'status', from: old.status, to: entry.status };
    }
    const there = before[i];
    return there !== undefined && unmatched.has(there)
      ? { is: 'reworded', from: there.text }
      : { is: 'new' };
  });
}

/** The last change of every entry over a sequence of states, and which state brought it. */
export function lastChanges(states: readonly Entry[][]): ({ change: Change; at: number } | null)[] {
  const last = states.at(-1) ?? [];
  const out: ({ change: Change; at: number } | null)[] = last.map(() => null);
  for (let i = states.length - 1; i > 0; i -= 1) {
    const now = states[i] ?? [];
    changes(states[i - 1] ?? [], now).forEach((change, k) => {
      const text = now[k]?.text;
      const at = last.findIndex((entry, j) => entry.text === text && out[j] === null);
      if (change !== null && at >= 0) out[at] = { change, at: i };
    });
  }
  return out;
}
