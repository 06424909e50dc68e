import { expect, test } from 'vitest';
import type { FrameRow } from '../api/types.gen';
import { copyAs, shellQuoted } from './copy_as';

const row: FrameRow = {
  n: 7,
  t: 1.5,
  span: 0,
  dir: 'c2a',
  kind: 'request',
  method: 'session/prompt',
  update: null,
  id: '1',
  session: 's',
  size: 10,
  pair: null,
  latency: null,
  problem: null,
  unterminated: false,
  preview: null,
  severity: null,
  run: null,
};

test('a command has the frame in quotes that hold', () => {
  expect(shellQuoted("it's")).toBe(`'it'\\''s'`);
  expect(copyAs('replay', row, `{"a":"it's"}`, 'r')).toBe(`printf '%s\\n' '{"a":"it'\\''s"}'`);
});

test('a fixture is a capture file', () => {
  const [header, line] = copyAs('fixture', { ...row, unterminated: true }, '{"a":1}', 'r').split(
    '\n',
  );
  expect(JSON.parse(header ?? '')).toEqual({ acp_scope: 1 });
  expect(JSON.parse(line ?? '')).toEqual({ t: 1.5, dir: 'c2a', raw: '{"a":1}', eol: 'none' });
});

test('Markdown says what it is and closes its fence', () => {
  const text = copyAs('markdown', row, '"```"', 'Claude Agent');
  expect(text).toContain('**Frame 7** of Claude Agent, client → agent, request `session/prompt`');
  expect(text).toContain('````json\n"```"\n````');
  expect(copyAs('json', row, '{"a":1.0}', 'r')).toBe('{\n  "a": 1.0\n}');
  expect(copyAs('line', row, 'not json', 'r')).toBe('not json');
});
