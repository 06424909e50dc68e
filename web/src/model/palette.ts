// What the palette offers, and what of it fits to what was typed.

import type { Bookmark, Finding, Recording, SavedFilter, Session } from '../api/types.gen';
import { harmless, plural, sentence } from '../lib/format';
import { agentName, summaryOf, titleOf } from './recordings';
import { VIEWS, type View } from './route';
import { idOf, titleOfSession } from './sessions';
import type { TurnIndex } from './turns';

export type Target =
  | { is: 'recording'; number: number }
  | { is: 'view'; view: View }
  | { is: 'session'; id: string }
  | { is: 'turn'; session: string; item: number }
  | { is: 'frame'; frame: number }
  | { is: 'moment'; frame: number }
  | { is: 'finding'; finding: Finding }
  | { is: 'mark'; mark: Bookmark }
  | { is: 'filter'; filter: string }
  | { is: 'command'; command: string }
  | { is: 'search'; text: string };

export interface Entry {
  group: string;
  title: string;
  note: string;
  target: Target;
}

export interface Known {
  recordings: readonly Recording[];
  /** The one in view. */
  recording: Recording | null;
  sessions: readonly Session[];
  /** The session in view, and its turns. */
  session: Session | null;
  turns: TurnIndex | null;
  findings: readonly Finding[];
  marks: readonly Bookmark[];
  /** Those that are kept by name. */
  filters: readonly SavedFilter[];
  commands: readonly { id: string; title: string; note: string }[];
}

const TITLES: Record<View, string> = {
  timeline: 'Timeline',
  frames: 'Frames',
  sequence: 'Sequence',
  findings: 'Findings',
  state: 'State',
  stderr: 'Stderr',
};

/** Everything that can be gone to, in the order of the groups. */
export function entriesOf(known: Known): Entry[] {
  const out: Entry[] = [];
  if (known.recording !== null) {
    for (const view of VIEWS) {
      out.push({ group: 'Views', title: TITLES[view], note: '', target: { is: 'view', view } });
    }
  }
  for (const { id, title, note } of known.commands) {
    out.push({ group: 'Commands', title, note, target: { is: 'command', command: id } });
  }
  for (const session of known.sessions) {
    const id = idOf(session);
    const turns = plural(session.turns, 'turn');
    const note = session.id === null ? '' : `${turns}, ${harmless(session.id)}`;
    out.push({
      group: 'Sessions',
      title: titleOfSession(session),
      note,
      target: { is: 'session', id },
    });
  }
  const { session, turns } = known;
  for (let place = 0; session !== null && place < (turns?.count ?? 0); place += 1) {
    const turn = turns?.at(place);
    if (turn === undefined) break;
    out.push({
      group: 'Turns',
      title: `Turn ${turn.number}`,
      note: `${harmless(turn.end ?? 'open')}, ${titleOfSession(session)}`,
      target: { is: 'turn', session: idOf(session), item: turn.first_item },
    });
  }
  for (const { name, filter } of known.recording === null ? [] : known.filters) {
    out.push({
      group: 'Filters',
      title: harmless(name),
      note: harmless(filter),
      target: { is: 'filter', filter },
    });
  }
  for (const mark of known.marks) {
    const of = mark.item === null ? 'Frame' : 'Item of frame';
    out.push({
      group: 'Marks',
      title: harmless(mark.note ?? `${of} ${mark.frame}`),
      note: mark.note === null ? '' : `${of.toLowerCase()} ${mark.frame}`,
      target: { is: 'mark', mark },
    });
  }
  for (const finding of known.findings) {
    out.push({
      group: 'Findings',
      title: sentence(finding.message),
      note: `frame ${finding.frame}, ${finding.rule}`,
      target: { is: 'finding', finding },
    });
  }
  for (const recording of known.recordings) {
    out.push({
      group: 'Recordings',
      title: titleOf(recording),
      note: `#${recording.number} ${agentName(recording)}, ${summaryOf(recording)}`,
      target: { is: 'recording', number: recording.number },
    });
  }
  return out;
}

/** A number that was typed is a frame. */
export function frameEntries(typed: string, total: number): Entry[] {
  const match =
    /^#?\s*(\d{1,10})$/.exec(typed.trim()) ?? /^(?:as of )?frame\s+(\d{1,10})$/i.exec(typed.trim());
  const frame = Number(match?.[1] ?? 0);
  if (frame < 1 || frame > total) return [];
  return [
    {
      group: 'Frames',
      title: `Frame ${frame}`,
      note: 'go to it in the list',
      target: { is: 'frame', frame },
    },
    {
      group: 'Frames',
      title: `As of frame ${frame}`,
      note: 'show everything at this moment',
      target: { is: 'moment', frame },
    },
  ];
}

/** Whatever was typed can be searched for. */
export const searchEntry = (typed: string): Entry => ({
  group: 'Search',
  title:
    typed.trim() === '' ? 'Search all recordings' : `Search all recordings for “${typed.trim()}”`,
  note: typed.trim() === '' ? 's' : '',
  target: { is: 'search', text: typed.trim() },
});

/** How well an entry fits to words; null when one of them is missing. */
export function fit(entry: Entry, words: readonly string[]): number | null {
  const title = entry.title.toLowerCase();
  const all = `${title} ${entry.note.toLowerCase()} ${entry.group.toLowerCase()}`;
  let score = 0;
  for (const word of words) {
    if (title.startsWith(word)) score += 6;
    else if (title.includes(` ${word}`)) score += 4;
    else if (title.includes(word)) score += 2;
    else if (!all.includes(word)) return null;
  }
  return score;
}

/** The best of each group when nothing is typed, the best of all when something is. */
export function matching(entries: readonly Entry[], typed: string, most = 40): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const seen = new Map<string, number>();
    return entries.filter((entry) => {
      const n = (seen.get(entry.group) ?? 0) + 1;
      seen.set(entry.group, n);
      return n <= 6;
    });
  }
  return entries
    .flatMap((entry, i) => {
      const score = fit(entry, words);
      return score === null ? [] : [{ entry, score, i }];
    })
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, most)
    .map(({ entry }) => entry);
}
