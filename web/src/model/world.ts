// What each side knows, in the words of the page.

import type { Introduced, KnownSession } from '../api/types.gen';
import { harmless } from '../lib/format';
import { isObject, listOf, objectOf, shown, textOf } from '../lib/json_read';
import { nameOfValue } from './item_words';

export interface Named {
  name: string;
  version: string | null;
}

export function nameOf(side: Introduced | null, otherwise: string): Named {
  const info = objectOf(side?.info);
  const version = textOf(info.version);
  return {
    name: harmless(textOf(info.title) ?? textOf(info.name) ?? otherwise),
    version: version === null ? null : harmless(version),
  };
}

export interface Choice {
  id: string;
  name: string;
  about: string | null;
  chosen: boolean;
}

export function modesOf(session: KnownSession): Choice[] {
  const { currentModeId, availableModes } = objectOf(session.mode);
  const modes = listOf(availableModes).map((value) => {
    const mode = objectOf(value);
    const id = shown(mode.id);
    return {
      id,
      name: textOf(mode.name) ?? id,
      about: textOf(mode.description),
      chosen: mode.id === currentModeId,
    };
  });
  // A mode that was set but never offered is still the mode.
  if (currentModeId !== undefined && !modes.some((m) => m.chosen)) {
    const id = shown(currentModeId);
    modes.push({ id, name: id, about: 'not among those that were offered', chosen: true });
  }
  return modes;
}

export interface Option {
  name: string;
  about: string | null;
  value: string;
  others: string[];
}

export function optionsOf(session: KnownSession): Option[] {
  return listOf(session.config).map((value) => {
    const option = objectOf(value);
    const chosen = nameOfValue(option);
    const flat = listOf(option.options).flatMap((o) => {
      const group = objectOf(o);
      return Array.isArray(group.options) ? group.options : [o];
    });
    return {
      name: textOf(option.name) ?? shown(option.id ?? option.configId),
      about: textOf(option.description),
      value: chosen,
      others: flat
        .map((o) => (isObject(o) ? (textOf(o.name) ?? shown(o.value)) : shown(o)))
        .filter((name) => name !== chosen),
    };
  });
}

export interface Command {
  name: string;
  about: string | null;
  hint: string | null;
}

export const commandsOf = (session: KnownSession): Command[] =>
  listOf(session.commands).map((value) => {
    const command = objectOf(value);
    return {
      name: `/${shown(command.name)}`,
      about: textOf(command.description),
      hint: textOf(objectOf(command.input).hint),
    };
  });

/** Points of a line chart, from 0 to 1: time to the right, use upward. */
export function chartOf(usage: KnownSession['usage']): {
  points: [number, number][];
  size: number;
} {
  const known = usage.flatMap((u) => (u.used === null ? [] : [{ ...u, used: u.used }]));
  const size = Math.max(...known.map((u) => Math.max(u.size ?? 0, u.used)), 1);
  const from = known[0]?.t ?? 0;
  const span = Math.max((known.at(-1)?.t ?? 0) - from, 1e-9);
  return { points: known.map((u) => [(u.t - from) / span, u.used / size]), size };
}
