// What leaves the page: exports and copies, without secrets unless they are asked for.

import { get, of, text } from './client';
import type { Redaction } from './types.gen';

/** What is to be exported: `3,7-9`, and of these what passes a filter; all of it if nothing is said. */
export interface Chosen {
  frames: string;
  filter: string;
}
export type ExportForm = 'jsonl' | 'html' | 'md';

const chosen = ({ frames, filter }: Chosen): URLSearchParams => {
  const query = new URLSearchParams();
  if (frames !== '') query.set('frames', frames);
  if (filter !== '') query.set('filter', filter);
  return query;
};

/** Where it can be downloaded. Secrets are replaced unless they are asked for. */
export const exportUrl = (
  recording: number,
  what: Chosen,
  form: ExportForm,
  secrets: boolean,
): string => {
  const query = chosen(what);
  if (form !== 'jsonl') query.set('format', form);
  if (secrets) query.set('secrets', 'include');
  return `${of(recording)}/export${query.size > 0 ? `?${query}` : ''}`;
};

/** What an export would replace. */
export const redactions = (
  recording: number,
  what: Chosen,
  signal?: AbortSignal,
): Promise<Redaction[]> => get(`${of(recording)}/redactions?${chosen(what)}`, signal);

export const exported = (recording: number, what: Chosen): Promise<string> =>
  text(exportUrl(recording, what, 'jsonl', false));

/** Where a frame can be downloaded without the secrets of its recording. */
export const redactedUrl = (recording: number, n: number): string =>
  `${of(recording)}/frames/${n}/redacted`;

export const redactedText = (recording: number, n: number): Promise<string> =>
  text(redactedUrl(recording, n));
