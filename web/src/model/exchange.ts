// Items in which one side asked the other: permissions, questions to the reader, requests.

import { clipped } from '../lib/format';
import { isObject, listOf, objectOf, shown, textOf } from '../lib/json_read';
import type { Item } from '../api/types.gen';

export interface Option {
  id: string;
  name: string;
  kind: string | null;
}

export type Choice =
  | { is: 'open' }
  | { is: 'cancelled' }
  | { is: 'chosen'; option: string }
  | { is: 'error'; message: string };

export interface Permission {
  options: Option[];
  choice: Choice;
  title: string | null;
}

function messageOf(error: unknown): string {
  const { message, code } = objectOf(error);
  return textOf(message) ?? (code === undefined ? shown(error) : `error ${shown(code)}`);
}

export function permissionOf(item: Item): Permission {
  const state = objectOf(item.state);
  const outcome = objectOf(state.outcome);
  const options = listOf(state.options).map((o) => {
    const option = objectOf(o);
    const id = shown(option.optionId);
    return { id, name: clipped(textOf(option.name) ?? id), kind: textOf(option.kind) };
  });
  let choice: Choice = { is: 'open' };
  if (state.error !== undefined && state.error !== null) {
    choice = { is: 'error', message: messageOf(state.error) };
  } else if (outcome.outcome === 'cancelled' || state.outcome === 'cancelled') {
    choice = { is: 'cancelled' };
  } else if (outcome.optionId !== undefined) {
    choice = { is: 'chosen', option: shown(outcome.optionId) };
  }
  return { options, choice, title: textOf(objectOf(state.toolCall).title) };
}

export interface Question {
  message: string;
  url: string | null;
  /** The fields of the form. */
  fields: { name: string; type: string; answer: string | null }[];
  action: string | null;
}

export function questionOf(item: Item): Question {
  const state = objectOf(item.state);
  const answers = objectOf(state.content);
  const properties = objectOf(objectOf(state.requestedSchema).properties);
  return {
    message: clipped(textOf(state.message) ?? '', 4_000),
    url: textOf(state.url),
    fields: Object.entries(properties).map(([name, schema]) => {
      const { title, type } = objectOf(schema);
      const answer = Object.hasOwn(answers, name) ? shown(answers[name]) : null;
      return { name: textOf(title) ?? name, type: textOf(type) ?? '', answer };
    }),
    action: textOf(state.action),
  };
}

export interface Asked {
  method: string;
  /** What it is about, in a few words: a path, a command, a mode. */
  about: string | null;
  params: unknown;
  result: unknown;
  error: string | null;
  answered: boolean;
}

const ABOUT = ['path', 'command', 'modeId', 'modelId', 'configId', 'methodId', 'terminalId', 'cwd'];

function aboutOf(params: unknown): string | null {
  const given = objectOf(params);
  if (typeof given.command === 'string') {
    return clipped([given.command, ...listOf(given.args).map(shown)].join(' '));
  }
  if (given.configId !== undefined) return `${shown(given.configId)} = ${shown(given.value)}`;
  const key = ABOUT.find((name) => typeof given[name] === 'string');
  return key === undefined ? null : clipped(shown(given[key]));
}

export function askedOf(item: Item): Asked {
  const whole = objectOf(item.state);
  // An extension is kept as its message.
  const state = isObject(whole.message) ? { ...whole.message, ...whole } : whole;
  const failed = isObject(state.error) ? messageOf(state.error) : null;
  return {
    method: clipped(textOf(state.method) ?? item.type),
    about: aboutOf(state.params),
    params: state.params ?? null,
    result: state.result ?? null,
    error: failed,
    answered: failed !== null || state.result !== undefined,
  };
}

/** What a message that nobody knows calls itself. */
export function unknownName(state: unknown): string {
  // An update is kept as its message; a request as its parts, since an answer may come to it.
  const { message, ...parts } = objectOf(state);
  const { method, params } = message === undefined ? parts : objectOf(message);
  const update = textOf(objectOf(objectOf(params).update).sessionUpdate);
  return clipped(update ?? textOf(method) ?? 'something unknown');
}

export const isCancel = (item: Item): boolean =>
  item.type === 'request' && /(^|\/)cancel/.test(textOf(objectOf(item.state).method) ?? '');
