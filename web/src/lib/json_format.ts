// Pretty-prints JSON by changing white space only. Numbers, escapes, key order and duplicate keys
// stay as they were written, which JSON.parse followed by JSON.stringify would not do.

export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'punct';

export interface Token {
  kind: TokenKind;
  text: string;
  /** Offset in the text that was formatted. */
  at: number;
}

export interface JsonFault {
  at: number;
  reason: string;
}

/** Tokens up to the fault, if there is one. */
export type Scan = { tokens: Token[] } & ({ ok: true } | { ok: false; fault: JsonFault });

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Everything that a string may hold between its quotes.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const isName = (c: string | undefined): boolean => c !== undefined && /[\w.+-]/.test(c);

function scalar(text: string, at: number): Omit<Token, 'at'> | string {
  const c = text[at];
  if (c === '"') {
    const string = match(STRING, text, at);
    return string === null
      ? 'a string that is not closed or holds a character that must be escaped'
      : { kind: 'string', text: string };
  }
  const word = match(WORD, text, at);
  if (word !== null && !isName(text[at + word.length])) return { kind: 'word', text: word };
  const number = match(NUMBER, text, at);
  if (number !== null && !isName(text[at + number.length])) return { kind: 'number', text: number };
  return c === undefined ? 'the text ends too early' : `a value cannot start with ${quoted(c)}`;
}

function quoted(c: string): string {
  const code = c.codePointAt(0) ?? 0;
  return code > 32 && code < 127
    ? `"${c}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Splits a text into JSON tokens and checks their grammar. Never recurses, so depth is no limit. */
export function scanJson(text: string): Scan {
  const tokens: Token[] = [];
  const open: ('{' | '[')[] = [];
  // What the grammar allows next.
  let want: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' = 'value';
  let at = 0;
  const fail = (reason: string): Scan => ({ ok: false, tokens, fault: { at, reason } });
  const take = (kind: TokenKind, part: string): void => {
    tokens.push({ kind, text: part, at });
    at += part.length;
  };

  for (;;) {
    at += match(SPACE, text, at)?.length ?? 0;
    const c = text[at];
    if (want === 'comma-or-end' && open.length === 0) {
      return c === undefined ? { ok: true, tokens } : fail('text after the end of the value');
    }
    if (c === undefined) return fail('the text ends too early');

    const inObject = open[open.length - 1] === '{';
    const mayClose = want === 'comma-or-end' || want === 'value-or-end' || want === 'key-or-end';
    if (mayClose && c === (inObject ? '}' : ']')) {
      take('punct', c);
      open.pop();
      want = 'comma-or-end';
    } else if (want === 'comma-or-end') {
      if (c !== ',') return fail(`a comma or ${inObject ? '"}"' : '"]"'} is missing`);
      take('punct', c);
      want = inObject ? 'key' : 'value';
    } else if (want === 'colon') {
      if (c !== ':') return fail('a colon is missing after a key');
      take('punct', c);
      want = 'value';
    } else if (want === 'key' || want === 'key-or-end') {
      const key = c === '"' ? match(STRING, text, at) : null;
      if (key === null) return fail('a key must be a string');
      take('key', key);
      want = 'colon';
    } else if (c === '{' || c === '[') {
      take('punct', c);
      open.push(c);
      want = c === '{' ? 'key-or-end' : 'value-or-end';
    } else {
      const token = scalar(text, at);
      if (typeof token === 'string') return fail(token);
      take(token.kind, token.text);
      want = 'comma-or-end';
    }
  }
}

/** Lays tokens out in lines: one member per line, empty containers closed at once. */
export function layOut(tokens: readonly Token[], indent = '  '): Token[][] {
  const lines: Token[][] = [];
  let line: Token[] = [];
  let depth = 0;
  const pad = (): Token => ({ kind: 'punct', text: indent.repeat(depth), at: -1 });
  const breakLine = (): void => {
    lines.push(line);
    line = depth > 0 ? [pad()] : [];
  };
  tokens.forEach((token, i) => {
    const opens = token.text === '{' || token.text === '[';
    const closes = token.text === '}' || token.text === ']';
    if (token.kind !== 'punct') {
      line.push(token);
    } else if (opens) {
      line.push(token);
      const next = tokens[i + 1];
      if (next?.kind === 'punct' && (next.text === '}' || next.text === ']')) return;
      depth += 1;
      breakLine();
    } else if (closes) {
      const before = tokens[i - 1];
      if (!(before?.kind === 'punct' && (before.text === '{' || before.text === '['))) {
        depth -= 1;
        breakLine();
      }
      line.push(token);
    } else if (token.text === ',') {
      line.push(token);
      breakLine();
    } else {
      line.push({ ...token, text: ': ' });
    }
  });
  lines.push(line);
  return lines;
}

const textOf = (tokens: readonly Token[], indent: string): string =>
  layOut(tokens, indent)
    .map((line) => line.map((t) => t.text).join(''))
    .join('\n');

export type Pretty = { ok: true; text: string } | { ok: false; fault: JsonFault };

export function prettyJson(text: string, indent = '  '): Pretty {
  const scan = scanJson(text);
  return scan.ok ? { ok: true, text: textOf(scan.tokens, indent) } : scan;
}

/** The start of a JSON text that goes on elsewhere: laid out as far as it is whole, then as it is. */
export function prettyStart(text: string, rest: number, indent = '  '): string {
  const scan = scanJson(text);
  const laidOut = textOf(scan.tokens, indent);
  return scan.ok ? laidOut : laidOut + text.slice(scan.fault.at, scan.fault.at + rest);
}
