// A long conversation as a capture: turns of about nine hundred frames with thoughts, tools, permissions, plans,
// reports of use, replayed history and compactions, as agents make them.

import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

const WORDS =
  'the file is read and the test runs again with one more line in it so that it holds'.split(' ');

/**
 * Writes a capture of this many frames.
 * @param {string} file @param {number} frames
 */
export async function writeTalk(file, frames) {
  const out = createWriteStream(file);
  let t = 0;
  let n = 0;
  let batch = `${JSON.stringify({ acp_scope: 1, started_at: '2026-01-02T03:04:05.000Z' })}\n`;
  /** @param {'c2a' | 'a2c'} dir @param {object} message @param {number} pause */
  const put = (dir, message, pause = 0.004) => {
    if (n >= frames) return;
    n += 1;
    t += pause;
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    batch += `${JSON.stringify({ t: Number(t.toFixed(6)), dir, raw })}\n`;
  };
  /** @param {object} update @param {number} [pause] */
  const update = (update, pause) =>
    put('a2c', { method: 'session/update', params: { sessionId: 's1', update } }, pause);
  let id = 0;
  /** @param {string} method @param {object} params @param {object} result */
  const call = (method, params, result, pause = 0.02) => {
    id += 1;
    put('c2a', { id, method, params });
    put('a2c', { id, result }, pause);
  };
  /** @param {string} kind @param {number} count @param {string} messageId */
  const stream = (kind, count, messageId) => {
    for (let i = 0; i < count; i += 1) {
      const text = `${WORDS[(n + i) % WORDS.length]} `;
      update({ sessionUpdate: kind, messageId, content: { type: 'text', text } });
    }
  };

  call(
    'initialize',
    {
      protocolVersion: 1,
      clientInfo: { name: 'editor', version: '1.0.0' },
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
    },
    {
      protocolVersion: 1,
      agentCapabilities: { loadSession: true },
      agentInfo: { name: 'talker', version: '1.0.0' },
    },
  );
  id += 1;
  put('c2a', {
    id,
    method: 'session/load',
    params: { sessionId: 's1', cwd: '/home/dev/project', mcpServers: [] },
  });
  for (let i = 0; i < 20; i += 1) {
    stream('user_message_chunk', 2, `old-u${i}`);
    stream('agent_message_chunk', 10, `old-a${i}`);
  }
  put('a2c', {
    id,
    result: {
      modes: {
        currentModeId: 'ask',
        availableModes: [
          { id: 'ask', name: 'Ask' },
          { id: 'code', name: 'Code' },
        ],
      },
    },
  });

  for (let turn = 1; n < frames; turn += 1) {
    id += 1;
    const prompt = id;
    put(
      'c2a',
      {
        id: prompt,
        method: 'session/prompt',
        params: { sessionId: 's1', prompt: [{ type: 'text', text: `Please do thing ${turn}.` }] },
      },
      3,
    );
    const entries = ['look', 'change', 'test'].map((content) => ({
      content,
      priority: 'medium',
      status: 'pending',
    }));
    update({ sessionUpdate: 'plan', entries }, 0.3);
    for (let step = 0; step < 10; step += 1) {
      stream('agent_thought_chunk', 24, `t${turn}-${step}`);
      stream('agent_message_chunk', 48, `m${turn}-${step}`);
      const toolCallId = `call-${turn}-${step}`;
      update({
        sessionUpdate: 'tool_call',
        toolCallId,
        title: `Read file ${step}`,
        kind: 'read',
        status: 'pending',
        locations: [{ path: `/home/dev/project/file${step}.ts` }],
      });
      if (step === 4) {
        // The agent's ids are its own.
        const options = [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ];
        put('a2c', {
          id: `p${turn}`,
          method: 'session/request_permission',
          params: { sessionId: 's1', toolCall: { toolCallId }, options },
        });
        put(
          'c2a',
          { id: `p${turn}`, result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
          2.5,
        );
      }
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
      put('a2c', {
        id: `f${turn}-${step}`,
        method: 'fs/read_text_file',
        params: { sessionId: 's1', path: `/home/dev/project/file${step}.ts` },
      });
      put(
        'c2a',
        { id: `f${turn}-${step}`, result: { content: 'export const one = 1;\n'.repeat(4) } },
        0.05,
      );
      stream('agent_message_chunk', 8, `m${turn}-${step}b`);
      const content = [
        { type: 'content', content: { type: 'text', text: 'export const one = 1;\n'.repeat(4) } },
      ];
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content }, 0.4);
      update({
        sessionUpdate: 'usage_update',
        used: 1000 + (((turn * 10 + step) * 137) % 180_000),
        size: 200_000,
        cost: { amount: (turn * 10 + step) / 100, currency: 'USD' },
      });
      update({
        sessionUpdate: 'plan',
        entries: entries.map((e, i) => ({ ...e, status: i * 4 < step ? 'completed' : 'pending' })),
      });
    }
    if (turn % 40 === 0) {
      const compactionId = `c${turn}`;
      update({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' });
      update(
        {
          sessionUpdate: 'compaction_update',
          compactionId,
          status: 'completed',
          summary: [{ type: 'text', text: `What was done up to turn ${turn}.` }],
        },
        2,
      );
    }
    put('a2c', {
      id: prompt,
      result: {
        stopReason: 'end_turn',
        usage: { totalTokens: 1000 + turn, inputTokens: 900, outputTokens: 100 + turn },
      },
    });
    if (!out.write(batch)) await once(out, 'drain');
    batch = '';
  }
  out.end(batch);
  await once(out, 'finish');
}
