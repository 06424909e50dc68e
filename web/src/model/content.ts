// Content blocks of the protocol, read from JSON that an agent or a client wrote.

import { clipped } from '../lib/format';
import { listOf, numberOf, objectOf, shown, textOf } from '../lib/json_read';

export type Part =
  | { is: 'text'; text: string }
  | {
      is: 'media';
      kind: 'image' | 'audio';
      mime: string;
      data: string | null;
      uri: string | null;
      bytes: number;
    }
  | { is: 'link'; uri: string; name: string; about: string | null; size: number | null }
  | { is: 'resource'; uri: string; mime: string | null; text: string | null; bytes: number }
  | { is: 'other'; type: string; value: unknown };

/** Bytes of a base64 text. */
const sizeOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

export function partOf(value: unknown): Part {
  const block = objectOf(value);
  const type = clipped(textOf(block.type) ?? 'untyped', 100);
  const mime = textOf(block.mimeType);
  if (type === 'text' && typeof block.text === 'string') return { is: 'text', text: block.text };
  if (type === 'image' || type === 'audio') {
    const data = textOf(block.data);
    const bytes = data === null ? 0 : sizeOf(data);
    return { is: 'media', kind: type, mime: mime ?? '', data, uri: textOf(block.uri), bytes };
  }
  if (type === 'resource_link' && typeof block.uri === 'string') {
    const name = clipped(textOf(block.title) ?? textOf(block.name) ?? block.uri);
    const about = block.description === undefined ? null : clipped(shown(block.description), 1_000);
    return { is: 'link', uri: clipped(block.uri, 1_000), name, about, size: numberOf(block.size) };
  }
  if (type === 'resource') {
    const resource = objectOf(block.resource);
    const text = textOf(resource.text);
    const bytes = text?.length ?? sizeOf(textOf(resource.blob) ?? '');
    const uri = clipped(textOf(resource.uri) ?? '', 1_000);
    return { is: 'resource', uri, mime: textOf(resource.mimeType), text, bytes };
  }
  return { is: 'other', type, value };
}

/** A list of blocks, or a single one. */
export const partsOf = (value: unknown): Part[] =>
  value === undefined || value === null
    ? []
    : (Array.isArray(value) ? listOf(value) : [value]).map(partOf);

/** Agents do send texts without a character. */
export const saysNothing = (parts: readonly Part[]): boolean =>
  parts.every((part) => part.is === 'text' && part.text === '');

/** Texts that came in chunks, made whole. */
export function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const before = out.at(-1);
    if (part.is === 'text' && before?.is === 'text') {
      out[out.length - 1] = { is: 'text', text: before.text + part.text };
    } else out.push(part);
  }
  return out;
}

/** The text of all parts, for a line that stands for them. */
export const textOfParts = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'text') return part.text;
      if (part.is === 'link') return part.name;
      if (part.is === 'resource') return part.uri;
      return part.is === 'media' ? part.kind : part.type;
    })
    .join(' ');

/** Images that a browser can show without running anything: no SVG. */
export const showable = (mime: string): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(mime) || /^audio\/[\w.+-]+$/.test(mime);
