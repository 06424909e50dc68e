// Steps of the moment: by frame, by turn, by the patches of an item.

export const STEPS = ['frame', 'turn', 'patch'] as const;
export type Step = (typeof STEPS)[number];

/** The frame beside this one; null when there is nothing further. */
export function nextFrame(by: 1 | -1, at: number, total: number): number | null {
  const to = at + by;
  return to < 1 || to > total ? null : to;
}
