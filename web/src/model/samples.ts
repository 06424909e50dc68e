// Values for tests, whole but for what a test is about.

import type { Finding, FrameRow, Recording } from '../api/types.gen';

export const recording = (change: Partial<Recording> = {}): Recording => ({
  number: 1,
  uuid: `uuid-${change.number ?? 1}`,
  name: null,
  origin: 'run',
  phase: 'ended',
  command: ['/usr/bin/my-agent', '--acp'],
  cwd: '/home/dev/project',
  client: { name: 'zed', title: 'Zed', version: '0.214.1' },
  agent: { name: 'my-agent', title: 'My Agent', version: '1.2.0' },
  protocol_version: '1',
  started_at: '2026-11-29T09:00:00.000Z',
  duration: 72,
  ended: 'exit code 0',
  frames: 118,
  bytes: 56_000,
  stderr_lines: 0,
  problems: 0,
  missing: null,
  found: null,
  marks_changed: 0,
  ...change,
});

export const row = (n: number, change: Partial<FrameRow> = {}): FrameRow => ({
  n,
  t: n / 10,
  span: 0,
  dir: 'a2c',
  kind: 'notification',
  method: 'session/update',
  update: 'agent_message_chunk',
  id: null,
  session: 'sess_044ef662-1152',
  size: 226,
  pair: null,
  latency: null,
  problem: null,
  unterminated: false,
  preview: null,
  severity: null,
  run: null,
  ...change,
});

export const finding = (frame: number, change: Partial<Finding> = {}): Finding => ({
  rule: 'prompt-turn/stop-reason',
  severity: 'error',
  side: 'agent',
  frame,
  pointer: '/result/stopReason',
  message: 'The stop reason is none of those that the protocol knows.',
  related: [],
  session: null,
  draft: false,
  requirement: null,
  fix: null,
  link: null,
  ...change,
});
