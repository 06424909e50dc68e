import { expect, test } from 'vitest';
import { entriesOf, frameEntries, matching } from './palette';
import { finding, recording } from './samples';
import { session, turnsAt } from './samples/timeline';

const entries = entriesOf({
  recordings: [recording({ number: 7 }), recording({ number: 3, name: 'Cancel twice' })],
  recording: recording({ number: 7 }),
  sessions: [session({ id: null }), session({ id: 's1', turns: 2 })],
  session: session({ id: 's1', turns: 2 }),
  turns: turnsAt([
    [10, 20, 0, 3],
    [30, null, 3, 2],
  ]),
  findings: [finding(12, { message: 'the turn was cancelled' })],
  marks: [],
  filters: [{ name: 'slow ones', filter: 'latency:>2s' }],
  commands: [{ id: 'dark', title: 'Theme: dark', note: '' }],
});
const titles = (typed: string): string[] => matching(entries, typed).map((e) => e.title);

test('whatever is typed leads where its words fit best', () => {
  expect(titles('seq')[0]).toBe('Sequence');
  expect(titles('turn 2')[0]).toBe('Turn 2');
  expect(titles('cancel')).toEqual(['Cancel twice', 'The turn was cancelled.']);
  expect(titles('slow')).toEqual(['slow ones']);
  expect(titles('latency')).toEqual(['slow ones']);
  expect(titles('dark theme')).toEqual(['Theme: dark']);
  expect(titles('#3')).toEqual(['Cancel twice']);
  expect(titles('nothing like it')).toEqual([]);
});

test('with nothing typed some of each are offered', () => {
  const groups = new Set(matching(entries, '').map((e) => e.group));
  expect([...groups]).toEqual([
    'Views',
    'Commands',
    'Sessions',
    'Turns',
    'Filters',
    'Findings',
    'Recordings',
  ]);
});

test('a number is a frame, when there is such a frame', () => {
  expect(frameEntries('12', 100).map((e) => e.target)).toEqual([
    { is: 'frame', frame: 12 },
    { is: 'moment', frame: 12 },
  ]);
  expect(frameEntries('#100', 100)).toHaveLength(2);
  expect(frameEntries('frame 4', 100)).toHaveLength(2);
  expect(frameEntries('101', 100)).toEqual([]);
  expect(frameEntries('0', 100)).toEqual([]);
  expect(frameEntries('12a', 100)).toEqual([]);
});
