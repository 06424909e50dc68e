import { describe, expect, test } from 'vitest';
import { backoff } from './backoff';
import { dayOf, longDate, shortDate } from './dates';
import {
  basename,
  bytes,
  clock,
  compact,
  count,
  duration,
  harmless,
  plural,
  sentence,
  stretch,
} from './format';
import { plainKey, takesText } from './keys';
import { Lru } from './lru';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [3449, '3.4 kB'],
  [9960, '10 kB'],
  [999_400, '999 kB'],
  [999_600, '1.0 MB'],
  [12_400_000, '12 MB'],
  [5e15, '5000 TB'],
])('bytes(%d) is %s', (n, said) => expect(bytes(n)).toBe(said));

test.each([
  [0, '0:00.000'],
  [42.674, '0:42.674'],
  [59.9996, '1:00.000'],
  [3723.004, '1:02:03.004'],
  [-1, '0:00.000'],
])('clock(%d) is %s', (s, said) => expect(clock(s)).toBe(said));

test.each([
  [0, '0 ms'],
  [0.00001, '<0.1 ms'],
  [0.0002, '0.2 ms'],
  [0.17, '170 ms'],
  [3.59, '3.59 s'],
  [250, '4m 10s'],
])('stretch(%d) is %s', (s, said) => expect(stretch(s)).toBe(said));

test.each([
  [3.14, '3.1 s'],
  [17, '17 s'],
  [59.6, '1m 00s'],
  [72, '1m 12s'],
  [7500, '2h 05m'],
])('duration(%d) is %s', (s, said) => expect(duration(s)).toBe(said));

test.each([
  [118, '118'],
  [4200, '4.2k'],
  [99_960, '100k'],
  [999_600, '1.0M'],
])('compact(%d) is %s', (n, said) => expect(compact(n)).toBe(said));

test('thousands stand apart', () => {
  expect(count(1_000_000)).toBe('1\u202f000\u202f000');
  expect(count(999)).toBe('999');
  expect(plural(1, 'frame')).toBe('1 frame');
  expect(plural(0, 'frame')).toBe('0 frames');
});

test.each([
  ['/home/dev/project', 'project'],
  ['/home/dev/project/', 'project'],
  ['C:\\work\\demo', 'demo'],
  ['/', '/'],
])('basename(%s) is %s', (path, said) => expect(basename(path)).toBe(said));

describe('dates', () => {
  const now = new Date(2026, 10, 29, 9, 30);
  test.each([
    [new Date(2026, 10, 29, 0, 5), 'today', '00:05'],
    [new Date(2026, 10, 28, 23, 59), 'yesterday', '23:59'],
    [new Date(2026, 10, 26, 12, 0), 'earlier', 'Thu'],
    [new Date(2026, 2, 3, 12, 0), 'earlier', '3 Mar'],
    [new Date(2024, 2, 3, 12, 0), 'earlier', '3 Mar 2024'],
    // A clock that runs ahead is no reason for a group "tomorrow".
    [new Date(2026, 10, 30, 1, 0), 'today', '01:00'],
  ])('%s is %s, %s', (then, day, short) => {
    expect(dayOf(then, now)).toBe(day);
    expect(shortDate(then, now)).toBe(short);
  });
  test('in full', () => {
    expect(longDate(new Date(2026, 10, 29, 21, 28, 2))).toBe('Sun 29 Nov 2026, 21:28:02');
  });
});

test('backing off doubles up to a cap', () => {
  expect([0, 1, 2, 10, 1000].map((n) => backoff(n))).toEqual([250, 500, 1000, 10_000, 10_000]);
});

describe('Lru', () => {
  test('forgets what was used longest ago', () => {
    const lru = new Lru<string, number>(2);
    lru.set('a', 1);
    lru.set('b', 2);
    lru.get('a');
    lru.set('c', 3);
    expect([lru.peek('a'), lru.peek('b'), lru.peek('c'), lru.size]).toEqual([1, undefined, 3, 2]);
  });
  test('peeking is not using', () => {
    const lru = new Lru<string, number>(1);
    lru.set('a', 1);
    lru.peek('a');
    lru.set('b', 2);
    expect(lru.peek('a')).toBeUndefined();
    lru.clear();
    expect(lru.size).toBe(0);
  });
});

test.each([
  ['no open request has the id 99', 'No open request has the id 99.'],
  ['stopReason is missing', 'stopReason is missing.'],
  ['session/new came too early', 'session/new came too early.'],
  ['"done" is no status; why?', '"done" is no status; why?'],
  ['', '.'],
])('%s as a sentence', (text, said) => expect(sentence(text)).toBe(said));

describe('keys', () => {
  const press = { key: 'j', ctrlKey: false, metaKey: false, altKey: false };
  test('with a modifier belong to the browser', () => {
    expect(plainKey(press)).toBe('j');
    expect(plainKey({ ...press, ctrlKey: true })).toBeNull();
    expect(plainKey({ ...press, metaKey: true })).toBeNull();
  });
  test('in a text field belong to the field', () => {
    expect(takesText(document.createElement('input'))).toBe(true);
    expect(takesText(document.createElement('button'))).toBe(false);
    expect(takesText(null)).toBe(false);
  });
});

test('a name that somebody else chose stays in its place', () => {
  expect(harmless('\u202eevil\u202c\nname\u0000\u200f')).toBe('\ufffdevil\ufffdname\ufffd');
  expect(harmless('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`);
  expect(sentence('unknown type "\u202ex"')).toBe('Unknown type "\ufffdx".');
});
