// What to call an item: who it is from, what it is, and what a quiet line says of it.

import { clipped, count, plural } from '../lib/format';
import { listOf, numberOf, objectOf, shown, textOf } from '../lib/json_read';
import type { Item } from '../api/types.gen';
import { askedOf, isCancel } from './exchange';
import { kindWords, toolOf } from './tool';

export type Hue = 'client' | 'agent' | 'quiet';

export interface Who {
  label: string;
  hue: Hue;
  /** Which way it went. */
  arrow: 'right' | 'left' | null;
}

/** Methods that the agent asks of the client. */
const ASKED_OF_CLIENT = /^(?:fs|terminal|elicitation|mcp)\/|^session\/request_permission$/;

export function whoOf(item: Item): Who {
  switch (item.type) {
    case 'user_message':
      // A user's message that the agent sends is an echo or a replay.
      return { label: 'User', hue: 'client', arrow: item.replay ? 'left' : 'right' };
    case 'agent_message':
      return { label: 'Agent', hue: 'agent', arrow: 'left' };
    case 'thought':
      return { label: 'Thought', hue: 'quiet', arrow: 'left' };
    case 'tool_call':
      return { label: kindWords(toolOf(item).kind), hue: 'quiet', arrow: 'left' };
    case 'plan':
      return { label: 'Plan', hue: 'quiet', arrow: 'left' };
    case 'permission':
      return { label: 'Asks', hue: 'quiet', arrow: 'left' };
    case 'elicitation':
      return { label: 'Asks', hue: 'quiet', arrow: 'left' };
    case 'session_message':
      return { label: 'Message', hue: 'quiet', arrow: 'left' };
    case 'subagent':
      return { label: 'Sub-agent', hue: 'quiet', arrow: 'left' };
    case 'request': {
      if (isCancel(item)) return { label: 'Cancel', hue: 'client', arrow: 'right' };
      const toClient = ASKED_OF_CLIENT.test(askedOf(item).method);
      return { label: 'Request', hue: 'quiet', arrow: toClient ? 'left' : 'right' };
    }
    case 'extension':
      return { label: 'Extension', hue: 'quiet', arrow: null };
    case 'unknown':
      return { label: 'Unknown', hue: 'quiet', arrow: null };
    case 'notice':
      return { label: 'Notice', hue: 'quiet', arrow: 'left' };
    case 'compaction':
      return { label: '', hue: 'quiet', arrow: null };
    default:
      return { label: titleOfType(item.type), hue: 'quiet', arrow: 'left' };
  }
}

const TITLES = {
  user_message: 'User message',
  agent_message: 'Agent message',
  thought: 'Thought',
  tool_call: 'Tool call',
  plan: 'Plan',
  compaction: 'Compaction',
  notice: 'Notice',
  permission: 'Permission',
  elicitation: 'Question',
  mode: 'Mode',
  config: 'Config',
  commands: 'Commands',
  session_info: 'Session',
  usage: 'Usage',
  session_message: 'Session message',
  subagent: 'Sub-agent',
  request: 'Request',
  extension: 'Extension',
  unknown: 'Unknown update',
  cursor: 'Cursor',
  prompt_suggestions: 'Suggestions',
  state: 'State',
} as const;

export type ItemType = keyof typeof TITLES;

const isKnown = (type: string): type is ItemType => Object.hasOwn(TITLES, type);

/** What kind of item it is, for a heading. */
export const titleOfType = (type: string): string => (isKnown(type) ? TITLES[type] : type);

/** `12.4k` for narrow places. */
function money(cost: unknown): string | null {
  const { amount, currency } = objectOf(cost);
  const value = numberOf(amount);
  if (value === null) return null;
  const digits = value !== 0 && Math.abs(value) < 1 ? 4 : 2;
  return currency === 'USD' || currency === undefined
    ? `$${value.toFixed(digits)}`
    : `${value.toFixed(digits)} ${shown(currency)}`;
}
export const costWords = money;

function configWords(state: unknown): string {
  const options = listOf(objectOf(state).configOptions).map(objectOf);
  if (options.length === 0) return 'No config options.';
  return options
    .map((o) => `${textOf(o.name) ?? shown(o.id ?? o.configId)}: ${nameOfValue(o)}`)
    .join(', ');
}

/** The chosen value of an option, by its name. */
export function nameOfValue(option: Record<string, unknown>): string {
  const value = option.currentValue ?? option.value;
  const flat = listOf(option.options).flatMap((o) => {
    const group = objectOf(o);
    return Array.isArray(group.options) ? group.options.map(objectOf) : [group];
  });
  const chosen = flat.find((o) => o.value !== undefined && o.value === value);
  return textOf(chosen?.name) ?? shown(value);
}

function modeWords(state: unknown): string {
  const { currentModeId, availableModes } = objectOf(state);
  const modes = listOf(availableModes).map(objectOf);
  const now = modes.find((m) => m.id === currentModeId);
  return textOf(now?.name) ?? shown(currentModeId);
}

/** The one line of an item that only tells of a setting. */
export const quietWords = (item: Item): string => clipped(settingWords(item), 600);

function settingWords(item: Item): string {
  const state = objectOf(item.state);
  switch (item.type) {
    case 'mode':
      return modeWords(item.state);
    case 'config':
      return configWords(item.state);
    case 'commands': {
      const commands = listOf(state.availableCommands).map((c) => `/${shown(objectOf(c).name)}`);
      const some = commands.slice(0, 6).join(' ');
      const rest = commands.length > 6 ? ` and ${commands.length - 6} more` : '';
      return commands.length === 0 ? 'No commands.' : `${some}${rest}`;
    }
    case 'session_info':
      return textOf(state.title) ?? textOf(state.updatedAt) ?? 'No title.';
    case 'usage': {
      const used = numberOf(state.used);
      const size = numberOf(state.size);
      const share = used !== null && size ? ` (${Math.round((used / size) * 100)} %)` : '';
      const cost = money(state.cost);
      const context =
        used === null ? 'Context unknown' : `${count(used)} of ${count(size ?? 0)} tokens${share}`;
      return cost === null ? context : `${context}, ${cost}`;
    }
    case 'state':
      return [textOf(state.state), textOf(state.stopReason)].filter(Boolean).join(', ');
    case 'prompt_suggestions':
      return listOf(state.suggestions ?? state.promptSuggestions)
        .map((s) => textOf(objectOf(s).title) ?? textOf(objectOf(s).prompt) ?? shown(s))
        .join(', ');
    default:
      return '';
  }
}

export interface NoticeWords {
  severity: 'info' | 'warning' | 'error';
  title: string;
  text: string | null;
}

export function noticeOf(item: Item): NoticeWords {
  const { severity, title, description } = objectOf(item.state);
  const known = severity === 'warning' || severity === 'error' ? severity : 'info';
  return {
    severity: known,
    title: clipped(textOf(title) ?? 'Notice'),
    text: description === undefined ? null : clipped(textOf(description) ?? '', 1_000) || null,
  };
}

/** Tokens of a turn: `12.4k in, 1.1k out`. */
export function tokenWords(usage: unknown): string | null {
  const { inputTokens, outputTokens, totalTokens } = objectOf(usage);
  const short = (n: number): string =>
    n < 1000 ? String(n) : `${(n / 1000).toFixed(n < 100_000 ? 1 : 0)}k`;
  const into = numberOf(inputTokens);
  const out = numberOf(outputTokens);
  const total = numberOf(totalTokens);
  if (into !== null && out !== null) return `${short(into)} in, ${short(out)} out`;
  return total === null ? null : `${short(total)} tokens`;
}

/** One line that stands for an item: in lists and headings. */
export function headline(item: Item): string {
  if (item.type === 'tool_call') return toolOf(item).title;
  if (item.type === 'request' || item.type === 'extension') return askedOf(item).method;
  return titleOfType(item.type);
}

export const itemsWords = (n: number): string => plural(n, 'item');
