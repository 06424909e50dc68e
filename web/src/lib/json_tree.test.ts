import { expect, test } from 'vitest';
import { childrenOf, isEmpty, rootOf, type JsonNode } from './json_tree';

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
  expect(performance.now() - start).toBeLessThan(8_000);
});
