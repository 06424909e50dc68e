// How a frame reads in the list and in the inspector.

import type { Dir, FrameRow, Kind } from '../api/types.gen';
import { basename, sentence } from '../lib/format';

export type Hue = 'client' | 'agent' | 'human';

const KINDS: Record<Kind, string> = {
  request: 'request',
  response: 'response',
  error: 'error',
  notification: 'notify',
  batch: 'batch',
  invalid: 'invalid',
};

export const kindWord = (kind: Kind): string => KINDS[kind];

/** Requests that wait for a person, not for a program. */
const ASKS_A_PERSON = new Set(['session/request_permission', 'elicitation/create']);

export const waitsForPerson = (row: FrameRow): boolean =>
  row.method !== null && ASKS_A_PERSON.has(row.method);

export const senderHue = (dir: Dir): Hue => (dir === 'c2a' ? 'client' : 'agent');

/** The hue of whoever answers: of an answer its sender, of a request the other side. */
export function answeringHue(row: FrameRow): Hue {
  if (waitsForPerson(row)) return 'human';
  const answers = isAnswer(row.kind);
  return senderHue(answers ? row.dir : row.dir === 'c2a' ? 'a2c' : 'c2a');
}

export const isAnswer = (kind: Kind): boolean => kind === 'response' || kind === 'error';

export const directionWords = (dir: Dir): string =>
  dir === 'c2a' ? 'client to agent' : 'agent to client';

/** The word that a row is recognised by: the variant of an update, else the method. */
export function subjectOf(row: FrameRow): string {
  if (row.update !== null) return row.update;
  if (row.method !== null) return row.method;
  if (row.kind === 'batch') return 'batch';
  return row.kind === 'invalid' ? 'not a JSON-RPC message' : 'unknown method';
}

/** A sentence-like title, for the inspector and for screen readers. */
export function titleOfFrame(row: FrameRow): string {
  if (row.kind === 'response') return `Response to ${row.method ?? 'an unknown request'}`;
  if (row.kind === 'error') return `Error for ${row.method ?? 'an unknown request'}`;
  if (row.kind === 'batch') return 'Batch of messages';
  if (row.kind === 'invalid') return 'Not a JSON-RPC message';
  return row.update ?? row.method ?? kindWord(row.kind);
}

/** Enough of a session id to tell sessions of one recording apart. */
export function shortSession(session: string | null): string {
  if (session === null) return '';
  const tail = basename(session).replace(/^(?:sess(?:ion)?|ses)[_-]/, '');
  return tail.slice(0, 4);
}

export const shortId = (id: string | null): string =>
  id === null ? '' : id.length <= 6 ? id : `${id.slice(0, 5)}…`;

/** What is odd about a frame, a sentence each. */
export const problemsOf = (row: FrameRow): string[] =>
  (row.problem ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map(sentence);
