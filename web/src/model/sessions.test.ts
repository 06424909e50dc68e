import { expect, test } from 'vitest';
import { ITEM_WINDOW, ItemWindows } from './item_windows';
import { item, session } from './samples/timeline';
import { idOf, sessionOf, shortId, titleOfSession, treeOf, worthMost } from './sessions';

const connection = session({ id: null, last_frame: 99 });
const quiet = session({ id: 'a', last_frame: 90 });
const busy = session({ id: 'b', last_frame: 50, turns: 1 });
const child = session({ id: 'c', parent: 'b', last_frame: 80, turns: 1 });

test('the session where something was said last is worth most', () => {
  expect(worthMost([connection, quiet, busy, child])).toBe(busy);
  expect(worthMost([connection, quiet])).toBe(quiet);
  expect(worthMost([connection])).toBe(connection);
  expect(worthMost([])).toBe(undefined);
});

test('sessions are named and found', () => {
  expect(sessionOf([connection, busy], '')).toBe(connection);
  expect(sessionOf([busy], null)).toBe(undefined);
  expect(idOf(connection)).toBe('');
  expect(titleOfSession(connection)).toBe('Connection');
  expect(shortId('sess_044ef662-1152-448f')).toBe('044ef662');
  expect(shortId('echo-session-1')).toBe('echo-ses');
});

test('children stand below their parents, whatever the order', () => {
  const orphan = session({ id: 'd', parent: 'gone' });
  const tree = treeOf([child, orphan, busy]);
  expect(tree.map((b) => [b.session.id, b.depth])).toEqual([
    ['d', 0],
    ['b', 0],
    ['c', 1],
  ]);
  const ring = [session({ id: 'x', parent: 'y' }), session({ id: 'y', parent: 'x' })];
  expect(treeOf(ring)).toHaveLength(2);
});

test('windows of items are read again when they are old, and shown meanwhile', () => {
  const windows = new ItemWindows();
  const some = Array.from({ length: ITEM_WINDOW }, (_, i) => item(i, 'thought'));
  expect(windows.missing(0, 10)).toEqual([{ from: 0 }]);
  windows.add(0, some, windows.age);
  expect(windows.missing(0, ITEM_WINDOW - 1)).toEqual([]);
  windows.outdate();
  expect(windows.missing(5, ITEM_WINDOW + 1)).toHaveLength(2);
  expect(windows.get(3)).toBe(some[3]);
  const grown = some.map((s, i) => (i === 3 ? { ...s, last_frame: 99 } : { ...s }));
  windows.add(0, grown, windows.age);
  // Only what has changed is another object, so that only that is drawn anew.
  expect(windows.get(2)).toBe(some[2]);
  expect(windows.get(3)?.last_frame).toBe(99);
});
