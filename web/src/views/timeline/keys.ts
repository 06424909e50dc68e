// Where the keys of the timeline lead.

import type { TimelineRows } from '../../model/timeline_rows';

/** What can be selected: an item, or the end of a turn. */
export type Place = { is: 'item'; index: number } | { is: 'end'; turn: number; frame: number };

export type Move =
  { by: 'stop' | 'page' | 'end'; step: 1 | -1 } | 'follow' | 'open' | 'fold' | 'unfold';

/** These work wherever the focus is. */
const ANYWHERE: Record<string, Move> = {
  j: { by: 'stop', step: 1 },
  k: { by: 'stop', step: -1 },
  g: { by: 'end', step: -1 },
  G: { by: 'end', step: 1 },
  e: 'follow',
};

/** These belong to the list. */
const IN_LIST: Record<string, Move> = {
  ArrowDown: { by: 'stop', step: 1 },
  ArrowUp: { by: 'stop', step: -1 },
  ArrowRight: 'unfold',
  ArrowLeft: 'fold',
  PageDown: { by: 'page', step: 1 },
  PageUp: { by: 'page', step: -1 },
  Home: { by: 'end', step: -1 },
  End: { by: 'end', step: 1 },
};

/** These press a control that has the focus. */
const UNLESS_ON_CONTROL: Record<string, Move> = { ' ': { by: 'page', step: 1 }, Enter: 'open' };

export function moveOf(key: string, inList: boolean, onControl: boolean): Move | null {
  const anywhere = ANYWHERE[key];
  if (anywhere !== undefined) return anywhere;
  if (!inList) return null;
  return IN_LIST[key] ?? (onControl ? null : (UNLESS_ON_CONTROL[key] ?? null));
}

/** The next row from here that can be selected. */
export function nextStop(
  rows: TimelineRows,
  from: number,
  step: 1 | -1 | number,
  stands: (index: number) => boolean,
): Place | null {
  for (let i = from + step; i >= 0 && i < rows.length; i += step) {
    const row = rows.at(i);
    if (row?.is === 'item' && stands(row.index)) return { is: 'item', index: row.index };
    if (row?.is === 'end') {
      return row;
    }
  }
  return null;
}
