import { expect, test } from 'vitest';
import { prettyJson } from './json_format';
import { spanOf } from './json_pointer';

const text = (() => {
  const pretty = prettyJson(
    '{"a/b":1,"m~n":[true,{"x":"y"},[]],"o":{"p":null,"p":2},"\\u0065":"e","list":[[1,2],[3]]}',
  );
  return pretty.ok ? pretty.text : '';
})();

const at = (pointer: string, of = text): string | null => {
  const span = spanOf(of, pointer);
  return span === null ? null : of.slice(span.from, span.to);
};

test.each([
  ['/a~1b', '1'],
  ['/m~0n/0', 'true'],
  ['/m~0n/1/x', '"y"'],
  ['/e', '"e"'],
  ['/list/1/0', '3'],
  // Of equal keys readers take the last.
  ['/o/p', '2'],
  // Containers may fill pages: their key or bracket stands for them.
  ['/o', '"o"'],
  ['/m~0n', '"m~n"'],
  ['/m~0n/1', '{'],
  ['/m~0n/2', '[]'],
  // What is not there is shown by what should hold it.
  ['/o/missing', '"o"'],
  ['/o/p/deeper', '2'],
  ['/list/7', '"list"'],
  ['/missing', '{'],
  ['/m~0n/x', '"m~n"'],
  ['', null],
])('%s', (pointer, value) => expect(at(pointer)).toBe(value));

test('a text that stops early is read as far as it goes', () => {
  expect(at('/a/b', '{"a":{"b":1,"c":"oo')).toBe('1');
  expect(at('/a/c', '{"a":{"b":1,"c":"oo')).toBe('"a"');
  expect(at('/a', 'oops')).toBeNull();
  expect(at('/a', '{"a')).toBe('{');
  expect(at('/a', '{"a":')).toBe('{');
});

test('depth is no limit', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(at('/0/0', deep)).toBe('[');
});
