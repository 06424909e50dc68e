import { describe, expect, test } from 'vitest';
import { layOut, prettyJson, prettyStart, scanJson } from './json_format';

const pretty = (text: string): string => {
  const result = prettyJson(text);
  if (!result.ok) throw new Error(`${result.fault.reason} at ${result.fault.at}`);
  return result.text;
};

describe('prettyJson', () => {
  test('puts each member on its own line and closes empty containers at once', () => {
    expect(pretty('{"a":[1,{"b":[]}],"c":{ },"d":"x"}')).toBe(
      [
        '{',
        '  "a": [',
        '    1,',
        '    {',
        '      "b": []',
        '    }',
        '  ],',
        '  "c": {},',
        '  "d": "x"',
        '}',
      ].join('\n'),
    );
  });

  test.each([
    '123456789012345678901234567890',
    '1E400',
    '-0',
    '1e2',
    '0.10000000000000000000000000001',
    '"\\u0041\\/"',
    '"\\ud800"',
    'null',
  ])('leaves the token %s as it was written', (token) => {
    expect(pretty(token)).toBe(token);
    expect(pretty(`{"k":${token}}`)).toBe(`{\n  "k": ${token}\n}`);
  });

  test('keeps duplicate keys and their order', () => {
    expect(pretty('{"a":1,"a":2,"b":3,"a":4}').match(/"\w"/g)).toEqual([
      '"a"',
      '"a"',
      '"b"',
      '"a"',
    ]);
  });

  test('does not take punctuation inside of strings for structure', () => {
    expect(pretty('["{[,:]}","\\"","\\\\"]')).toBe('[\n  "{[,:]}",\n  "\\"",\n  "\\\\"\n]');
  });

  test('takes any depth', () => {
    const depth = 20_000;
    expect(scanJson('['.repeat(depth) + ']'.repeat(depth)).ok).toBe(true);
  });

  test.each([
    ['', 0, /too early/],
    ['{', 1, /too early/],
    ['{"a" 1}', 5, /colon/],
    ['{a:1}', 1, /key must be a string/],
    ['[1 2]', 3, /comma/],
    ['[1,]', 3, /start with "\]"/],
    ['{"a":1,}', 7, /key/],
    ['{} x', 3, /after the end/],
    ['NaN', 0, /start with "N"/],
    ['truely', 0, /start with "t"/],
    ['01', 0, /start with "0"/],
    ['"a\u0001b"', 0, /escaped/],
    ['"\\x"', 0, /escaped/],
    ['\ufeff{}', 0, /U\+FEFF/],
  ])('says where and why %j is not JSON', (text, at, reason) => {
    const result = scanJson(text);
    expect(result).toMatchObject({ ok: false, fault: { at } });
    expect(!result.ok && result.fault.reason).toMatch(reason);
  });
});

test('the start of a text is laid out as far as it is whole', () => {
  expect(prettyStart('{"a":[1],"b":"never end', 6)).toBe('{\n  "a": [\n    1\n  ],\n  "b": "never');
  expect(prettyStart('[]', 6)).toBe('[]');
});

/** A small generator with a seed, so that a failure can be had again. */
function random(seed: number): () => number {
  let s = seed;
  return () => {
    s = (s * 1664525 + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

function someJson(next: () => number, depth = 0): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const space = (): string => pick(['', '', ' ', '\n', '\t ', '\r\n']);
  const scalar = (): string =>
    pick([
      '0',
      '-1.5e+10',
      '1E400',
      '99999999999999999999',
      'true',
      'null',
      '""',
      '"\\u00e9\\n{"',
      '"é,]"',
    ]);
  if (depth > 4 || next() < 0.3) return scalar();
  const items = Array.from({ length: Math.floor(next() * 4) }, () => {
    const value = space() + someJson(next, depth + 1) + space();
    return value;
  });
  return next() < 0.5
    ? `[${items.join(',') || space()}]`
    : `{${items.map((v) => `${space()}${pick(['"a"', '"b"', '"\\u0061"'])}${space()}:${v}`).join(',') || space()}}`;
}

describe('for any JSON', () => {
  const samples = Array.from({ length: 400 }, (_, seed) => someJson(random(seed)));

  test('only white space changes', () => {
    const bare = (text: string): string => {
      const scan = scanJson(text);
      return scan.ok ? scan.tokens.map((t) => t.text).join('\u0000') : `fault ${scan.fault.reason}`;
    };
    for (const text of samples) expect(bare(pretty(text))).toBe(bare(text));
  });

  test('formatting again changes nothing', () => {
    for (const text of samples) expect(pretty(pretty(text))).toBe(pretty(text));
  });

  test('it agrees with the parser of the platform', () => {
    for (const text of samples) {
      expect(JSON.parse(pretty(text))).toEqual(JSON.parse(text));
      const damaged = text.slice(0, -1);
      const parses = (() => {
        try {
          JSON.parse(damaged);
          return true;
        } catch {
          return false;
        }
      })();
      expect([damaged, scanJson(damaged).ok]).toEqual([damaged, parses]);
    }
  });

  test('tokens know where they came from', () => {
    for (const text of samples) {
      const scan = scanJson(text);
      if (!scan.ok) continue;
      for (const token of scan.tokens) expect(text.startsWith(token.text, token.at)).toBe(true);
      const kept = layOut(scan.tokens)
        .flat()
        .filter((t) => t.at >= 0);
      expect(kept.length).toBe(scan.tokens.length);
    }
  });
});
