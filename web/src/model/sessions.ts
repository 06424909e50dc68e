// The sessions of a recording: which one to show, what to call it, how they hang together.

import type { Session } from '../api/types.gen';
import { harmless } from '../lib/format';

/** The id in an address; the connection's own is empty. */
export const idOf = (session: Session): string => session.id ?? '';

/** What a mark on an item is kept by: items of a session keep their places. */
export const itemKey = (session: string | null, index: number): string =>
  `${session ?? ''} ${index}`;

/** The session and the place of an item that is marked. */
export function itemOfKey(key: string): { session: string; index: number } | null {
  const at = key.lastIndexOf(' ');
  const index = Number(key.slice(at + 1));
  return at < 0 || !Number.isInteger(index) ? null : { session: key.slice(0, at), index };
}

export const sessionOf = (list: readonly Session[], id: string | null): Session | undefined =>
  id === null ? undefined : list.find((s) => idOf(s) === id);

/** The session that a reader most likely wants: where something was said last. */
export function worthMost(list: readonly Session[]): Session | undefined {
  const weight = (s: Session): number =>
    (s.turns > 0 ? 4 : 0) + (s.parent === null ? 2 : 0) + (s.id === null ? 0 : 1);
  return [...list].sort((a, b) => weight(b) - weight(a) || b.last_frame - a.last_frame)[0];
}

/** Ids are long and alike at the start or the end; the first part tells most of them apart. */
export function shortId(id: string): string {
  const bare = id.replace(/^(?:ses|sess|session)[_-]/i, '');
  return harmless(bare.length <= 12 ? bare : bare.slice(0, 8));
}

export function titleOfSession(session: Session): string {
  if (session.id === null) return 'Connection';
  return session.title === null ? shortId(session.id) : harmless(session.title, 120);
}

export interface Branch {
  session: Session;
  depth: number;
}

/** Parents before their children, each at its depth. A parent that is not listed leaves its children at the top. */
export function treeOf(list: readonly Session[]): Branch[] {
  const ids = new Set(list.map((s) => s.id));
  const out: Branch[] = [];
  const seen = new Set<Session>();
  const visit = (session: Session, depth: number): void => {
    if (seen.has(session)) return;
    seen.add(session);
    out.push({ session, depth });
    for (const child of list) {
      if (child.parent !== null && child.parent === session.id) visit(child, depth + 1);
    }
  };
  for (const session of list) {
    if (session.parent === null || !ids.has(session.parent)) visit(session, 0);
  }
  // Whoever names each other as parents is a root, too.
  for (const session of list) visit(session, 0);
  return out;
}

const ORIGINS: Record<string, string> = {
  new: 'new',
  load: 'loaded',
  resume: 'resumed',
  fork: 'forked',
  child: 'sub-agent',
  before: 'from before the recording',
};

export const originWords = (session: Session): string | null =>
  session.origin === null ? null : (ORIGINS[session.origin] ?? session.origin);
