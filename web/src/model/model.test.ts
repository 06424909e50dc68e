import { describe, expect, test } from 'vitest';
import { nextConnection, type Connection, type ConnectionEvent } from './connection';
import { following, moved, pause, resume, unseen } from './follow';
import {
  answerWords,
  applyTick,
  endOf,
  grouped,
  matches,
  summaryOf,
  titleOf,
  whenOf,
} from './recordings';
import { formatRoute, HOME, parseRoute, TABS, VIEWS, type Route } from './route';
import { recording, row } from './samples';
import { WINDOW, Windows } from './windows';

describe('route', () => {
  const read = (address: string): Route | null => {
    const url = new URL(address, 'http://x');
    return parseRoute(url.pathname, url.search);
  };
  test.each([
    ['/', HOME],
    ['/r/12', { ...HOME, recording: 12 }],
    ['/r/12/stderr', { ...HOME, recording: 12, view: 'stderr' }],
    ['/r/12/findings', { ...HOME, recording: 12, view: 'findings' }],
    [
      '/r/3/frames?frame=12&tab=raw',
      { ...HOME, recording: 3, view: 'frames', frame: 12, tab: 'raw' },
    ],
    ['/r/3/frames?frame=-1&tab=wrong', { ...HOME, recording: 3, view: 'frames' }],
    ['/r/3/frames/?frame=1e3', { ...HOME, recording: 3, view: 'frames' }],
    [
      '/r/3/timeline?session=a%26b&item=0&at=77',
      { ...HOME, recording: 3, session: 'a&b', item: 0, at: 77 },
    ],
    ['/r/3/state?session=&at=0', { ...HOME, recording: 3, view: 'state', session: '' }],
    ['/?frame=7', { ...HOME, frame: 7 }],
    ['/r/0/frames', null],
    ['/r/x/frames', null],
    ['/r/1/nothing', null],
    ['/r/1/frames/2', null],
    ['/elsewhere', null],
  ])('%s', (address, route) => expect(read(address)).toEqual(route));

  test('every route can be read back from its address', () => {
    for (const view of VIEWS) {
      for (const tab of TABS) {
        for (const frame of [null, 1, 999_999]) {
          for (const more of [
            {},
            { session: '', item: 0, at: 9 },
            { session: 'a/ &?', item: 12 },
            { filter: 'dir:agent text:"a & b"', open: true },
          ]) {
            const route: Route = { ...HOME, recording: 5, view, frame, tab, ...more };
            expect(read(formatRoute(route))).toEqual(route);
          }
        }
      }
    }
  });

  test('defaults are not spelled out', () => {
    expect(formatRoute({ ...HOME, recording: 4 })).toBe('/r/4/timeline');
    expect(formatRoute(HOME)).toBe('/');
  });
});

describe('recordings', () => {
  const now = new Date('2026-11-29T12:00:00Z');

  test('a tick changes, adds and removes, newest first', () => {
    const list = [recording({ number: 3 }), recording({ number: 2 }), recording({ number: 1 })];
    const after = applyTick(list, {
      changed: [recording({ number: 2, frames: 500 }), recording({ number: 4 })],
      deleted: [3],
    });
    expect(after.map((r) => [r.number, r.frames])).toEqual([
      [4, 118],
      [2, 500],
      [1, 118],
    ]);
  });

  test('what is changed and deleted in one tick is gone', () => {
    const tick = { changed: [recording({ number: 1 })], deleted: [1] };
    expect(applyTick([], tick)).toEqual([]);
  });

  test('are grouped by day, live ones first, in their order', () => {
    const at = (number: number, days: number): ReturnType<typeof recording> =>
      recording({ number, started_at: new Date(now.getTime() - days * 86_400_000).toISOString() });
    const list = [
      at(7, 0),
      recording({ number: 6, started_at: null, origin: 'import' }),
      at(5, 1),
      recording({ number: 4, phase: 'live', started_at: at(0, 9).started_at }),
      at(3, 0),
      at(2, 40),
    ];
    expect(grouped(list, now).map((g) => [g.title, g.recordings.map((r) => r.number)])).toEqual([
      [null, [4]],
      ['Today', [7, 3]],
      ['Yesterday', [5]],
      ['Earlier', [2]],
      ['Imported, no date', [6]],
    ]);
    expect(grouped([], now)).toEqual([]);
  });

  test('have the best name that is known', () => {
    const bare = { agent: null, client: null };
    expect(titleOf(recording({ name: 'Mine' }))).toBe('Mine');
    expect(titleOf(recording())).toBe('My Agent');
    expect(titleOf(recording({ agent: { name: 'x', title: null, version: null } }))).toBe('x');
    expect(titleOf(recording(bare))).toBe('my-agent');
    expect(titleOf(recording({ ...bare, command: [], origin: 'import' }))).toBe('Imported capture');
    expect(titleOf(recording({ ...bare, command: [], number: 9 }))).toBe('Recording 9');
    expect(summaryOf(recording())).toBe('project, 1m 12s, Zed');
    expect(summaryOf(recording({ cwd: null, client: null }))).toBe('1m 12s');
    expect(whenOf(recording({ phase: 'live' }), now)).toBe('live');
    expect(whenOf(recording({ started_at: null }), now)).toBe('');
  });

  test('are found by all words of a search', () => {
    expect(matches(recording(), '')).toBe(true);
    expect(matches(recording(), 'zed PROJECT')).toBe(true);
    expect(matches(recording(), '--acp 1.2')).toBe(true);
    expect(matches(recording({ number: 12 }), '#12')).toBe(true);
    expect(matches(recording(), 'zed nothing')).toBe(false);
  });

  test('say how they ended', () => {
    expect(endOf(recording())).toBe('Exit code 0');
    expect(endOf(recording({ phase: 'live', ended: null }))).toBe('Live');
    expect(endOf(recording({ phase: 'killed', ended: 'killed by signal 9' }))).toMatch(/^Killed/);
    expect(endOf(recording({ origin: 'import', ended: null }))).toBe('Imported');
  });
});

describe('windows', () => {
  const rows = (from: number, to: number): ReturnType<typeof row>[] =>
    Array.from({ length: to - from + 1 }, (_, i) => row(from + i));

  test('are asked for one by one, from their first gap', () => {
    const windows = new Windows();
    expect(windows.missing(190, 210)).toEqual([
      { from: 1, limit: WINDOW },
      { from: 201, limit: WINDOW },
    ]);
    windows.add(rows(1, 200));
    windows.add(rows(201, 205));
    expect(windows.missing(190, 205)).toEqual([]);
    expect(windows.missing(190, 210)).toEqual([{ from: 206, limit: 195 }]);
    expect(windows.row(205)?.n).toBe(205);
    expect(windows.row(206)).toBeUndefined();
  });

  test('of an empty recording are not asked for', () => {
    expect(new Windows().missing(1, 0)).toEqual([]);
  });

  test('a request learns of its answer', () => {
    const windows = new Windows();
    windows.add([row(1, { kind: 'request', id: '1' })]);
    windows.add([row(2, { kind: 'response', id: '1', pair: 1, latency: 0.5 })]);
    expect(windows.row(1)).toMatchObject({ n: 1, kind: 'request', pair: 2, latency: 0.5 });
  });

  test('a batch does not take the answer to one of its messages for its own', () => {
    const windows = new Windows();
    windows.add([row(1, { kind: 'batch' }), row(2, { kind: 'response', pair: 1, latency: 1 })]);
    expect(windows.row(1)?.pair).toBeNull();
  });

  test('an answer whose request is not held changes nothing', () => {
    const windows = new Windows();
    windows.add([row(900, { kind: 'response', pair: 3, latency: 1 })]);
    expect(windows.row(3)).toBeUndefined();
    expect(windows.row(900)?.pair).toBe(3);
  });

  test('are read again as a whole when they are old, and shown until then', () => {
    const windows = new Windows();
    windows.add(rows(1, 205));
    const asked = windows.age;
    windows.outdate();
    expect(windows.row(3)?.n).toBe(3);
    expect(windows.missing(201, 205)).toEqual([{ from: 201, limit: WINDOW }]);
    // An answer to a question that is older than the change is no cure.
    windows.add(rows(201, 205), asked);
    expect(windows.missing(201, 205)).toHaveLength(1);
    windows.add(rows(206, 210));
    expect(windows.missing(201, 210)).toHaveLength(1);
    windows.add([row(201, { severity: 'error' }), ...rows(202, 210)]);
    expect(windows.missing(201, 210)).toEqual([]);
    expect(windows.row(201)?.severity).toBe('error');
    expect(windows.missing(1, 200)).toEqual([{ from: 1, limit: WINDOW }]);
  });

  test('are forgotten when others need the room', () => {
    const windows = new Windows(2);
    for (const from of [1, 201, 401]) windows.add(rows(from, from));
    expect([1, 201, 401].map((n) => windows.row(n)?.n)).toEqual([undefined, 201, 401]);
    windows.clear();
    expect(windows.row(401)).toBeUndefined();
  });
});

describe('following', () => {
  test('pauses when the reader leaves the end, and counts what comes', () => {
    const paused = moved(following, false, 100);
    expect(unseen(paused, 125)).toBe(25);
    expect(pause(paused, 125)).toBe(paused);
    expect(unseen(resume(paused), 125)).toBe(0);
    expect(moved(paused, true, 125).on).toBe(true);
    expect(moved(following, true, 100)).toBe(following);
    expect(unseen(following, 500)).toBe(0);
  });
});

describe('connection', () => {
  const after = (...events: ConnectionEvent[]): Connection =>
    events.reduce(nextConnection, { state: 'connecting' } as Connection);
  test('counts failures until it opens', () => {
    expect(after('opened')).toEqual({ state: 'open' });
    expect(after('failed', 'retry', 'failed')).toEqual({ state: 'lost', attempt: 1 });
    expect(after('failed', 'failed', 'opened', 'failed')).toEqual({ state: 'lost', attempt: 0 });
    expect(after('refused')).toEqual({ state: 'refused' });
    expect(after('refused', 'retry')).toEqual({ state: 'connecting' });
  });
});

describe('answers', () => {
  const ask = row(1, { kind: 'request', method: 'session/request_permission', update: null });
  const answer = row(2, { kind: 'response', method: ask.method, update: null, dir: 'c2a' });
  test('who answered, and when', () => {
    const r = recording();
    expect(answerWords({ ...ask, latency: 6.41 }, r)).toBe('Zed answered after 6.41 s');
    expect(answerWords({ ...answer, latency: 6.41 }, r)).toBe('Zed answered after 6.41 s');
    expect(answerWords(ask, r)).toBe('Zed has not answered');
    expect(answerWords({ ...ask }, recording({ phase: 'live' }))).toBe('Zed has not answered yet');
    expect(answerWords(answer, r)).toBe('');
    expect(answerWords({ ...ask, dir: 'c2a', latency: 1 }, recording({ agent: null }))).toBe(
      'The agent answered after 1.00 s',
    );
  });
});
