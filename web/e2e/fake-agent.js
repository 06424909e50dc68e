// An agent by script. It answers what it is asked, and `_test/chunks` makes it stream.

import { createInterface } from 'node:readline';

/** @param {object} message */
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: 1,
    agentCapabilities: {},
    agentInfo: { name: 'fake-agent', title: 'Fake Agent', version: '0.0.1' },
  }),
  'session/new': () => ({ sessionId: 's1' }),
  '_test/chunks': ({ count, from }) => {
    for (let i = 0; i < count; i += 1) {
      const content = { type: 'text', text: `chunk ${from + i}` };
      const update = { sessionUpdate: 'agent_message_chunk', content };
      send({ method: 'session/update', params: { sessionId: 's1', update } });
    }
    return {};
  },
  '_test/stderr': ({ text }) => {
    process.stderr.write(`${text}\n`);
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  send({ id, result: answers[method]?.(params) ?? {} });
}
