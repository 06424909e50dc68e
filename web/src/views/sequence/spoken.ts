// A row of the diagram in words, for those who cannot see the drawing.

import type { Recording } from '../../api/types.gen';
import { clock } from '../../lib/format';
import { KIND, type FrameColumns } from '../../model/columns';
import { agentName, clientName } from '../../model/recordings';

export function spokenFrame(columns: FrameColumns, index: number, recording: Recording): string {
  const kind = columns.kind.at(index);
  const answer = kind === KIND.response || kind === KIND.error ? 'answer to ' : '';
  const name = columns.nameOf(columns.update.at(index)) ?? columns.nameOf(columns.method.at(index));
  const by = columns.dir.at(index) === 0 ? clientName(recording) : agentName(recording);
  return `Frame ${columns.from + index}, ${answer}${name ?? 'unknown'}, from ${by}, at ${clock(columns.t.at(index))}`;
}
