// The page's requests. Every failure is a Failure that says what kind it is, so that callers never
// look at status codes.

import type {
  About,
  Calls,
  Columns,
  Density,
  Bookmark,
  Explained,
  FilterCheck,
  FilterWhy,
  Finding,
  FrameDetail,
  FramePlaces,
  FramesPage,
  Imported,
  Item,
  Known,
  Marks,
  Patches,
  Problem,
  Recording,
  SavedFilter,
  SearchPage,
  Rule,
  Sessions,
  StderrLine,
  Steps,
  TimelinePage,
  TurnPlaces,
  TurnsPage,
} from './types.gen';

export type FailureKind = 'unreachable' | 'refused' | 'missing' | 'failed';

export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

const kindOf = (status: number): FailureKind =>
  status === 401 || status === 403 ? 'refused' : status === 404 ? 'missing' : 'failed';

async function failureOf(response: Response): Promise<Failure> {
  const body = (await response.json().catch(() => null)) as Problem | null;
  return new Failure(
    kindOf(response.status),
    body?.detail ?? `The server said ${response.status}.`,
  );
}

const whole = (response: Response): Promise<string> => response.text();
const json = async <T>(response: Response): Promise<T> => (await response.json()) as T;

/** Asks, and reads the answer to its end. Rejects with a Failure, or as `signal` says. */
async function ask<T>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const response = await fetch(path, init);
    if (!response.ok) throw await failureOf(response);
    return await read(response);
  } catch (cause) {
    if (cause instanceof Failure || cause instanceof SyntaxError || init.signal?.aborted) {
      throw cause;
    }
    // An answer that breaks off is none. Browsers reject with what they like then: Firefox with an
    // AbortError, though nobody aborted, when the page is being left.
    throw new Failure('unreachable', 'acp-scope does not answer. Is it still running?');
  }
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  ask(path, signal ? { signal } : {}, json<T>);

export const text = (path: string): Promise<string> => ask(path, {}, whole);

const send = async (path: string, init: RequestInit): Promise<void> => {
  await ask(path, init, whole);
};

export const of = (recording: number): string => `/api/recordings/${recording}`;

export const about = (): Promise<About> => get('/api/about');
export const recordings = (): Promise<Recording[]> => get('/api/recordings');

export const frames = (
  recording: number,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<FramesPage> => get(`${of(recording)}/frames?from=${from}&limit=${limit}`, signal);

/** Which window of rows: from a place on, or the one with the row that has a frame. */
export type Start = { place: number } | { around: number };

/** Rows of the frames that pass a filter; `fold` makes one row of pieces of one text. */
export const rows = (
  recording: number,
  filter: string,
  fold: boolean,
  start: Start,
  limit: number,
  signal?: AbortSignal,
): Promise<FramesPage> => {
  const query = new URLSearchParams({ limit: String(limit), fold: String(fold) });
  if (filter !== '') query.set('filter', filter);
  if ('place' in start) query.set('from', String(start.place));
  else query.set('around', String(start.around));
  return get(`${of(recording)}/frames?${query}`, signal);
};

/** What is wrong with a filter, and what may be typed at the cursor. */
export const checkFilter = (
  q: string,
  cursor: number | null,
  recording: number | null,
  signal?: AbortSignal,
): Promise<FilterCheck> => {
  const query = new URLSearchParams({ q });
  if (cursor !== null) query.set('cursor', String(cursor));
  if (recording !== null) query.set('recording', String(recording));
  return get(`/api/filter?${query}`, signal);
};

/** Frames of all recordings that pass a filter; `after` is the `next` of the page before. */
export const search = (
  q: string,
  after: string | null,
  limit: number,
  signal?: AbortSignal,
): Promise<SearchPage> => {
  const query = new URLSearchParams({ q, limit: String(limit) });
  if (after !== null) query.set('after', after);
  return get(`/api/search?${query}`, signal);
};

export const why = (recording: number, filter: string, signal?: AbortSignal): Promise<FilterWhy> =>
  get(`${of(recording)}/why?${new URLSearchParams({ filter })}`, signal);

export const explain = (recording: number, n: number, signal?: AbortSignal): Promise<Explained> =>
  get(`${of(recording)}/frames/${n}/explain`, signal);

export const rule = (id: string, signal?: AbortSignal): Promise<Rule> =>
  get(`/api/rules/${id.split('/').map(encodeURIComponent).join('/')}`, signal);

export const bookmarks = (recording: number, signal?: AbortSignal): Promise<Bookmark[]> =>
  get(`${of(recording)}/bookmarks`, signal);

const bookmarkPath = (recording: number, frame: number, item: string | null): string =>
  `${of(recording)}/bookmarks/${frame}${item === null ? '' : `?${new URLSearchParams({ item })}`}`;

export const setBookmark = (
  recording: number,
  frame: number,
  item: string | null,
  note: string | null,
): Promise<void> =>
  send(bookmarkPath(recording, frame, item), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ note }),
  });

export const removeBookmark = (
  recording: number,
  frame: number,
  item: string | null,
): Promise<void> => send(bookmarkPath(recording, frame, item), { method: 'DELETE' });

export const frame = (recording: number, n: number, signal?: AbortSignal): Promise<FrameDetail> =>
  get(`${of(recording)}/frames/${n}`, signal);

export const findings = (
  recording: number,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Finding[]> => get(`${of(recording)}/findings?from=${from}&limit=${limit}`, signal);

/** Where the exact bytes of a frame can be downloaded. */
export const rawUrl = (recording: number, n: number): string => `${of(recording)}/frames/${n}/raw`;

/** Some of the exact bytes of a frame, from one of them on: a megabyte at most. */
export const rawWindow = (
  recording: number,
  n: number,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array> =>
  ask(
    `${rawUrl(recording, n)}?from=${from}&limit=${limit}`,
    signal ? { signal } : {},
    async (response) => new Uint8Array(await response.arrayBuffer()),
  );

export const rawText = (recording: number, n: number): Promise<string> =>
  text(rawUrl(recording, n));

export const stderr = (
  recording: number,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<StderrLine[]> => get(`${of(recording)}/stderr?from=${from}&limit=${limit}`, signal);

export const recording = (number: number): Promise<Recording> => get(of(number));

/** Names a recording, or replaces its tags. */
export const change = (
  recording: number,
  what: { name?: string | null; tags?: readonly string[] },
): Promise<void> =>
  send(of(recording), {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(what),
  });

/** Sends a file, whose recordings are there when it has arrived. */
export const importFile = (file: File, signal?: AbortSignal): Promise<Imported> => {
  const query = new URLSearchParams({ name: file.name });
  const init = { method: 'POST', body: file, ...(signal ? { signal } : {}) };
  return ask(`/api/recordings?${query}`, init, json<Imported>);
};

export const savedFilters = (): Promise<SavedFilter[]> => get('/api/filters');

export const saveFilter = (name: string, filter: string): Promise<void> =>
  send(`/api/filters/${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ filter }),
  });

export const forgetFilter = (name: string): Promise<void> =>
  send(`/api/filters/${encodeURIComponent(name)}`, { method: 'DELETE' });

export const remove = (recording: number): Promise<void> =>
  send(of(recording), { method: 'DELETE' });

/** `at` is the frame as of which the answer is; null for the present. */
const asOf = (at: number | null, query: Record<string, string> = {}): string => {
  const all = new URLSearchParams(query);
  if (at !== null) all.set('at', String(at));
  const text = all.toString();
  return text === '' ? '' : `?${text}`;
};

/** The session of a request; null is the connection's own. */
const inSession = (session: string | null): Record<string, string> =>
  session === null ? {} : { session };

const texts = (numbers: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, String(value)]));

export const sessions = (
  recording: number,
  at: number | null,
  signal?: AbortSignal,
): Promise<Sessions> => get(`${of(recording)}/sessions${asOf(at)}`, signal);

/** Which items are wanted: from a place on, or those around the one that a frame has made or changed. */
export type Window = { limit: number } & ({ from: number } | { focus: number });

export const timeline = (
  recording: number,
  session: string | null,
  at: number | null,
  window: Window,
  signal?: AbortSignal,
): Promise<TimelinePage> => {
  const where = 'from' in window ? { from: window.from } : { focus: window.focus };
  const query = { ...inSession(session), ...texts({ ...where, limit: window.limit }) };
  return get(`${of(recording)}/timeline${asOf(at, query)}`, signal);
};

/** A window of turns: of a session, or (undefined) of all in the order of their prompts. */
export const turns = (
  recording: number,
  session: string | null | undefined,
  at: number | null,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<TurnsPage> => {
  const query = { ...inSession(session ?? null), ...texts({ from, limit }) };
  return get(`${of(recording)}/turns${asOf(at, query)}`, signal);
};

/** The turns that reach into some frames. */
export const turnsWithin = (
  recording: number,
  first: number,
  last: number,
  limit: number,
  signal?: AbortSignal,
): Promise<TurnsPage> =>
  get(`${of(recording)}/turns?first=${first}&last=${last}&limit=${limit}`, signal);

export const turnPlaces = (
  recording: number,
  session: string | null,
  from: number,
  signal?: AbortSignal,
): Promise<TurnPlaces> => {
  const query = { ...inSession(session), ...texts({ from }) };
  return get(`${of(recording)}/turns/places${asOf(null, query)}`, signal);
};

/** The moments before and behind a frame: of the turns, or of an item's patches. */
export const steps = (
  recording: number,
  at: number,
  of_: { session: string | null; item: number } | null,
  signal?: AbortSignal,
): Promise<Steps> => {
  const item = of_ === null ? {} : { ...inSession(of_.session), ...texts({ item: of_.item }) };
  return get(`${of(recording)}/steps${asOf(at, item)}`, signal);
};

export const calls = (
  recording: number,
  at: number | null,
  signal?: AbortSignal,
): Promise<Calls[]> => get(`${of(recording)}/calls${asOf(at)}`, signal);

export const marks = (recording: number, buckets: number, signal?: AbortSignal): Promise<Marks> =>
  get(`${of(recording)}/marks?buckets=${buckets}`, signal);

export const item = (
  recording: number,
  session: string | null,
  index: number,
  at: number | null,
  signal?: AbortSignal,
): Promise<Item> => get(`${of(recording)}/items/${index}${asOf(at, inSession(session))}`, signal);

export const patches = (
  recording: number,
  session: string | null,
  index: number,
  at: number | null,
  signal?: AbortSignal,
): Promise<Patches> =>
  get(`${of(recording)}/items/${index}/patches${asOf(at, inSession(session))}`, signal);

export const placesOf = (
  recording: number,
  n: number,
  signal?: AbortSignal,
): Promise<FramePlaces> => get(`${of(recording)}/frames/${n}/item`, signal);

export const known = (recording: number, at: number | null, signal?: AbortSignal): Promise<Known> =>
  get(`${of(recording)}/state${asOf(at)}`, signal);

export const density = (
  recording: number,
  buckets: number,
  signal?: AbortSignal,
): Promise<Density> => get(`${of(recording)}/density?buckets=${buckets}`, signal);

export const columns = (
  recording: number,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Columns> => get(`${of(recording)}/columns?from=${from}&to=${to}`, signal);
