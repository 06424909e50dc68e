// What a tool call is at its moment.

import { clipped } from '../lib/format';
import { listOf, numberOf, objectOf, shown, textOf } from '../lib/json_read';
import { partOf, type Part } from './content';
import type { Item } from '../api/types.gen';

export type ToolPart =
  | { is: 'content'; part: Part }
  | { is: 'diff'; path: string; before: string | null; after: string }
  | { is: 'patch'; paths: string[]; text: string | null }
  | { is: 'terminal'; id: string; terminal: Terminal | null }
  | { is: 'session'; id: string }
  | { is: 'other'; type: string; value: unknown };

export interface Terminal {
  output: string;
  truncated: boolean;
  exit: string | null;
}

export interface Place {
  path: string;
  line: number | null;
}

export interface Tool {
  title: string;
  /** Title and gutter agree often; a command is worth more than both. */
  kind: string;
  status: string;
  places: Place[];
  parts: ToolPart[];
  input: unknown;
  output: unknown;
}

const KINDS: Record<string, string> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  think: 'Think',
  fetch: 'Fetch',
  switch_mode: 'Mode',
};

/** The verb for the gutter. */
export const kindWords = (kind: string | null): string => KINDS[kind ?? ''] ?? 'Tool';

function exitOf(value: unknown): string | null {
  const exit = objectOf(value);
  const code = numberOf(exit.exitCode);
  const signal = textOf(exit.signal);
  if (signal !== null) return `ended by ${signal}`;
  return code === null ? null : `exit code ${code}`;
}

function terminalOf(value: unknown): Terminal | null {
  if (value === undefined || value === null) return null;
  const seen = objectOf(value);
  return {
    output: textOf(seen.output) ?? '',
    truncated: seen.truncated === true,
    exit: exitOf(seen.exitStatus),
  };
}

function partFrom(value: unknown, terminals: Record<string, unknown>): ToolPart {
  const content = objectOf(value);
  const type = textOf(content.type) ?? 'untyped';
  switch (type) {
    case 'content':
      return { is: 'content', part: partOf(content.content) };
    case 'diff': {
      if (typeof content.newText === 'string') {
        const path = clipped(textOf(content.path) ?? '');
        return { is: 'diff', path, before: textOf(content.oldText), after: content.newText };
      }
      // The draft names changed paths, and may give a patch in one of the usual formats.
      const paths = listOf(content.changes).flatMap((change) => {
        const { path, newPath, oldPath } = objectOf(change);
        return textOf(path) ?? textOf(newPath) ?? textOf(oldPath) ?? [];
      });
      const patch = objectOf(content.patch);
      return { is: 'patch', paths, text: textOf(patch.text) ?? textOf(patch.patch) };
    }
    case 'terminal': {
      const id = textOf(content.terminalId) ?? '';
      return { is: 'terminal', id, terminal: terminalOf(terminals[id]) };
    }
    case 'session':
      return { is: 'session', id: textOf(content.sessionId) ?? '' };
    default:
      return { is: 'other', type, value };
  }
}

export function toolOf(item: Item): Tool {
  const state = objectOf(item.state);
  const { terminals } = item;
  const parts = listOf(state.content).map((c) => partFrom(c, terminals));
  const named = new Set(parts.map((p) => (p.is === 'terminal' ? p.id : null)));
  for (const [id, seen] of Object.entries(terminals)) {
    // A terminal that was asked for inside of the call, but is not in its content.
    if (!named.has(id)) parts.push({ is: 'terminal', id, terminal: terminalOf(seen) });
  }
  return {
    title: clipped(
      textOf(state.title) ?? textOf(state.name) ?? textOf(state.toolCallId) ?? 'Tool call',
    ),
    kind: textOf(state.kind) ?? 'other',
    status: textOf(state.status) ?? 'pending',
    places: listOf(state.locations).flatMap((l) => {
      const { path, line } = objectOf(l);
      return typeof path === 'string' ? [{ path: clipped(path), line: numberOf(line) }] : [];
    }),
    parts,
    input: state.rawInput ?? null,
    output: state.rawOutput ?? null,
  };
}

/** Whether anything is known of what went in, beyond an empty object. */
export const saysSomething = (value: unknown): boolean =>
  value !== null && value !== undefined && !['{}', '[]', '""', ''].includes(shown(value));

/** What opens by itself: what a reader would ask for first. */
export const opensItself = (tool: Tool): boolean =>
  tool.status === 'failed' ||
  tool.parts.some((p) => p.is === 'diff' || p.is === 'patch' || p.is === 'terminal');
