// How long answers took, by method.

import { KIND, type FrameColumns } from './columns';

export interface MethodLatency {
  method: string;
  /** Who answers. */
  by: 'client' | 'agent';
  count: number;
  open: number;
  p50: number;
  p95: number;
  most: number;
  /** The request that waited longest. */
  slowest: number;
}

/** The value that so large a share of the sorted values does not exceed. */
export function percentile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return 0;
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? 0;
}

/** Of all requests that are held, the methods that took most of the time first. */
export function latencies(columns: FrameColumns): MethodLatency[] {
  const groups = new Map<string, { frames: number[]; seconds: number[]; open: number }>();
  for (let i = 0; i < columns.count; i += 1) {
    if (columns.kind.at(i) !== KIND.request) continue;
    const method = columns.nameOf(columns.method.at(i)) ?? 'unknown method';
    const key = `${columns.dir.at(i)} ${method}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { frames: [], seconds: [], open: 0 }));
    const seconds = columns.latency.at(i);
    if (seconds < 0) group.open += 1;
    else {
      group.frames.push(columns.from + i);
      group.seconds.push(seconds);
    }
  }
  const out: (MethodLatency & { sum: number })[] = [];
  for (const [key, { frames, seconds, open }] of groups) {
    const sorted = [...seconds].sort((a, b) => a - b);
    const most = sorted.at(-1) ?? 0;
    out.push({
      method: key.slice(2),
      by: key.startsWith('0') ? 'agent' : 'client',
      count: seconds.length + open,
      open,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
      most,
      slowest: frames[seconds.indexOf(most)] ?? 0,
      sum: seconds.reduce((a, b) => a + b, 0),
    });
  }
  return out.sort((a, b) => b.sum - a.sum);
}

/** Stretches in which nothing crossed for so long. */
export function silences(columns: FrameColumns, least: number): { from: number; to: number }[] {
  const out: { from: number; to: number }[] = [];
  for (let i = 1; i < columns.count; i += 1) {
    const from = columns.t.at(i - 1);
    const to = columns.t.at(i);
    if (to - from >= least) out.push({ from, to });
  }
  return out;
}
