// A conversation whose every string is an attack on the page that shows it.

import { writeFile } from 'node:fs/promises';

export const EVIL = 'http://evil.example/x.png';

/** What a page must survive as a title, a path, a message, a name, an id. */
export const ATTACKS = [
  '<script>window.pwned = 1</script>',
  `<img src=x onerror="window.pwned = 2"><iframe src="${EVIL}"></iframe>`,
  `![a picture](${EVIL}) [click](javascript:window.pwned=3) [data](data:text/html,<script>1</script>) <${EVIL}>`,
  `<style>@import "${EVIL}"; * { background: url(${EVIL}) }</style><svg><image href="${EVIL}"/></svg><link rel=stylesheet href="${EVIL}">`,
  '\u202eright to left\u202c \u2066isolated\u2069 \u202enever closed \u0000 \u0007 \u001b[31mred',
  `\u001b]0;a title\u0007\u001b]8;;javascript:window.pwned=5\u001b\\a link\u001b]8;;\u001b\\\u001b]8;;${EVIL}\u0007b\u001b]8;;\u0007 \u001b[2J\u001b[9999;9999H\u001b[6n`,
  '{{constructor.constructor("window.pwned = 6")()}}${window.pwned = 7}" onfocus=window.pwned=8 autofocus x="',
  '__proto__',
  'constructor',
  '>'.repeat(10_000),
  '['.repeat(5_000),
  'w'.repeat(500_000),
  '`'.repeat(999),
  '*_'.repeat(20_000),
  '| a | b |\n|---|---|\n'.repeat(200),
  `${'a\u0301\u0302\u0303\u0304\u0305'.repeat(60)} ${'\u200b'.repeat(5_000)}`,
];

/** One word of ten megabytes. */
const WORD = 'w'.repeat(10_000_000);
const block = (/** @type {string} */ text) => ({ type: 'text', text });

/** Lists in lists, objects in objects: deeper than any stack. */
const DEEP = 10_000;
const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const deepObject = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;

/** All strings of a value that are short enough to be compared. @param {unknown} value @param {string[]} out */
function stringsOf(value, out) {
  if (typeof value === 'string') out.push(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      out.push(key);
      stringsOf(inner, out);
    }
  }
}

/**
 * Writes the capture file; gives the strings in it that turn the direction of writing.
 * @param {string} file
 */
export async function writeHostile(file) {
  const [script = '', image = '', markdown = '', style = '', bidi = '', osc = '', quote = ''] =
    ATTACKS;
  /** @type {string[]} */
  const lines = [];
  let t = 0;
  const line = (/** @type {string} */ dir, /** @type {string} */ raw) => {
    t += 0.01;
    lines.push(JSON.stringify({ t, dir, raw }));
  };
  /** @type {string[]} */
  const strings = [];
  const frame = (/** @type {string} */ dir, /** @type {object | string} */ message) => {
    stringsOf(message, strings);
    line(
      dir,
      typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
    );
  };
  const sessionId = '<b onmouseover="window.pwned = 4">s</b>\u202e';
  const update = (/** @type {object} */ u) =>
    frame('a2c', { method: 'session/update', params: { sessionId, update: u } });
  const rawUpdate = (/** @type {string} */ members) =>
    frame(
      'a2c',
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":${JSON.stringify(sessionId)},"update":{${members}}}}`,
    );

  const info = { name: script, title: `${bidi}${image}`, version: markdown };
  const capabilities = { [quote]: true, __proto__: { polluted: true }, _meta: { [script]: style } };
  frame('c2a', {
    id: script,
    method: 'initialize',
    params: { protocolVersion: 1, clientInfo: info, clientCapabilities: capabilities },
  });
  frame('a2c', {
    id: script,
    result: {
      protocolVersion: 1,
      agentInfo: info,
      agentCapabilities: capabilities,
      authMethods: [{ id: script, name: image, description: markdown }],
    },
  });
  frame('c2a', {
    id: 2,
    method: 'session/new',
    params: {
      cwd: `/${script}/${bidi}`,
      mcpServers: [{ type: image, name: style, url: EVIL, command: script, env: [], args: [osc] }],
    },
  });
  const mode = { id: script, name: image, description: markdown };
  frame('a2c', {
    id: 2,
    result: {
      sessionId,
      modes: { currentModeId: script, availableModes: [mode, { ...mode, id: bidi }] },
      configOptions: [
        {
          id: script,
          name: image,
          type: 'select',
          currentValue: script,
          options: [{ value: script, name: style }],
        },
      ],
    },
  });
  frame('c2a', {
    id: 3,
    method: 'session/prompt',
    params: {
      sessionId,
      prompt: [
        ...ATTACKS.map(block),
        { type: 'resource_link', uri: `javascript:window.pwned=9//${script}`, name: bidi },
        { type: 'resource', resource: { uri: EVIL, text: image, mimeType: 'text/html' } },
        {
          type: 'resource',
          resource: { uri: script, blob: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
        },
        { type: 'audio', mimeType: 'text/html', data: 'PHNjcmlwdD4=' },
      ],
    },
  });
  for (const [i, attack] of ATTACKS.entries()) {
    update({ sessionUpdate: 'agent_message_chunk', messageId: `m${i}`, content: block(attack) });
    update({ sessionUpdate: 'agent_thought_chunk', content: block(attack) });
    update({
      sessionUpdate: 'tool_call',
      toolCallId: `t${i}${attack.slice(0, 40)}`,
      title: attack,
      kind: attack,
      status: 'failed',
      locations: [{ path: attack, line: -1 }, 7, { path: `/${bidi}`, line: 3 }],
      content: [
        { type: 'diff', path: attack, oldText: attack, newText: `${attack}!` },
        {
          type: 'content',
          content: { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+', uri: EVIL },
        },
        { type: 'content', content: { type: 'resource_link', uri: EVIL, name: attack } },
        { type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'not base64' } },
        { type: 'content', content: { type: 'image', mimeType: `image/png,${script}`, data: '' } },
        { type: 'terminal', terminalId: attack.slice(0, 99) },
        { type: attack },
        null,
      ],
      rawInput: { [attack.slice(0, 99)]: attack, url: EVIL },
    });
    rawUpdate(
      `"sessionUpdate":"tool_call_update","toolCallId":${JSON.stringify(`t${i}${attack.slice(0, 40)}`)},"rawOutput":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}}},"status":${JSON.stringify(attack)}`,
    );
    update({
      sessionUpdate: 'notice',
      severity: attack.slice(0, 99),
      title: attack,
      description: attack,
    });
    update({
      sessionUpdate: 'plan',
      entries: [
        { content: attack, status: attack, priority: 3 },
        { content: attack, status: 'in_progress', priority: attack },
        5,
      ],
    });
    const options = [
      { optionId: attack, name: attack, kind: attack },
      { optionId: 'b', name: bidi, kind: 'allow_once' },
    ];
    const id = `${i} ${attack.slice(0, 200)}`;
    frame('a2c', {
      id,
      method: 'session/request_permission',
      params: { sessionId, toolCall: { toolCallId: `t${i}${attack.slice(0, 40)}` }, options },
    });
    frame('c2a', { id, result: { outcome: { outcome: 'selected', optionId: attack } } });
    frame('a2c', { id, method: `_${attack.slice(0, 300)}`, params: { [attack.slice(0, 99)]: 1 } });
    frame('c2a', {
      id,
      error: { code: -1, message: attack, data: { [attack.slice(0, 99)]: attack } },
    });
    for (const said of attack.split('\n').slice(0, 9)) line('err', said);
  }
  const terminal = { sessionId, terminalId: osc };
  frame('a2c', {
    id: 'term',
    method: 'terminal/create',
    params: { sessionId, command: osc, args: [script, bidi], env: [], cwd: image },
  });
  frame('c2a', { id: 'term', result: { terminalId: osc } });
  frame('a2c', { id: 'out', method: 'terminal/output', params: terminal });
  frame('c2a', {
    id: 'out',
    result: { output: ATTACKS.slice(0, 8).join('\r\n'), truncated: true, exitStatus: script },
  });
  update({
    sessionUpdate: 'tool_call',
    toolCallId: 'term',
    title: bidi,
    content: [{ type: 'terminal', terminalId: osc }],
  });
  frame('a2c', { id: 'fs', method: 'fs/read_text_file', params: { sessionId, path: script } });
  frame('c2a', { id: 'fs', result: { content: image } });
  rawUpdate(
    `"sessionUpdate":"tool_call","toolCallId":"deep","title":"deep","rawInput":${deep},"rawOutput":${deepObject},"__proto__":{"polluted":1}`,
  );
  update({ sessionUpdate: script });
  update({ sessionUpdate: '__proto__', content: block('x') });
  update({ sessionUpdate: 'current_mode_update', currentModeId: bidi });
  update({ sessionUpdate: 'session_info_update', title: `${bidi}${markdown}`, updatedAt: script });
  update({
    sessionUpdate: 'available_commands_update',
    availableCommands: [{ name: script, description: image, input: { hint: markdown } }, 1],
  });
  update({ sessionUpdate: 'usage_update', used: 'much', size: -1, cost: { amount: 'x' } });
  update({
    sessionUpdate: 'usage_update',
    used: 1e308,
    size: 1,
    cost: { amount: 1e308, currency: script },
  });
  update({
    sessionUpdate: 'compaction_update',
    compactionId: script,
    status: 'completed',
    summary: [block(image), block(markdown)],
    error: bidi,
  });
  update({
    sessionUpdate: 'subagent_update',
    subagentSessionId: bidi,
    title: image,
    description: markdown,
    state: script,
  });
  frame('a2c', {
    id: 'ask',
    method: 'elicitation/create',
    params: {
      sessionId,
      mode: 'url',
      url: `javascript:window.pwned=10//${EVIL}`,
      elicitationId: script,
      message: image,
    },
  });
  frame('c2a', { id: 'ask', result: { action: script, content: { [script]: bidi } } });
  line('a2c', `${image}\u0000\u202e not JSON at all`);
  line('a2c', `[${deep},{"jsonrpc":"2.0","method":${JSON.stringify(script)}}]`);
  update({ sessionUpdate: 'agent_message_chunk', messageId: 'word', content: block(WORD) });
  frame('a2c', { id: 3, result: { stopReason: image } });
  const header = {
    acp_scope: 1,
    name: `${bidi}${script}`,
    command: [script, image],
    cwd: `/${bidi}/${script}`,
    bookmarks: [
      { frame: 1, note: `${script}${bidi}${markdown}` },
      { frame: 2, note: 'n'.repeat(10_000) },
    ],
  };
  stringsOf(header, strings);
  await writeFile(file, `${[JSON.stringify(header), ...lines].join('\n')}\n`);
  return strings.filter((s) => /[\u202a-\u202e\u2066-\u2069]/.test(s));
}
