// A conversation with every type of item, for tests. Small, and by hand.

import type { Item, Session } from '../../api/types.gen';
import type { ItemType } from '../item_words';
import { TurnIndex } from '../turns';

export const item = (index: number, type: ItemType, change: Partial<Item> = {}): Item => ({
  index,
  type,
  id: null,
  turn: 1,
  first_frame: index + 10,
  last_frame: index + 10,
  frames: [[index + 10, index + 10]],
  frame_count: 1,
  t: index,
  last_t: index,
  history: true,
  replay: false,
  compacted_away: false,
  cancelled: false,
  state: {},
  patches: 1,
  parent_item: null,
  terminals: {},
  statuses: [],
  ...change,
});

/** Turns by their first and last frames, their first items, and how many items they have. */
export function turnsAt(turns: readonly [number, number | null, number, number][]): TurnIndex {
  const index = new TurnIndex();
  index.add({
    at: 1_000,
    from: 0,
    first_frame: turns.map((t) => t[0]),
    last_frame: turns.map((t) => t[1]),
    first_item: turns.map((t) => t[2]),
    items: turns.map((t) => t[3]),
    end: turns.map((t) => (t[1] === null ? null : 'end_turn')),
  });
  return index;
}

export const session = (change: Partial<Session> = {}): Session => ({
  id: 's1',
  parent: null,
  title: null,
  cwd: '/home/dev/project',
  origin: 'new',
  first_frame: 3,
  last_frame: 40,
  t: 0,
  items: 10,
  turns: 0,
  open_turn: null,
  also_in: [],
  ...change,
});

const text = (words: string): object => ({ type: 'text', text: words });

export const tool = item(4, 'tool_call', {
  id: 'call_1',
  patches: 3,
  last_frame: 24,
  frames: [
    [14, 14],
    [20, 20],
    [24, 24],
  ],
  frame_count: 3,
  state: {
    toolCallId: 'call_1',
    title: 'Edit README.md',
    kind: 'edit',
    status: 'completed',
    locations: [{ path: '/home/dev/project/README.md', line: 3 }, { line: 4 }],
    content: [
      { type: 'diff', path: '/home/dev/project/README.md', oldText: 'a\n', newText: 'b\n' },
      { type: 'content', content: text('Done.') },
      { type: 'terminal', terminalId: 'term-1' },
      { type: 'session', sessionId: 'child-1' },
      { type: 'hologram', beams: 3 },
    ],
    rawInput: { path: 'README.md' },
  },
  terminals: {
    'term-1': { output: '\u001b[32mok\u001b[0m\n', truncated: true, exitStatus: { exitCode: 1 } },
    'term-2': { output: 'seen\n', exitStatus: null },
  },
});

/** One of each, in an order that a turn could have. */
export const every: Item[] = [
  item(0, 'user_message', { state: { content: [text('Please **edit** it.')] } }),
  item(1, 'thought', { state: { content: [text('First look, then plan.')] } }),
  item(2, 'plan', {
    patches: 2,
    state: { entries: [{ content: 'Read', status: 'completed', priority: 'high' }] },
  }),
  item(3, 'notice', {
    history: false,
    state: { severity: 'warning', title: 'MCP server unavailable', description: 'Continuing.' },
  }),
  tool,
  item(5, 'permission', {
    parent_item: 4,
    last_t: 11,
    state: {
      toolCall: { toolCallId: 'call_1', title: 'Edit README.md' },
      options: [
        { optionId: 'allow', name: 'Yes', kind: 'allow_once' },
        { optionId: 'reject', name: 'No', kind: 'reject_once' },
      ],
      outcome: { outcome: 'selected', optionId: 'allow' },
    },
  }),
  item(6, 'request', {
    parent_item: 4,
    state: { method: 'fs/write_text_file', params: { path: '/x/README.md' }, result: null },
  }),
  item(7, 'elicitation', {
    state: {
      message: 'How old?',
      mode: 'form',
      requestedSchema: { properties: { age: { type: 'integer', title: 'Age' }, ok: {} } },
      action: 'accept',
      content: { age: 7 },
    },
  }),
  item(8, 'compaction', { state: { compactionId: 'c1', status: 'completed', summary: [] } }),
  item(9, 'agent_message', { state: { content: [text('Edited.')] } }),
  item(10, 'mode', { state: { currentModeId: 'plan' } }),
  item(11, 'config', { state: { configOptions: [] } }),
  item(12, 'commands', { state: { availableCommands: [{ name: 'review' }] } }),
  item(13, 'session_info', { state: { title: 'README' } }),
  item(14, 'usage', { state: { used: 1200, size: 200_000 } }),
  item(15, 'session_message', { state: { senderSessionId: 'a', recipientSessionId: 'b' } }),
  item(16, 'subagent', { state: { sessionId: 'child-1', title: 'Explorer' } }),
  item(17, 'extension', { state: { method: '_x/y', params: {} } }),
  item(18, 'unknown', { state: { sessionUpdate: 'sparkle' } }),
];
