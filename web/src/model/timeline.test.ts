import { describe, expect, test } from 'vitest';
import { partOf, partsOf, saysNothing, showable, textOfParts } from './content';
import { askedOf, isCancel, permissionOf, questionOf, unknownName } from './exchange';
import { changes, lastChanges, planOf } from './plan';
import { sortedRanges, within } from './ranges';
import { every, item, tool, turn } from './samples/timeline';
import { divided, spentOf } from './spent';
import {
  framesWords,
  guestsOf,
  hostOf,
  madeBy,
  rowOfItem,
  rowsOf,
  turnAt,
  type TimelineRow,
} from './timeline_rows';
import { toolOf } from './tool';

const get = (i: number) => every[i];
const kinds = (rows: readonly TimelineRow[]): (string | number)[] =>
  rows.map((row) => (row.is === 'item' ? row.index : `${row.is} ${row.turn.number}`));

describe('rows', () => {
  const turns = [
    turn({ number: 1, first_item: 1, items: 2 }),
    turn({ number: 2, first_item: 4, items: 2, last_frame: null }),
  ];
  test('turns have heads and ends, an open turn has no end', () => {
    expect(kinds(rowsOf(turns, 7))).toEqual([0, 'turn 1', 1, 2, 'end 1', 3, 'turn 2', 4, 5, 6]);
  });
  test('a folded turn keeps its head, folded history leaves nothing', () => {
    expect(kinds(rowsOf(turns, 7, new Set([1])))).toEqual([0, 'turn 1', 3, 'turn 2', 4, 5, 6]);
    expect(kinds(rowsOf(turns, 7, new Set(), 3))).toEqual([3, 'turn 2', 4, 5, 6]);
    expect(kinds(rowsOf(turns, 7, new Set(), 5))).toEqual(['turn 2', 5, 6]);
  });
  test('fewer items than the turns say are no trouble', () => {
    expect(kinds(rowsOf(turns, 2))).toEqual([0, 'turn 1', 1, 'end 1', 'turn 2']);
  });
  test('items and turns are found again', () => {
    const rows = rowsOf(turns, 7, new Set([1]));
    expect(rowOfItem(rows, 2)).toBe(1);
    expect(rowOfItem(rows, 5)).toBe(5);
    expect(rowOfItem(rows, 9)).toBe(null);
    expect(turnAt(rows, 4)?.number).toBe(2);
    expect(turnAt(rows, 6)).toBe(null);
    expect(turnAt(rows, 0)).toBe(null);
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

describe('where the time went', () => {
  test('a human is waited for before a tool, what is left is the agent’s', () => {
    const spent = spentOf(
      turn({
        t: 0,
        ended_t: 10,
        tools: [{ item: 4, frame: 14, from_t: 1, to_t: 8 }],
        waits: [{ item: 5, frame: 15, from_t: 2, to_t: 5 }],
      }),
      99,
    );
    expect(spent.sums).toEqual({ human: 3, client: 0, tool: 4, agent: 3, silence: 0 });
    expect(spent.pieces.map((p) => [p.share, p.from, p.to])).toEqual([
      ['agent', 0, 1],
      ['tool', 1, 2],
      ['human', 2, 5],
      ['tool', 5, 8],
      ['agent', 8, 10],
    ]);
  });
  test('an open turn counts until now, sums make the whole', () => {
    const open = turn({
      t: 5,
      ended_t: null,
      tools: [{ item: 1, frame: 11, from_t: 6, to_t: null }],
    });
    const spent = spentOf(open, 9);
    expect(spent.total).toBe(4);
    expect(spent.sums).toMatchObject({ tool: 3, agent: 1 });
    const odd = divided(0, 4, { human: [{ from: -3, to: 99 }], silence: [{ from: 1, to: 2 }] });
    expect(odd.sums.human).toBe(4);
    expect(divided(3, 3, {}).pieces).toEqual([]);
  });
});
