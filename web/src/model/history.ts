// The history of an item in the words that rows need.

import { objectOf, textOf } from '../lib/json_read';
import type { Item, Patch } from '../api/types.gen';

export interface Step {
  status: string;
  t: number;
  frame: number;
}

/** Frames after which a field is worth reading: the first patch, and those that set it. */
export const framesSetting = (patches: readonly Patch[], field: string): number[] =>
  patches.filter((p, i) => i === 0 || p.set.includes(field)).map((p) => p.frame);

/** The statuses that an item had, in order, as far as the states are known. */
export function statusSteps(
  patches: readonly Patch[],
  states: ReadonlyMap<number, Item>,
): Step[] | null {
  const steps: Step[] = [];
  for (const frame of framesSetting(patches, 'status')) {
    const state = states.get(frame);
    const t = patches.find((p) => p.frame === frame)?.t;
    if (state === undefined || t === undefined) return null;
    const status = textOf(objectOf(state.state).status) ?? 'pending';
    if (steps.at(-1)?.status !== status) steps.push({ status, t, frame });
  }
  return steps;
}

/** What a patch did, in words. */
export function patchWords(patch: Patch, first: boolean): string[] {
  const words: string[] = [];
  if (first) words.push('made the item');
  if (patch.set.length > 0) words.push(`set ${patch.set.join(', ')}`);
  if (patch.appended.length > 0) words.push(`added to ${patch.appended.join(', ')}`);
  if (patch.cleared.length > 0) words.push(`cleared ${patch.cleared.join(', ')}`);
  if (patch.note !== null) words.push(patch.note);
  return words.length === 0 ? ['changed nothing'] : words;
}
