// A conversation in which everything happens that the timeline can show: written as a capture.

import { writeFile } from 'node:fs/promises';

/** A capture as it grows: who says what, and when. */
class Capture {
  lines = [JSON.stringify({ acp_scope: 1, started_at: '2026-01-02T03:04:05.000Z' })];
  t = 0;
  id = 0;

  /** @param {'c2a' | 'a2c'} dir @param {object} message */
  frame(dir, message, after = 0.02) {
    this.t += after;
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.lines.push(JSON.stringify({ t: Number(this.t.toFixed(4)), dir, raw }));
    return this.lines.length - 1;
  }

  /** The client asks. @param {string} method @param {object} params */
  ask(method, params, after = 0.02) {
    this.id += 1;
    this.frame('c2a', { id: this.id, method, params }, after);
    return this.id;
  }

  /** @param {string} sessionId @param {object} update */
  update(sessionId, update, after = 0.02) {
    return this.frame('a2c', { method: 'session/update', params: { sessionId, update } }, after);
  }

  /** @param {string} text */
  stderr(text) {
    this.lines.push(JSON.stringify({ t: Number(this.t.toFixed(4)), dir: 'err', raw: text }));
  }
}

const text = (/** @type {string} */ words) => ({ type: 'text', text: words });
const MAIN = 'sess_044ef662-1152-448f';
const CHILD = 'sess_7c41ab90-child';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAGElEQVR42mNkYPhfz0AEYBxVSF+FIx0AADMoAwV5c6kYAAAAAElFTkSuQmCC';
const README = '# Demo\n\nSample project for the lab.\n\n## Use\n\nRun `npm test`.\n';

/** @param {string} file */
export async function writeStory(file) {
  const c = new Capture();
  const say = (/** @type {object} */ update, after = 0.02) => c.update(MAIN, update, after);

  c.ask('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    clientInfo: { name: 'zed', title: 'Zed', version: '0.214.1' },
  });
  c.frame('a2c', {
    id: c.id,
    result: {
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
      },
      agentInfo: { name: 'claude-agent', title: 'Claude Agent', version: '0.101.0' },
      authMethods: [],
    },
  });
  c.stderr('[agent] started, 3 MCP servers');

  // A session from before, with its history replayed.
  const load = c.ask(
    'session/load',
    { sessionId: MAIN, cwd: '/home/dev/project', mcpServers: [] },
    0.5,
  );
  say({ sessionUpdate: 'user_message_chunk', content: text('Please help with this project.') });
  say({ sessionUpdate: 'agent_message_chunk', content: text('Gladly. What should I do?') });
  c.frame('a2c', {
    id: load,
    result: {
      modes: {
        currentModeId: 'ask',
        availableModes: [
          { id: 'ask', name: 'Ask', description: 'Asks before it changes anything' },
          { id: 'code', name: 'Code' },
        ],
      },
    },
  });
  say({
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'review', description: 'Review the changes' },
      { name: 'plan', description: 'Make a plan', input: { hint: 'what for' } },
    ],
  });

  // The first turn.
  const first = c.ask(
    'session/prompt',
    { sessionId: MAIN, prompt: [text('Thanks. Write two lines to notes.txt.')] },
    6,
  );
  say({ sessionUpdate: 'agent_message_chunk', content: text('Written, ') }, 0.9);
  say({ sessionUpdate: 'agent_message_chunk', content: text('as you **asked**.') });
  say({
    sessionUpdate: 'usage_update',
    used: 168_000,
    size: 200_000,
    cost: { amount: 0.012, currency: 'USD' },
  });
  c.frame('a2c', { id: first, result: { stopReason: 'end_turn' } }, 0.3);

  // The context is made smaller.
  const small = (/** @type {object} */ change, after = 0.4) =>
    say({ sessionUpdate: 'compaction_update', compactionId: 'cmp-1', ...change }, after);
  small({ status: 'in_progress' }, 2.6);
  say(
    {
      sessionUpdate: 'compaction_summary_chunk',
      compactionId: 'cmp-1',
      content: text('The README was read '),
    },
    1.2,
  );
  say(
    {
      sessionUpdate: 'compaction_summary_chunk',
      compactionId: 'cmp-1',
      content: text('and notes.txt holds two lines.'),
    },
    1.1,
  );
  small({ status: 'completed' }, 1.4);

  // The second turn: everything.
  const second = c.ask(
    'session/prompt',
    {
      sessionId: MAIN,
      prompt: [
        text('Say in the README that the sample was edited, then run the checks.'),
        {
          type: 'resource_link',
          uri: 'file:///home/dev/project/README.md',
          name: 'README.md',
          size: 61,
        },
        { type: 'image', mimeType: 'image/png', data: PNG },
      ],
    },
    4.6,
  );
  for (const words of [
    'First I should look at the README, ',
    'then plan. ',
    'The description sits on line 3.',
  ]) {
    say({ sessionUpdate: 'agent_thought_chunk', content: text(words) }, 0.3);
  }
  say(
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'read-1',
      title: 'README.md',
      kind: 'read',
      status: 'pending',
      locations: [{ path: '/home/dev/project/README.md' }],
    },
    0.4,
  );
  say({ sessionUpdate: 'tool_call_update', toolCallId: 'read-1', status: 'in_progress' }, 0.1);
  const fs = 'fs-1';
  c.frame('a2c', {
    id: fs,
    method: 'fs/read_text_file',
    params: { sessionId: MAIN, path: '/home/dev/project/README.md' },
  });
  c.frame('c2a', { id: fs, result: { content: README } }, 0.06);
  say(
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'read-1',
      status: 'completed',
      content: [{ type: 'content', content: text(README) }],
    },
    0.8,
  );
  say(
    {
      sessionUpdate: 'notice',
      severity: 'warning',
      title: 'MCP server unavailable',
      description: 'Continuing without it.',
    },
    0.2,
  );
  const plan = (/** @type {string[]} */ ...s) =>
    say(
      {
        sessionUpdate: 'plan',
        entries: ['Read the README', 'Change the description', 'Run the checks'].map(
          (content, i) => ({
            content,
            priority: i === 1 ? 'high' : 'medium',
            status: s[i],
          }),
        ),
      },
      0.3,
    );
  plan('completed', 'in_progress', 'pending');
  for (const words of [
    'I’ll change the description in place, ',
    'then run `npm test` ',
    'to see who reads it.\n\n1. Edit\n2. Test',
  ]) {
    say({ sessionUpdate: 'agent_message_chunk', messageId: 'msg-2', content: text(words) }, 0.1);
  }
  say(
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'edit-1',
      title: 'Edit README.md',
      kind: 'edit',
      status: 'pending',
      locations: [{ path: '/home/dev/project/README.md', line: 3 }],
    },
    0.5,
  );
  const permission = 'perm-1';
  const options = [
    { optionId: 'allow-once', name: 'Yes', kind: 'allow_once' },
    {
      optionId: 'allow-always',
      name: 'Yes, allow all edits during this session',
      kind: 'allow_always',
    },
    { optionId: 'reject', name: 'No', kind: 'reject_once' },
  ];
  const diff = {
    type: 'diff',
    path: '/home/dev/project/README.md',
    oldText: README,
    newText: README.replace('project for', 'project (edited) for'),
  };
  c.frame(
    'a2c',
    {
      id: permission,
      method: 'session/request_permission',
      params: { sessionId: MAIN, toolCall: { toolCallId: 'edit-1', content: [diff] }, options },
    },
    0.4,
  );
  c.frame(
    'c2a',
    { id: permission, result: { outcome: { outcome: 'selected', optionId: 'allow-once' } } },
    6.41,
  );
  const write = 'fs-2';
  c.frame('a2c', {
    id: write,
    method: 'fs/write_text_file',
    params: { sessionId: MAIN, path: '/home/dev/project/README.md', content: diff.newText },
  });
  c.frame('c2a', { id: write, result: {} }, 0.06);
  say(
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'edit-1',
      status: 'completed',
      content: [diff],
    },
    0.3,
  );
  plan('completed', 'completed', 'in_progress');
  say({ sessionUpdate: 'current_mode_update', currentModeId: 'code' });
  say({
    sessionUpdate: 'config_option_update',
    configOptions: [
      {
        id: 'model',
        name: 'Model',
        type: 'select',
        currentValue: 'fast',
        options: [
          { value: 'fast', name: 'Fast' },
          { value: 'deep', name: 'Deep' },
        ],
      },
    ],
  });
  say({ sessionUpdate: 'session_info_update', title: 'Edit the README' });

  // A child works for it, and they speak to each other.
  say(
    {
      sessionUpdate: 'subagent_update',
      sessionId: CHILD,
      title: 'Explorer',
      description: 'Looks for readers of the README',
      state: { state: 'running' },
    },
    0.2,
  );
  c.update(
    CHILD,
    { sessionUpdate: 'agent_message_chunk', content: text('Nobody reads it but the tests.') },
    0.4,
  );
  say(
    {
      sessionUpdate: 'session_message',
      messageId: 'sm-1',
      senderSessionId: CHILD,
      recipientSessionId: MAIN,
      content: [text('Nobody reads it but the tests.')],
    },
    0.2,
  );
  say(
    {
      sessionUpdate: 'subagent_update',
      sessionId: CHILD,
      state: { state: 'idle', stopReason: 'end_turn' },
    },
    0.1,
  );

  // A question, an extension, something from a later version.
  const question = 'ask-1';
  c.frame(
    'a2c',
    {
      id: question,
      method: 'elicitation/create',
      params: {
        sessionId: MAIN,
        mode: 'form',
        message: 'Which checks?',
        requestedSchema: {
          type: 'object',
          properties: { suite: { type: 'string', title: 'Suite' } },
        },
      },
    },
    0.2,
  );
  c.frame('c2a', { id: question, result: { action: 'accept', content: { suite: 'all' } } }, 1.5);
  c.frame('a2c', { method: '_lab.example/beat', params: { n: 1 } });
  say({ sessionUpdate: 'sparkle', glitter: 3 });

  // A command in a terminal, cancelled.
  say(
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'run-1',
      title: 'npm test',
      kind: 'execute',
      status: 'pending',
      rawInput: { command: 'npm test' },
    },
    0.4,
  );
  const terminal = 'term-1';
  c.frame('a2c', {
    id: 'tc-1',
    method: 'terminal/create',
    params: { sessionId: MAIN, command: 'npm', args: ['test'] },
  });
  c.frame('c2a', { id: 'tc-1', result: { terminalId: terminal } });
  say(
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'run-1',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: terminal }],
    },
    0.2,
  );
  c.frame(
    'a2c',
    { id: 'to-1', method: 'terminal/output', params: { sessionId: MAIN, terminalId: terminal } },
    3.2,
  );
  c.frame('c2a', {
    id: 'to-1',
    result: {
      output:
        "\u001b[32m✔ title is kept\u001b[0m \u001b[2m(3.1042ms)\u001b[0m\n\u001b[31m✖ description is kept\u001b[0m \u001b[2m(1.8127ms)\u001b[0m\n  \u001b[36mexpected\u001b[0m 'Sample project for the lab.'\n  \u001b[33mactual  \u001b[0m 'Sample project (edited) for the lab.'\n",
      truncated: false,
    },
  });
  c.frame('c2a', { method: 'session/cancel', params: { sessionId: MAIN } }, 2.2);
  say({ sessionUpdate: 'tool_call_update', toolCallId: 'run-1', status: 'failed' }, 0.2);
  say({
    sessionUpdate: 'usage_update',
    used: 34_400,
    size: 200_000,
    cost: { amount: 0.0334, currency: 'USD' },
  });
  c.frame(
    'a2c',
    {
      id: second,
      result: {
        stopReason: 'end_turn',
        usage: { inputTokens: 12_418, outputTokens: 1_102, totalTokens: 13_520 },
      },
    },
    0.22,
  );
  await writeFile(file, `${c.lines.join('\n')}\n`);
}
