// What was found, beside the arrows.

import type { Finding } from '../../api/types.gen';
import { ROW } from '../../model/sequence';
import type { Scene } from './drawing';
import { mark } from './strokes';

/** The worst that was found of each frame, as far as it is more than a hint. */
export function severitiesOf(list: readonly Finding[]): Map<number, 'error' | 'warning'> {
  const found = new Map<number, 'error' | 'warning'>();
  for (const { frame, severity } of list) {
    if (severity === 'error') found.set(frame, severity);
    else if (severity === 'warning' && !found.has(frame)) found.set(frame, severity);
  }
  return found;
}

/** What was found, where rows have no room of their own: one mark to a place, and an error rather than a warning. */
export function marks(
  c: CanvasRenderingContext2D,
  s: Scene,
  y: (h: number) => number,
  first: number,
  last: number,
): void {
  const { columns, rows, lanes, inks } = s;
  const from = columns.from + (rows.first[first] ?? 0);
  const to = columns.from + (rows.last[last] ?? 0);
  const places = new Map<number, 'error' | 'warning'>();
  for (const [frame, severity] of s.severities) {
    if (frame < from || frame > to) continue;
    const place = Math.round(y(rows.middle(rows.of(frame - columns.from))) / 2) * 2;
    if (places.get(place) !== 'error') places.set(place, severity);
  }
  const high = ROW * s.scale;
  for (const [place, severity] of places) {
    mark(c, severity, lanes.agent + 12, place + 0.5, inks[severity], high);
  }
}

/** The worst of a row's findings, as far as it is worth looking. */
export function worst(s: Scene, from: number, to: number): 'error' | 'warning' | null {
  let found: 'error' | 'warning' | null = null;
  for (let f = from; f <= to && f < from + 400; f += 1) {
    const severity = s.severities.get(f);
    if (severity === 'error') return 'error';
    found ??= severity ?? null;
  }
  return found;
}
