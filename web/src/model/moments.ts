// Steps of the moment: by frame, by turn, by the patches of an item.

import type { Session } from '../api/types.gen';

export const STEPS = ['frame', 'turn', 'patch'] as const;
export type Step = (typeof STEPS)[number];

export interface Known {
  total: number;
  sessions: readonly Session[];
  /** The frames of the selected item, as ranges. */
  frames: readonly (readonly [number, number])[];
}

/** The nearest of sorted numbers beyond a place. */
function beyond(sorted: readonly number[], by: 1 | -1, at: number): number | null {
  if (by > 0) return sorted.find((n) => n > at) ?? null;
  return sorted.findLast((n) => n < at) ?? null;
}

/** Where a step leads; null when there is nothing further. */
export function nextMoment(step: Step, by: 1 | -1, at: number, known: Known): number | null {
  if (step === 'frame') {
    const to = at + by;
    return to < 1 || to > known.total ? null : to;
  }
  if (step === 'turn') {
    const turns = known.sessions.flatMap((s) => s.turns);
    const edges = turns.flatMap((t) => [
      t.first_frame,
      ...(t.last_frame === null ? [] : [t.last_frame]),
    ]);
    return beyond(
      [...new Set([...edges, 1, known.total])].sort((a, b) => a - b),
      by,
      at,
    );
  }
  for (const [from, to] of by > 0 ? known.frames : [...known.frames].reverse()) {
    if (by > 0 && to > at) return Math.max(from, at + 1);
    if (by < 0 && from < at) return Math.min(to, at - 1);
  }
  return null;
}
