// Time from left to right with its idle stretches cut out: where a moment stands, and which frame stands where.

import type { Bucket, Density, Stretch } from '../api/types.gen';

/** The place of a moment, from 0 to 1. A moment in a cut stands at its middle. */
export function placeOf(density: Density, t: number): number {
  const { stretches } = density;
  const last = stretches.at(-1);
  if (last === undefined) return 0;
  const at = stretches.findIndex((s) => t <= s.to_t);
  const stretch = at < 0 ? last : stretches[at];
  if (stretch === undefined) return 0;
  if (at > 0 && t < stretch.from_t) {
    return ((stretches[at - 1]?.to_x ?? 0) + stretch.from_x) / 2;
  }
  return inside(stretch, t);
}

function inside(s: Stretch, t: number): number {
  const length = s.to_t - s.from_t;
  if (length <= 0) return s.from_x;
  const share = Math.min(1, Math.max(0, (t - s.from_t) / length));
  return s.from_x + share * (s.to_x - s.from_x);
}

/** The moment at a place. */
export function momentAt(density: Density, x: number): number {
  const { stretches } = density;
  for (const [i, s] of stretches.entries()) {
    if (x > s.to_x) continue;
    const width = s.to_x - s.from_x;
    // A place in a cut is the end of what was before it.
    if (x < s.from_x) return stretches[i - 1]?.to_t ?? s.from_t;
    return width <= 0 ? s.from_t : s.from_t + ((x - s.from_x) / width) * (s.to_t - s.from_t);
  }
  return stretches.at(-1)?.to_t ?? 0;
}

/** The last frame at or before a moment, as near as the parts of the width tell. */
export function frameAt(density: Density, t: number): number {
  const { busy } = density;
  let low = 0;
  let high = busy.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((busy[middle]?.from_t ?? 0) <= t) low = middle + 1;
    else high = middle;
  }
  const bucket = busy[low - 1];
  if (bucket === undefined) return Math.min(1, density.frames);
  const length = bucket.to_t - bucket.from_t;
  const share = length <= 0 ? 1 : Math.min(1, (t - bucket.from_t) / length);
  return bucket.first + Math.floor(share * (bucket.last - bucket.first));
}

/** When a frame was read, as near as the parts of the width tell. */
export function timeOf(density: Density, frame: number): number {
  const { busy } = density;
  let low = 0;
  let high = busy.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((busy[middle]?.first ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  const bucket = busy[low - 1];
  if (bucket === undefined) return 0;
  const frames = bucket.last - bucket.first;
  const share = frames <= 0 ? 0 : Math.min(1, (frame - bucket.first) / frames);
  return bucket.from_t + share * (bucket.to_t - bucket.from_t);
}

/** Times to label: round ones, apart from each other and from the cuts. */
export function ticks(density: Density, least: number): { t: number; x: number }[] {
  const shown = density.stretches.reduce((sum, s) => sum + s.to_t - s.from_t, 0);
  if (shown <= 0) return [{ t: 0, x: 0 }];
  const scale = density.stretches.reduce((sum, s) => sum + s.to_x - s.from_x, 0) / shown;
  const step = STEPS.find((s) => s * scale >= least) ?? Math.ceil(least / scale / 3600) * 3600;
  const out: { t: number; x: number }[] = [{ t: 0, x: 0 }];
  for (const s of density.stretches) {
    for (let t = Math.ceil(s.from_t / step) * step; t <= s.to_t; t += step) {
      const x = inside(s, t);
      if (x - (out.at(-1)?.x ?? 0) >= least * 0.8 && s.from_x + least * 0.4 <= x)
        out.push({ t, x });
    }
  }
  return out;
}
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

/** How high a bar is, from 0 to 1: half of the most frames must not look like nothing. */
export function height(frames: number, most: number): number {
  if (frames <= 0 || most <= 0) return 0;
  return Math.max(0.12, Math.sqrt(frames / most));
}

export const mostOf = (busy: readonly Bucket[], side: 'c2a' | 'a2c'): number =>
  busy.reduce((most, b) => Math.max(most, b[side]), 0);
