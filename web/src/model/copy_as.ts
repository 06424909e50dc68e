// A frame in the forms in which people take it elsewhere.

import type { FrameRow } from '../api/types.gen';
import { prettyJson } from '../lib/json_format';

export const FORMS = ['json', 'line', 'replay', 'fixture', 'markdown'] as const;
export type Form = (typeof FORMS)[number];

export const FORM_TITLES: Record<Form, string> = {
  json: 'JSON, laid out',
  line: 'The line as it was sent',
  replay: 'A command that sends it again',
  fixture: 'A test fixture (.acp.jsonl)',
  markdown: 'Markdown for a report',
};

/** In single quotes for a shell, whatever is in it. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const laidOut = (text: string): string => {
  const pretty = prettyJson(text);
  return pretty.ok ? pretty.text : text;
};

/** A line of a capture file. */
const fixtureLine = (row: FrameRow, text: string): string =>
  JSON.stringify({
    t: row.t,
    dir: row.dir,
    raw: text,
    ...(row.unterminated ? { eol: 'none' } : {}),
  });

/** A fence that no line of the text closes. */
function fenced(language: string, text: string): string {
  let fence = '```';
  while (text.includes(fence)) fence += '`';
  return `${fence}${language}\n${text}\n${fence}`;
}

function markdown(row: FrameRow, text: string, recording: string): string {
  const who = row.dir === 'c2a' ? 'client → agent' : 'agent → client';
  const name = row.update ?? row.method ?? row.kind;
  const pretty = prettyJson(text);
  const block = pretty.ok ? fenced('json', pretty.text) : fenced('', text);
  return `**Frame ${row.n}** of ${recording}, ${who}, ${row.kind} \`${name}\`, at ${row.t.toFixed(6)} s\n\n${block}\n`;
}

/** `recording` is what the recording is called. */
export function copyAs(form: Form, row: FrameRow, text: string, recording: string): string {
  switch (form) {
    case 'json':
      return laidOut(text);
    case 'line':
      return text;
    case 'replay':
      return `printf '%s\\n' ${shellQuoted(text)}`;
    case 'fixture':
      return `{"acp_scope":1}\n${fixtureLine(row, text)}\n`;
    case 'markdown':
      return markdown(row, text, recording);
  }
}
