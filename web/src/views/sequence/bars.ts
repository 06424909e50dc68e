// Spans of turns, tools and waits, at the heights where their frames stand.

import type { Turn } from '../../api/types.gen';
import { stretch } from '../../lib/format';
import type { FrameColumns } from '../../model/columns';
import { ROW, sideBySide, type SequenceRows } from '../../model/sequence';
import type { Bar } from './drawing';

interface Timed {
  frame: number;
  from_t: number;
  to_t: number | null;
}

export function barsOf(
  turns: readonly Turn[],
  /** Sessions that others have announced. */
  children: ReadonlySet<string>,
  columns: FrameColumns,
  rows: SequenceRows,
  titleOf: (session: string | null, item: number) => string | null,
): Bar[] {
  if (columns.count === 0) return [];
  const startOf = (frame: number, t: number): number => {
    const index = columns.index(frame);
    return index === null ? rows.heightOf(columns, t) : rows.middle(rows.of(index));
  };
  const endOf = (t: number | null): number =>
    t === null ? rows.height : rows.heightOf(columns, t);
  const place = (span: Timed): { from: number; to: number } => ({
    from: startOf(span.frame, span.from_t),
    to: endOf(span.to_t),
  });
  const known = (t: number, until: number | null): boolean => {
    const last = columns.t.at(columns.count - 1);
    return t <= last && (until ?? Infinity) >= columns.t.at(0);
  };
  const long = (from: number, to: number | null): string =>
    to === null ? 'never ended' : stretch(to - from);
  const brackets = turns
    .filter((turn) => known(turn.t, turn.ended_t))
    .map((turn) => ({
      from: startOf(turn.first_frame, turn.t) - ROW / 3,
      to: endOfTurn(turn, columns, rows) + ROW / 3,
      kind: 'turn' as const,
      words: `Turn ${turn.number}${children.has(turn.session ?? '') ? ' of a sub-agent' : ''}`,
      more: turn.ended_t === null ? (turn.stop_reason ?? 'open') : stretch(turn.ended_t - turn.t),
    }));
  const tools = turns.flatMap((turn) =>
    turn.tools
      .filter((span) => known(span.from_t, span.to_t))
      .map((span) => ({
        ...place(span),
        kind: 'tool' as const,
        words: titleOf(turn.session, span.item) ?? 'tool call',
        more: long(span.from_t, span.to_t),
      })),
  );
  const waits = turns.flatMap((turn) => [
    ...turn.waits.map((span) => ({ span, kind: 'human' as const })),
    ...turn.calls.map((span) => ({ span, kind: 'client' as const })),
  ]);
  const asked = waits
    .filter(({ span }) => known(span.from_t, span.to_t))
    .map(({ span, kind }) => ({
      ...place(span),
      kind,
      words: kind === 'human' ? `human ${long(span.from_t, span.to_t)}` : '',
      more: '',
    }));
  return [...sideBySide(brackets, 3), ...sideBySide(tools, 2), ...sideBySide(asked, 2)];
}

function endOfTurn(turn: Turn, columns: FrameColumns, rows: SequenceRows): number {
  const index = turn.last_frame === null ? null : columns.index(turn.last_frame);
  if (index !== null) return rows.middle(rows.of(index));
  return turn.ended_t === null ? rows.height : rows.heightOf(columns, turn.ended_t);
}
