import { describe, expect, test } from 'vitest';
import type { Columns } from '../api/types.gen';
import { FrameColumns } from './columns';
import { BREAK, ROW, sequenceRows, shift, sideBySide } from './sequence';

const NAMES = ['session/prompt', 'session/update', 'agent_message_chunk', 'tool_call'];

/** Frames as [t, dir, kind, method, update, pair, latency]. */
type Row = [
  number,
  number,
  number,
  number | null,
  number | null,
  (number | null)?,
  (number | null)?,
];
const page = (rows: Row[], from = 1): Columns => ({
  total: from + rows.length - 1,
  from,
  names: NAMES,
  sessions: ['s1'],
  t: rows.map((r) => r[0]),
  dir: rows.map((r) => r[1]),
  kind: rows.map((r) => r[2]),
  method: rows.map((r) => r[3]),
  update: rows.map((r) => r[4]),
  session: rows.map(() => 0),
  size: rows.map(() => 9),
  pair: rows.map((r) => r[5] ?? null),
  latency: rows.map((r) => r[6] ?? null),
});
const TURN: Row[] = [
  [0, 0, 1, 0, null, 7, 9],
  [0.1, 1, 4, 1, 2],
  [0.2, 1, 4, 1, 2],
  [0.3, 1, 4, 1, 2],
  [6.3, 1, 4, 1, 2],
  [6.4, 1, 4, 1, 3],
  [9, 1, 2, 0, null, 1, 9],
];
const held = (rows: Row[]): FrameColumns => {
  const columns = new FrameColumns();
  columns.add(page(rows));
  return columns;
};

describe('columns', () => {
  test('pages join, whatever order their legends have', () => {
    const columns = held(TURN.slice(0, 2));
    const rest = page([[3, 1, 4, 0, 1]], 3);
    columns.add({ ...rest, names: ['session/update', 'agent_message_chunk'] });
    expect(columns.count).toBe(3);
    expect(columns.nameOf(columns.update.at(2))).toBe('agent_message_chunk');
    expect(columns.update.at(2)).toBe(columns.update.at(1));
    columns.add(page([[4, 1, 4, 1, 2]], 9));
    expect(columns.next).toBe(4);
  });
  test('a request that was read too early learns of its answer', () => {
    const columns = held([[0, 0, 1, 0, null]]);
    expect(columns.pair.at(0)).toBe(-1);
    columns.add(page([[2, 1, 2, 0, null, 1, 2]], 2));
    expect([columns.pair.at(0), columns.latency.at(0)]).toEqual([2, 2]);
  });
  test('frames come before those that are held, again and again', () => {
    const whole = held(Array.from({ length: 9_000 }, (_, i): Row => [i, i % 2, 4, 1, i % 4]));
    const columns = new FrameColumns(5_001);
    const piece = (from: number, to: number): void => {
      const rows = Array.from({ length: to - from + 1 }, (_, k): Row => {
        const i = from + k - 1;
        return [i, i % 2, 4, 1, i % 4];
      });
      columns.add(page(rows, from));
    };
    piece(5_001, 5_010);
    piece(4_000, 5_000);
    piece(5_011, 7_000);
    piece(1, 3_999);
    piece(7_001, 9_000);
    // Neither side: nothing is lost and nothing is taken.
    piece(9_500, 9_600);
    expect([columns.from, columns.count, columns.next]).toEqual([1, 9_000, 9_001]);
    for (let i = 0; i < 9_000; i += 1) {
      expect([columns.t.at(i), columns.update.at(i)]).toEqual([whole.t.at(i), whole.update.at(i)]);
    }
    expect(columns.index(1)).toBe(0);
  });
  test('many frames are no trouble', () => {
    const columns = held(Array.from({ length: 5_000 }, (_, i): Row => [i, i % 2, 4, 1, 3]));
    expect([columns.count, columns.t.at(4_999)]).toEqual([5_000, 4_999]);
  });
});

describe('rows', () => {
  const columns = held(TURN);
  const rows = sequenceRows(columns);
  test('a run of chunks is one row, silence breaks it', () => {
    expect(rows.first).toEqual([0, 1, 4, 5, 6]);
    expect(rows.last).toEqual([0, 3, 4, 5, 6]);
    expect(rows.idle).toEqual([0, 0, 6, 0, 2.5999999999999996]);
    expect(rows.height).toBe(5 * ROW + 2 * BREAK);
  });
  test('rows are found by height and by frame', () => {
    for (let r = 0; r < rows.count; r += 1) {
      expect(rows.at(rows.middle(r))).toBe(r);
      expect(rows.of(rows.first[r] ?? 0)).toBe(r);
    }
    expect(rows.at(-5)).toBe(0);
    expect(rows.at(9_999)).toBe(rows.count - 1);
    expect(rows.of(2)).toBe(1);
  });
  test('a moment stands between the arrows around it', () => {
    expect(rows.heightOf(columns, -1)).toBe(0);
    expect(rows.heightOf(columns, 0)).toBe(rows.middle(0));
    const between = rows.heightOf(columns, 3);
    expect(between).toBeGreaterThan(rows.middle(1));
    expect(between).toBeLessThan(rows.middle(2));
    expect(rows.heightOf(columns, 99)).toBe(rows.middle(4));
  });
});

test('what is in sight keeps its place when frames come before it', () => {
  const columns = new FrameColumns(3);
  columns.add(page(TURN.slice(2), 3));
  const before = { from: columns.from, rows: sequenceRows(columns) };
  columns.add(page(TURN.slice(0, 2), 1));
  const now = { from: columns.from, rows: sequenceRows(columns) };
  // Frame 3 is in a run that begins with frame 2 now, frame 6 is a row of its own.
  for (const frame of [3, 6]) {
    const y = before.rows.middle(before.rows.of(frame - 3));
    expect(y + shift(before, now, y)).toBe(now.rows.middle(now.rows.of(frame - 1)));
  }
  expect(shift(now, now, 50)).toBe(0);
});

test('spans that overlap stand side by side', () => {
  const spans = [
    { from: 0, to: 10 },
    { from: 5, to: 8 },
    { from: 9, to: 12 },
    { from: 10, to: 11 },
  ];
  expect(sideBySide(spans, 3).map((s) => s.column)).toEqual([0, 1, 1, 0]);
  expect(sideBySide(spans, 1).map((s) => s.column)).toEqual([0, 0, 0, 0]);
});
