// Where the time of a turn went: who was waited for, moment by moment.

import type { Turn } from '../api/types.gen';

export const SHARES = ['human', 'client', 'tool', 'agent', 'silence'] as const;
export type Share = (typeof SHARES)[number];

export interface Span {
  from: number;
  to: number;
}

export interface Piece extends Span {
  share: Share;
}

export interface Spent {
  pieces: Piece[];
  sums: Record<Share, number>;
  total: number;
}

const overlaps = (span: Span, from: number, to: number): boolean =>
  span.from < to && span.to > from;

/**
 * Divides a stretch of time. Whoever is asked last is waited for: a human before a client, a client before a
 * tool; what is left is the agent's, or silence where nothing came for long.
 */
export function divided(
  from: number,
  to: number,
  busy: Partial<Record<Share, readonly Span[]>>,
): Spent {
  const spans = SHARES.flatMap((share) => (busy[share] ?? []).map((s) => ({ ...s, share })));
  const edges = new Set([from, to]);
  for (const span of spans) {
    if (span.from > from && span.from < to) edges.add(span.from);
    if (span.to > from && span.to < to) edges.add(span.to);
  }
  const cuts = [...edges].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  const sums: Record<Share, number> = { human: 0, client: 0, tool: 0, agent: 0, silence: 0 };
  const order: readonly Share[] = ['human', 'client', 'tool', 'silence'];
  for (let i = 0; i + 1 < cuts.length; i += 1) {
    const a = cuts[i] ?? 0;
    const b = cuts[i + 1] ?? 0;
    const share =
      order.find((s) => spans.some((x) => x.share === s && overlaps(x, a, b))) ?? 'agent';
    sums[share] += b - a;
    const before = pieces.at(-1);
    if (before?.share === share) before.to = b;
    else pieces.push({ share, from: a, to: b });
  }
  return { pieces, sums, total: Math.max(0, to - from) };
}

const spansOf = (list: readonly { from_t: number; to_t: number | null }[], end: number): Span[] =>
  list.map((s) => ({ from: s.from_t, to: s.to_t ?? end }));

/** Of a turn, until its end or until now. */
export function spentOf(
  turn: Turn,
  now: number,
  more: Partial<Record<Share, readonly Span[]>> = {},
): Spent {
  const end = turn.ended_t ?? Math.max(now, turn.t);
  return divided(turn.t, end, {
    human: spansOf(turn.waits, end),
    client: spansOf(turn.calls, end),
    tool: spansOf(turn.tools, end),
    ...more,
  });
}
