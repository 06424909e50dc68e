import { expect, test } from 'vitest';
import {
  countOf,
  groupedByRule,
  joined,
  nearestFinding,
  nextPage,
  sameFinding,
  SEVERITIES,
  severalSessions,
  SIDES,
  stateOf,
  sumOf,
  toggled,
} from './findings';
import { finding } from './samples';

const all = new Set(SEVERITIES);
const both = new Set(SIDES);
const list = [
  finding(2, { rule: 'b/info', severity: 'info' }),
  finding(5, { rule: 'a/mixed', severity: 'warning' }),
  finding(5, { rule: 'c/error' }),
  finding(9, { rule: 'b/info', severity: 'info' }),
  finding(12, { rule: 'a/mixed', severity: 'error' }),
];

test('findings are grouped by rule, the gravest first, then the first', () => {
  const read = groupedByRule(list, all, both).map((g) => [
    g.rule,
    g.severity,
    g.findings.map((f) => f.frame),
  ]);
  expect(read).toEqual([
    ['a/mixed', 'error', [5, 12]],
    ['c/error', 'error', [5]],
    ['b/info', 'info', [2, 9]],
  ]);
  const errors = groupedByRule(list, new Set(['error'] as const), both);
  expect(errors.map((g) => [g.rule, g.first.frame])).toEqual([
    ['c/error', 5],
    ['a/mixed', 12],
  ]);
  expect(groupedByRule(list, new Set(), both)).toEqual([]);
});

test('findings of one side only', () => {
  const mixed = [finding(1, { side: 'client' }), finding(2, { side: 'agent' }), finding(3)];
  const frames = (sides: ReadonlySet<'client' | 'agent'>): number[] =>
    groupedByRule(mixed, all, sides).flatMap((g) => g.findings.map((f) => f.frame));
  const client = toggled<'client' | 'agent'>(both, 'agent');
  expect(frames(client)).toContain(1);
  expect(frames(client)).not.toContain(2);
  expect(frames(toggled(client, 'agent'))).toEqual([1, 2, 3]);
  expect(frames(toggled(client, 'client'))).toEqual([]);
});

test('the next and the previous frame with a finding, by its first one', () => {
  const to = (from: number | null, direction: 1 | -1): string | undefined => {
    const found = nearestFinding(list, from, direction);
    return found === null ? undefined : `${found.frame} ${found.rule}`;
  };
  expect(to(null, 1)).toBe('2 b/info');
  expect(to(2, 1)).toBe('5 a/mixed');
  expect(to(5, 1)).toBe('9 b/info');
  expect(to(12, 1)).toBeUndefined();
  expect(to(null, -1)).toBe('12 a/mixed');
  expect(to(9, -1)).toBe('5 a/mixed');
  expect(to(2, -1)).toBeUndefined();
  expect(nearestFinding([], 3, 1)).toBeNull();
});

test('findings are told apart by what they say', () => {
  expect(sameFinding(finding(1), finding(1))).toBe(true);
  expect(sameFinding(finding(1), finding(1, { pointer: '/id' }))).toBe(false);
});

test('a judgement is a number of each kind', () => {
  const found = { errors: 1, warnings: 0, infos: 2 };
  expect(SEVERITIES.map((s) => countOf(found, s))).toEqual([1, 0, 2]);
  expect(sumOf(found)).toBe(3);
  expect(stateOf(found)).not.toBe(stateOf({ ...found, warnings: 1 }));
  expect(stateOf(null)).not.toBe(stateOf({ errors: 0, warnings: 0, infos: 0 }));
});

test('pages are joined at the frame that one ends with, and always go on', () => {
  const first = [finding(1), finding(4, { pointer: '/a' })];
  const from = nextPage(first, 1);
  expect(from).toBe(4);
  const second = [finding(4, { pointer: '/a' }), finding(4, { pointer: '/b' }), finding(6)];
  expect(joined(first, second).map((f) => [f.frame, f.pointer])).toEqual([
    [1, '/result/stopReason'],
    [4, '/a'],
    [4, '/b'],
    [6, '/result/stopReason'],
  ]);
  expect(joined(first, [])).toEqual(first);
  expect(nextPage([finding(4), finding(4)], 4)).toBe(5);
});

test('findings say their session where they are of several', () => {
  const of = (...sessions: (string | null)[]) => sessions.map((session) => finding(1, { session }));
  expect(severalSessions(of('a', null, 'a'))).toBe(false);
  expect(severalSessions(of('a', null, 'b'))).toBe(true);
});
