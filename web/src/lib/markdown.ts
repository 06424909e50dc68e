// Markdown as a tree of plain values. It comes from an untrusted side: there is no HTML in the tree, only
// text and addresses, and what draws it makes text nodes. Images are named, never loaded.

import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';

interface Marked<Is extends string> {
  is: Is;
  of: Inline[];
}

export type Inline =
  | { is: 'text'; text: string }
  | { is: 'code'; text: string }
  | Marked<'strong'>
  | Marked<'em'>
  | Marked<'del'>
  | { is: 'link'; to: string; of: Inline[] }
  | { is: 'image'; to: string; alt: string }
  | { is: 'break' };

export type Block =
  | { is: 'paragraph'; of: Inline[] }
  | { is: 'heading'; depth: number; of: Inline[] }
  | { is: 'code'; text: string; language: string }
  | { is: 'quote'; of: Block[] }
  | { is: 'list'; start: number | null; items: Entry[] }
  | { is: 'table'; head: Cell[]; rows: Cell[][] }
  | { is: 'rule' };

export interface Entry {
  /** Null when it is no task. */
  done: boolean | null;
  of: Block[];
}

export interface Cell {
  align: 'left' | 'center' | 'right' | null;
  of: Inline[];
}

/** Text beyond this is shown as it is: reading it as Markdown would take too long. */
const MOST = 200_000;
/** Nesting beyond this is shown as text. */
const DEEPEST = 24;

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Character references; unknown ones stay as they were written. */
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, dec, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? all;
    const code = dec !== undefined ? Number(dec) : parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });

const plain = (text: string): Inline => ({ is: 'text', text });
const isKnown = (token: Token): token is MarkedToken => typeof token.type === 'string';

function inline(token: Token, depth: number): Inline[] {
  if (!isKnown(token) || depth > DEEPEST) return [plain(token.raw)];
  switch (token.type) {
    case 'text':
      return token.tokens ? inlines(token.tokens, depth) : [plain(unescaped(token.text))];
    case 'escape':
      return [plain(token.text)];
    case 'codespan':
      return [{ is: 'code', text: token.text }];
    case 'strong':
    case 'em':
    case 'del':
      return [{ is: token.type, of: inlines(token.tokens, depth + 1) }];
    case 'link':
      return [{ is: 'link', to: token.href, of: inlines(token.tokens, depth + 1) }];
    case 'image':
      return [{ is: 'image', to: token.href, alt: token.text }];
    case 'br':
      return [{ is: 'break' }];
    case 'checkbox':
      return [];
    default:
      return [plain(token.raw)];
  }
}

/** Neighbouring texts become one: a tag of HTML is a token of its own. */
function inlines(tokens: readonly Token[], depth: number): Inline[] {
  const out: Inline[] = [];
  for (const part of tokens.flatMap((t) => inline(t, depth))) {
    const before = out.at(-1);
    if (part.is === 'text' && before?.is === 'text') {
      out[out.length - 1] = plain(before.text + part.text);
    } else out.push(part);
  }
  return out;
}

const paragraph = (of: Inline[]): Block[] => (of.length === 0 ? [] : [{ is: 'paragraph', of }]);

const cell = (c: Tokens.TableCell, depth: number): Cell => ({
  align: c.align,
  of: inlines(c.tokens, depth),
});

function block(token: Token, depth: number): Block[] {
  if (!isKnown(token) || depth > DEEPEST) return paragraph([plain(token.raw)]);
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'paragraph':
      return paragraph(inlines(token.tokens, depth));
    case 'text':
      return paragraph(inline(token, depth));
    case 'heading':
      return [{ is: 'heading', depth: token.depth, of: inlines(token.tokens, depth) }];
    case 'code':
      return [{ is: 'code', text: token.text, language: token.lang ?? '' }];
    case 'blockquote':
      return [{ is: 'quote', of: blocks(token.tokens, depth + 1) }];
    case 'list':
      return [
        {
          is: 'list',
          start: token.ordered ? Number(token.start) || 0 : null,
          items: token.items.map((item) => ({
            done: item.task ? item.checked === true : null,
            of: blocks(item.tokens, depth + 1),
          })),
        },
      ];
    case 'table':
      return [
        {
          is: 'table',
          head: token.header.map((c) => cell(c, depth)),
          rows: token.rows.map((row) => row.map((c) => cell(c, depth))),
        },
      ];
    case 'hr':
      return [{ is: 'rule' }];
    case 'html':
      return paragraph([plain(token.text.trimEnd())]);
    default:
      return paragraph([plain(token.raw)]);
  }
}

const blocks = (tokens: readonly Token[], depth: number): Block[] =>
  tokens.flatMap((t) => block(t, depth));

/** Never fails: what cannot be read as Markdown is one paragraph of text. */
export function markdown(text: string): Block[] {
  // Deep nesting would exhaust the reader's stack, or its patience, before ours is asked.
  if (text.length > MOST || /(?:^|\n)[ \t]*(?:>[ \t]*){50}|[[*_~(]{200}/.test(text)) {
    return paragraph([plain(text)]);
  }
  try {
    return blocks(new Lexer({ gfm: true, breaks: true }).lex(text), 0);
  } catch {
    return paragraph([plain(text)]);
  }
}

const inlineText = (of: readonly Inline[]): string =>
  of
    .map((part) => {
      if (part.is === 'text' || part.is === 'code') return part.text;
      if (part.is === 'break') return ' ';
      return part.is === 'image' ? part.alt : inlineText(part.of);
    })
    .join('');

function blockText(part: Block): string {
  switch (part.is) {
    case 'paragraph':
    case 'heading':
      return inlineText(part.of);
    case 'code':
      return part.text;
    case 'quote':
      return part.of.map(blockText).join(' ');
    case 'list':
      return part.items.flatMap((item) => item.of.map(blockText)).join(' ');
    case 'table':
      return part.head.map((c) => inlineText(c.of)).join(' ');
    case 'rule':
      return '';
  }
}

/** The first words, without marks: for a line that stands for the whole. */
export function firstWords(text: string, length = 200): string {
  const words = markdown(text.slice(0, length * 4))
    .map(blockText)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > length ? `${words.slice(0, length).trimEnd()}…` : words;
}
