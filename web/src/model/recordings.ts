// The list of recordings: its order, its changes, its groups and the words in it.

import type { FrameRow, LiveTick, Peer, Recording } from '../api/types.gen';
import { dayOf, shortDate } from '../lib/dates';
import { basename, duration, harmless, stretch } from '../lib/format';

const later = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0);

/**
 * Newest first. Uuids of version 7 sort by the time at which they were made; numbers need not, since the
 * row of a proxy that was killed may be made by a later one.
 */
export const sorted = (list: readonly Recording[]): Recording[] =>
  [...list].sort((a, b) => later(a.uuid, b.uuid) || b.number - a.number);

export function applyTick(list: readonly Recording[], tick: LiveTick): Recording[] {
  const gone = new Set(tick.deleted);
  const byNumber = new Map(list.map((r) => [r.number, r]));
  for (const r of tick.changed) byNumber.set(r.number, r);
  return sorted([...byNumber.values()].filter((r) => !gone.has(r.number)));
}

function peerName(peer: Peer | null): string | null {
  const name = peer?.title ?? peer?.name ?? null;
  return name === null ? null : harmless(name);
}

export const clientName = (r: Recording): string => peerName(r.client) ?? 'The client';
export const agentName = (r: Recording): string => peerName(r.agent) ?? 'The agent';

/** What a person would call a recording. */
export function titleOf(r: Recording): string {
  const program = r.command[0];
  return harmless(
    r.name ??
      peerName(r.agent) ??
      (program === undefined ? null : basename(program)) ??
      (r.origin === 'import' ? 'Imported capture' : `Recording ${r.number}`),
  );
}

/** The second line of its row. */
export function summaryOf(r: Recording): string {
  // The client comes last: in a narrow rail the end is cut, and most people have one editor.
  const folder = r.cwd === null ? null : harmless(basename(r.cwd));
  return [folder, duration(r.duration), peerName(r.client)]
    .filter((part) => part !== null)
    .join(', ');
}

/** The corner of its row. */
export function whenOf(r: Recording, now: Date): string {
  if (r.phase === 'live') return 'live';
  return r.started_at === null ? '' : shortDate(new Date(r.started_at), now);
}

export function matches(r: Recording, search: string): boolean {
  const text = [
    titleOf(r),
    peerName(r.agent),
    r.agent?.name,
    r.agent?.version,
    peerName(r.client),
    r.cwd,
    r.origin,
    r.ended,
    `#${r.number}`,
    ...r.command,
    ...r.tags,
  ]
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export interface Group {
  /** Null for the live ones, which need no heading. */
  title: string | null;
  recordings: Recording[];
}

const ORDER = ['live', 'today', 'yesterday', 'earlier', 'undated'] as const;
type Bucket = (typeof ORDER)[number];
const TITLES: Record<Bucket, string | null> = {
  live: null,
  today: 'Today',
  yesterday: 'Yesterday',
  earlier: 'Earlier',
  undated: 'Imported, no date',
};

function bucketOf(r: Recording, now: Date): Bucket {
  if (r.phase === 'live') return 'live';
  return r.started_at === null ? 'undated' : dayOf(new Date(r.started_at), now);
}

export function grouped(list: readonly Recording[], now: Date): Group[] {
  const buckets = new Map<Bucket, Recording[]>();
  for (const r of list) {
    const bucket = bucketOf(r, now);
    const members = buckets.get(bucket);
    if (members === undefined) buckets.set(bucket, [r]);
    else members.push(r);
  }
  return ORDER.flatMap((bucket) => {
    const recordings = buckets.get(bucket);
    return recordings === undefined ? [] : [{ title: TITLES[bucket], recordings }];
  });
}

/** The recording to open when the one in view has gone. */
export const newest = (list: readonly Recording[]): Recording | null => list[0] ?? null;

/** How a recording stands or ended, for the foot of the page. */
export function endOf(r: Recording): string {
  if (r.phase === 'live') return 'Live';
  const ended = r.ended ?? (r.origin === 'import' ? 'imported' : 'ended');
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

/** Who answered a request, and when: `Zed answered after 6.41 s`. */
export function answerWords(row: FrameRow, recording: Recording): string {
  const answers = row.kind === 'response' || row.kind === 'error';
  const by = (row.dir === 'c2a') === answers ? clientName(recording) : agentName(recording);
  if (row.latency !== null) return `${by} answered after ${stretch(row.latency)}`;
  const yet = recording.phase === 'live' ? ' yet' : '';
  return answers ? '' : `${by} has not answered${yet}`;
}
