import { expect, test } from 'vitest';
import type { KnownSession } from '../api/types.gen';
import { chartOf, commandsOf, modesOf, nameOf, optionsOf } from './world';

const session = (change: Partial<KnownSession>): KnownSession => ({
  id: 's',
  parent: null,
  title: null,
  cwd: null,
  origin: null,
  open_turn: null,
  mode: null,
  config: null,
  commands: null,
  plans: [],
  usage: [],
  ...change,
});

test('modes, also one that was never offered', () => {
  const mode = { currentModeId: 'b', availableModes: [{ id: 'a', name: 'A' }, { id: 'b' }, 7] };
  expect(modesOf(session({ mode })).map((m) => [m.name, m.chosen])).toEqual([
    ['A', false],
    ['b', true],
    ['', false],
  ]);
  expect(modesOf(session({ mode: { currentModeId: 'x' } }))).toMatchObject([{ chosen: true }]);
  expect(modesOf(session({}))).toEqual([]);
});

test('config options of both forms, in groups or not', () => {
  const config = [
    {
      id: 'model',
      name: 'Model',
      currentValue: 'deep',
      options: [{ group: 'g', options: [{ value: 'deep', name: 'Deep' }, { value: 'fast' }] }],
    },
    { configId: 'on', currentValue: true },
  ];
  expect(optionsOf(session({ config }))).toEqual([
    { name: 'Model', about: null, value: 'Deep', others: ['fast'] },
    { name: 'on', about: null, value: 'true', others: [] },
  ]);
});

test('commands, names and use', () => {
  const commands = [{ name: 'plan', description: 'Plans', input: { hint: 'what' } }];
  expect(commandsOf(session({ commands }))).toEqual([
    { name: '/plan', about: 'Plans', hint: 'what' },
  ]);
  expect(nameOf(null, 'The client')).toEqual({ name: 'The client', version: null });
  const point = (t: number, used: number | null) => ({ frame: 1, t, used, size: 200, cost: null });
  expect(chartOf([point(0, 50), point(5, null), point(10, 100)])).toEqual({
    points: [
      [0, 0.25],
      [1, 0.5],
    ],
    size: 200,
  });
  expect(chartOf([]).points).toEqual([]);
});
