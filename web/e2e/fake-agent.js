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
  // Streams at a pace; each piece carries the time at which it was sent.
  '_test/stream': ({ count, perSecond }) => {
    const start = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.min(count, Math.floor(((performance.now() - start) / 1000) * perSecond));
      for (; sent < due; sent += 1) {
        const content = { type: 'text', text: `sent ${Date.now()} ` };
        const update = { sessionUpdate: 'agent_message_chunk', content };
        send({ method: 'session/update', params: { sessionId: 's1', update } });
      }
      if (sent >= count) clearInterval(timer);
    }, 5);
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
