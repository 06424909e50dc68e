import { expect, test } from 'vitest';
import {
  childrenOf,
  isEmpty,
  rootOf,
  startOf,
  wayToOffset,
  wayToPointer,
  type JsonNode,
  type Step,
} from './json_tree';

function root(text: string): JsonNode {
  const node = rootOf(text);
  if (node === null) throw new Error(`nothing in ${text}`);
  return node;
}

const read = (text: string): string[] =>
  childrenOf(text, root(text), 100).list.map((c) => `${c.key}=${text.slice(c.from, c.to)}`);

test('children are found by their offsets, spelling kept', () => {
  const text = ' { "a" : [1, {"x":"}"}], "b\\u0063":-1.50e3 ,"c":"q\\\\\\"]" , "d":null }';
  expect(read(text)).toEqual(['a=[1, {"x":"}"}]', 'bc=-1.50e3', 'c="q\\\\\\"]"', 'd=null']);
  expect(read('[1,[2],[]]')).toEqual(['0=1', '1=[2]', '2=[]']);
  expect(read('{}')).toEqual([]);
  expect(isEmpty('[ ]', root('[ ]')) && !isEmpty('[1]', root('[1]'))).toBe(true);
});

test('a long list is read in pieces', () => {
  const text = JSON.stringify(Array.from({ length: 250 }, (_, i) => i));
  const node = root(text);
  const first = childrenOf(text, node, 100);
  expect(first.list).toHaveLength(100);
  const second = childrenOf(text, node, 200, first.next ?? 0, 100);
  expect(second.list.map((c) => c.key).slice(-1)).toEqual(['249']);
  expect(second.next).toBeNull();
});

const way = (text: string, steps: Step[]): string => {
  let node = root(text);
  return steps
    .slice(1)
    .map(({ from, index }) => {
      const child = childrenOf(text, node, index + 1).list[index];
      if (child?.from !== from) throw new Error(`${index} is not at ${from}`);
      node = child;
      return child.key;
    })
    .join('/');
};

test('an offset and a pointer lead to a value', () => {
  const text = '{ "a" : [1, {"x":"}y"}], "b/c": {"a": 3}, "a": [[7]] }';
  expect(way(text, wayToOffset(text, text.indexOf('}y')))).toBe('a/1/x');
  expect(way(text, wayToOffset(text, text.indexOf('b/c')))).toBe('b/c');
  expect(way(text, wayToOffset(text, text.indexOf('3')))).toBe('b/c/a');
  expect(way(text, wayToOffset(text, 0))).toBe('');
  expect(way(text, wayToPointer(text, '/b~1c/a'))).toBe('b/c/a');
  expect(way(text, wayToPointer(text, ''))).toBe('');
  // Of equal keys the last one counts; what is not there leads as far as it goes.
  expect(wayToPointer(text, '/a/0/0').map((s) => s.index)).toEqual([0, 2, 0, 0]);
  expect(way(text, wayToPointer(text, '/b~1c/nothing/0'))).toBe('b/c');
  expect(wayToPointer('', '/a')).toEqual([]);
});

test('a child is found by its index', () => {
  const text = JSON.stringify(Array.from({ length: 250 }, (_, i) => i));
  const start = startOf(text, root(text), 240) ?? -1;
  const some = childrenOf(text, root(text), 3, start, 240);
  expect(some.list.map((c) => [c.key, text.slice(c.from, c.to)])).toEqual([
    ['240', '240'],
    ['241', '241'],
    ['242', '242'],
  ]);
  expect(startOf(text, root(text), 250)).toBeNull();
});

test('broken text ends where it breaks', () => {
  expect(read('{"a":1,"b')).toEqual(['a=1']);
  expect(read('{"a" 1}')).toEqual([]);
  expect(rootOf('')).toBeNull();
  expect(root('[1,2').to).toBe(4);
});

test('fifty megabytes open at once', () => {
  const item = JSON.stringify({ text: 'x'.repeat(80), list: [1, 2, 3], deep: { a: { b: {} } } });
  const text = `{"jsonrpc":"2.0","params":{"items":[${Array(400_000).fill(item).join(',')}]}}`;
  expect(text.length).toBeGreaterThan(50_000_000);
  const start = performance.now();
  const params = childrenOf(text, root(text), 100).list[1];
  if (params === undefined) throw new Error('no params');
  const items = childrenOf(text, params, 100).list[0];
  if (items === undefined) throw new Error('no items');
  expect(childrenOf(text, items, 100).list).toHaveLength(100);
  const steps = wayToOffset(text, text.length - 40);
  expect(steps.map((s) => s.index).slice(0, 4)).toEqual([0, 1, 0, 399_999]);
  expect(performance.now() - start).toBeLessThan(8_000);
});
