// The history of an item in words.

import type { Patch } from '../api/types.gen';

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
