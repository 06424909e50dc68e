// Ranges of frame numbers, both ends included.

export type Range = readonly [number, number];

/** In order, with those that touch made one. */
export function sortedRanges(ranges: readonly Range[]): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** Those of a sorted list that lie in the ranges. */
export function within<T>(
  sorted: readonly T[],
  numberOf: (value: T) => number,
  ranges: readonly Range[],
): T[] {
  const out: T[] = [];
  for (const [from, to] of ranges) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = sorted[middle];
      if (at !== undefined && numberOf(at) < from) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < sorted.length; i += 1) {
      const at = sorted[i];
      if (at === undefined || numberOf(at) > to) break;
      out.push(at);
    }
  }
  return out;
}
