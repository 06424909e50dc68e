// Several selected frames: ranges of numbers, in order and apart.

export interface Range {
  from: number;
  to: number;
}

export type Selection = readonly Range[];

/** Joins what overlaps or touches. */
function joined(ranges: readonly Range[]): Selection {
  const out: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = out[out.length - 1];
    if (last !== undefined && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else out.push({ ...range });
  }
  return out;
}

export const has = (selection: Selection, n: number): boolean =>
  selection.some((r) => r.from <= n && n <= r.to);

export const add = (selection: Selection, range: Range): Selection => joined([...selection, range]);

export const without = (selection: Selection, { from, to }: Range): Selection =>
  selection.flatMap((r) => {
    const parts = [
      { from: r.from, to: Math.min(r.to, from - 1) },
      { from: Math.max(r.from, to + 1), to: r.to },
    ];
    return parts.filter((part) => part.from <= part.to);
  });

export const toggle = (selection: Selection, range: Range): Selection =>
  has(selection, range.from) ? without(selection, range) : add(selection, range);

/** As the API takes it: `3,7-9`. */
export const listed = (selection: Selection): string =>
  selection.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');

/** For people: `3, 7–9 and 2 more ranges`. */
export function inWords(selection: Selection): string {
  const parts = selection.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  const more = parts.length - 3;
  if (more <= 0) return parts.join(', ');
  return `${parts.slice(0, 3).join(', ')} and ${more} more`;
}

export const size = (selection: Selection): number =>
  selection.reduce((sum, { from, to }) => sum + to - from + 1, 0);
