// The titles of the tool calls in sight, read as they come there.

import { Failure, item } from '../../api/client';
import type { Turn } from '../../api/types.gen';
import { Turnstile } from '../../lib/turnstile';
import type { FrameColumns } from '../../model/columns';
import type { SequenceRows } from '../../model/sequence';
import { toolOf } from '../../model/tool';

export class ToolTitles {
  #titles = new Map<string, string | null>();
  #version = $state(0);
  /** How many are being read. */
  reading = $state(0);
  #gate = new Turnstile(4);

  constructor(private readonly recording: number) {}

  get(session: string | null, index: number): string | null {
    void this.#version;
    return this.#titles.get(`${session ?? ''} ${index}`) ?? null;
  }

  /** Says which heights are in sight. */
  show(
    turns: readonly Turn[],
    columns: FrameColumns,
    rows: SequenceRows,
    from: number,
    to: number,
  ): void {
    const first = columns.t.at(rows.first[rows.at(from)] ?? 0);
    const last = columns.t.at(rows.last[rows.at(to)] ?? 0);
    for (const turn of turns) {
      for (const span of turn.tools) {
        if (span.from_t <= last && (span.to_t ?? Infinity) >= first) {
          this.#read(turn.session, span.item);
        }
      }
    }
  }

  #read(session: string | null, index: number): void {
    const key = `${session ?? ''} ${index}`;
    if (this.#titles.has(key)) return;
    this.#titles.set(key, null);
    this.reading += 1;
    this.#gate
      .run(() => item(this.recording, session, index, null))
      .then(
        (read) => {
          this.#titles.set(key, toolOf(read).title);
          this.#version += 1;
        },
        (cause: unknown) => {
          if (!(cause instanceof Failure)) throw cause;
          this.#titles.delete(key);
        },
      )
      .finally(() => (this.reading -= 1));
  }
}
