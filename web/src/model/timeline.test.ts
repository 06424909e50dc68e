import { describe, expect, test } from 'vitest';
import { partOf, partsOf, saysNothing, showable, textOfParts } from './content';
import { askedOf, isCancel, permissionOf, questionOf, unknownName } from './exchange';
import { changes, lastChanges, planOf } from './plan';
import { sortedRanges, within } from './ranges';
import { every, item, tool, turnsAt } from './samples/timeline';
import {
  framesWords,
  guestsOf,
  hostOf,
  madeBy,
  TimelineRows,
  type TimelineRow,
} from './timeline_rows';
import { toolOf } from './tool';

const get = (i: number) => every[i];
const wordsOf = (row: TimelineRow): string | number =>
  row.is === 'item' ? row.index : `${row.is} ${row.turn}`;
const kinds = (rows: TimelineRows): (string | number)[] =>
  Array.from({ length: rows.length }, (_, i) => wordsOf(rows.at(i)!));

describe('rows', () => {
  const turns = turnsAt([
    [10, 20, 1, 2],
    [30, null, 4, 2],
  ]);
  const folded = new Set([1]);
  test('turns have heads and ends, an open turn has no end', () => {
    const rows = new TimelineRows(turns, 7);
    expect(kinds(rows)).toEqual([0, 'turn 1', 1, 2, 'end 1', 3, 'turn 2', 4, 5, 6]);
    expect([rows.at(-1), rows.at(10)]).toEqual([undefined, undefined]);
  });
  test('a folded turn keeps its head, folded history leaves nothing', () => {
    expect(kinds(new TimelineRows(turns, 7, { folded }))).toEqual([
      0,
      'turn 1',
      3,
      'turn 2',
      4,
      5,
      6,
    ]);
    expect(kinds(new TimelineRows(turns, 7, { from: 3 }))).toEqual([3, 'turn 2', 4, 5, 6]);
    expect(kinds(new TimelineRows(turns, 7, { from: 5 }))).toEqual(['turn 2', 5, 6]);
  });
  test('fewer items than the turns say are no trouble', () => {
    expect(kinds(new TimelineRows(turns, 2))).toEqual([0, 'turn 1', 1, 'end 1', 'turn 2']);
  });
  test('as of a frame, turns that come later are not there and those that go on have no end', () => {
    expect(kinds(new TimelineRows(turns, 2, { at: 15 }))).toEqual([0, 'turn 1', 1]);
    expect(kinds(new TimelineRows(turns, 3, { at: 20 }))).toEqual([0, 'turn 1', 1, 2, 'end 1']);
    expect(kinds(new TimelineRows(turns, 1, { at: 9 }))).toEqual([0]);
  });
  test('every item and every end is found where it stands', () => {
    const many = turnsAt(
      Array.from({ length: 40 }, (_, i) => [
        i * 10 + 1,
        i % 7 === 6 ? null : i * 10 + 9,
        i * 5,
        (i * 3) % 6,
      ]),
    );
    for (const look of [{}, { folded: new Set([2, 9, 40]) }, { from: 61 }, { at: 155 }]) {
      const rows = new TimelineRows(many, 203, look);
      for (let i = 0; i < rows.length; i += 1) {
        const row = rows.at(i)!;
        if (row.is === 'item') expect([row.index, rows.ofItem(row.index)]).toEqual([row.index, i]);
        if (row.is === 'end') expect(rows.ofEnd(row.turn)).toBe(i);
        if (row.is !== 'item') expect(rows.turnAt(i)).toBe(row.turn);
      }
      const items = kinds(rows).filter((w) => typeof w === 'number');
      expect(items).toEqual([...items].sort((a, b) => a - b));
    }
  });
  test('items and turns are found again', () => {
    const rows = new TimelineRows(turns, 7, { folded });
    expect(rows.ofItem(2)).toBe(1);
    expect(rows.ofItem(5)).toBe(5);
    expect(rows.ofItem(9)).toBe(null);
    expect(rows.turnAt(4)).toBe(2);
    expect(rows.turnAt(6)).toBe(null);
    expect(rows.turnAt(0)).toBe(null);
  });
});

describe('where turns stand', () => {
  test('what has settled is not read again', () => {
    const index = turnsAt([
      [1, 9, 0, 2],
      [10, null, 2, 1],
    ]);
    expect(index.settled).toBe(1);
    index.add({
      at: 30,
      from: 1,
      first_frame: [10, 21],
      last_frame: [20, 30],
      first_item: [2, 5],
      items: [3, 1],
      end: ['end_turn', 'refusal'],
    });
    expect([index.count, index.settled]).toEqual([3, 2]);
    expect(index.at(1)).toMatchObject({ number: 2, items: 3, end: 'end_turn' });
    expect(index.at(1, 15)).toMatchObject({ last_frame: null, end: null });
    expect(index.endedBy(30)?.number).toBe(3);
    expect(index.endedBy(29)).toBe(undefined);
    expect([index.begun(0), index.begun(10), index.begun(null)]).toEqual([0, 2, 3]);
  });
});

describe('guests', () => {
  test('a notice stands in the margin of what came before, a permission in its tool call', () => {
    expect(hostOf(every[3]!, get)).toBe(2);
    expect(hostOf(every[5]!, get)).toBe(4);
    expect(guestsOf(tool, get).map((g) => g.type)).toEqual(['permission', 'request']);
    expect(guestsOf(every[2]!, get).map((g) => g.type)).toEqual(['notice']);
    expect(hostOf(every[9]!, get)).toBe(9);
  });
  test('a notice at the start, and a child of what is not held, stand for themselves', () => {
    const alone = item(0, 'notice');
    expect(hostOf(alone, (i) => (i === 0 ? alone : undefined))).toBe(0);
    expect(hostOf(every[5]!, (i) => (i === 5 ? every[5] : undefined))).toBe(5);
    const other = [item(0, 'agent_message', { turn: 1 }), item(1, 'notice', { turn: 2 })];
    expect(hostOf(other[1]!, (i) => other[i])).toBe(1);
  });
});

test('frames in words', () => {
  expect(framesWords(every[0]!)).toBe('frame 10');
  const made = item(0, 'thought', {
    frames: [
      [12, 12],
      [15, 31],
      [40, 43],
    ],
    frame_count: 22,
  });
  expect(framesWords(made)).toBe('frames 12, 15–31 +4');
  expect(madeBy(made, 20)).toBe(true);
  expect(madeBy(made, 13)).toBe(false);
});

test('ranges', () => {
  expect(
    sortedRanges([
      [5, 6],
      [1, 2],
      [3, 3],
    ]),
  ).toEqual([
    [1, 3],
    [5, 6],
  ]);
  expect(
    within([1, 4, 5, 9], (n) => n, [
      [2, 5],
      [9, 12],
    ]),
  ).toEqual([4, 5, 9]);
});

describe('content', () => {
  test('every type of block', () => {
    expect(partOf({ type: 'text', text: 'x' })).toEqual({ is: 'text', text: 'x' });
    expect(partOf({ type: 'image', mimeType: 'image/png', data: 'AAAA' })).toMatchObject({
      is: 'media',
      kind: 'image',
      bytes: 3,
    });
    expect(partOf({ type: 'resource_link', uri: 'file:///a', name: 'a' })).toMatchObject({
      is: 'link',
      name: 'a',
    });
    expect(partOf({ type: 'resource', resource: { uri: 'u', text: 'hello' } })).toMatchObject({
      is: 'resource',
      text: 'hello',
    });
  });
  test('nonsense is shown, not dropped and not trusted', () => {
    expect(partOf({ type: 'text', text: 5 })).toMatchObject({ is: 'other', type: 'text' });
    expect(partOf(null)).toMatchObject({ is: 'other', type: 'untyped' });
    expect(partsOf(undefined)).toEqual([]);
    expect(saysNothing(partsOf([{ type: 'text', text: '' }]))).toBe(true);
    expect(saysNothing(partsOf([{ type: 'text', text: ' ' }]))).toBe(false);
    expect(saysNothing(partsOf([{ type: 'image', data: '' }]))).toBe(false);
    expect(partsOf({ type: 'text', text: 'one' })).toHaveLength(1);
    expect(textOfParts(partsOf([{ type: 'text', text: 'a' }, 7]))).toBe('a untyped');
  });
  test('what could run something is not shown', () => {
    expect(showable('image/png')).toBe(true);
    expect(showable('image/svg+xml')).toBe(false);
    expect(showable('text/html')).toBe(false);
  });
});

test('a tool call', () => {
  const read = toolOf(tool);
  expect(read).toMatchObject({ title: 'Edit README.md', kind: 'edit', status: 'completed' });
  expect(read.places).toEqual([{ path: '/home/dev/project/README.md', line: 3 }]);
  expect(read.parts.map((p) => p.is)).toEqual([
    'diff',
    'content',
    'terminal',
    'session',
    'other',
    'terminal',
  ]);
  expect(read.parts[2]).toMatchObject({ terminal: { truncated: true, exit: 'exit code 1' } });
  expect(toolOf(item(0, 'tool_call', { state: { content: 'odd', locations: 3 } }))).toMatchObject({
    title: 'Tool call',
    status: 'pending',
    parts: [],
  });
});

describe('exchanges', () => {
  test('what nobody knows has the name that it gives itself', () => {
    const update = { params: { update: { sessionUpdate: 'dream' } }, method: 'session/update' };
    expect(unknownName({ message: update })).toBe('dream');
    expect(unknownName({ method: 'craft/drain', params: {}, error: {} })).toBe('craft/drain');
    expect(unknownName({ message: 7 })).toBe('something unknown');
  });
  const permission = every[5]!;
  const withOutcome = (change: object) =>
    permissionOf({ ...permission, state: { ...(permission.state as object), ...change } });
  test('what was chosen', () => {
    expect(permissionOf(permission).choice).toEqual({ is: 'chosen', option: 'allow' });
    expect(withOutcome({ outcome: undefined }).choice).toEqual({ is: 'open' });
    expect(withOutcome({ outcome: { outcome: 'cancelled' } }).choice).toEqual({ is: 'cancelled' });
    expect(withOutcome({ error: { code: -1, message: 'no' } }).choice).toEqual({
      is: 'error',
      message: 'no',
    });
  });
  test('a form and its answers', () => {
    expect(questionOf(every[7]!).fields).toEqual([
      { name: 'Age', type: 'integer', answer: '7' },
      { name: 'ok', type: '', answer: null },
    ]);
  });
  test('what a request is about', () => {
    expect(askedOf(every[6]!)).toMatchObject({ about: '/x/README.md', answered: true });
    const run = item(0, 'request', {
      state: { method: 'terminal/create', params: { command: 'npm', args: ['test', 1] } },
    });
    expect(askedOf(run)).toMatchObject({ about: 'npm test 1', answered: false });
    const cancel = item(0, 'request', { state: { method: 'session/cancel', params: {} } });
    expect(isCancel(cancel)).toBe(true);
    expect(isCancel(run)).toBe(false);
  });
});

describe('plans', () => {
  const entry = (text: string, status: string) => ({ text, status, priority: null });
  test('entries of either form', () => {
    expect(planOf({ entries: [{ content: 'a', status: 'pending' }, 3] }).entries).toHaveLength(2);
    expect(planOf({ plan: { entries: [{ content: 'a' }] } }).entries[0]?.status).toBe('pending');
    expect(planOf({ planId: 'p', content: '# Plan' }).markdown).toBe('# Plan');
  });
  test('each entry tells what changed', () => {
    const before = [entry('a', 'pending'), entry('b', 'pending'), entry('c', 'pending')];
    const after = [entry('a', 'completed'), entry('B', 'pending'), entry('c', 'pending')];
    expect(changes(before, after)).toEqual([
      { is: 'status', from: 'pending', to: 'completed' },
      { is: 'reworded', from: 'b' },
      null,
    ]);
    expect(changes([], [entry('x', 'pending')])).toEqual([{ is: 'new' }]);
  });
  test('the last change of each over all states', () => {
    const s = (a: string, b: string) => [entry('a', a), entry('b', b)];
    const states = [
      s('pending', 'pending'),
      s('completed', 'pending'),
      s('completed', 'completed'),
    ];
    expect(lastChanges(states).map((c) => c?.at)).toEqual([1, 2]);
    expect(lastChanges([])).toEqual([]);
  });
});
