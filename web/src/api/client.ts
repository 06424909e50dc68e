// The page's requests. Every failure is a Failure that says what kind it is, so that callers never
// look at status codes.

import type {
  About,
  ApiError,
  Columns,
  Density,
  Finding,
  FrameDetail,
  FramePlaces,
  FramesPage,
  Item,
  Known,
  Patches,
  Recording,
  Sessions,
  StderrLine,
  TimelinePage,
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
  const body = (await response.json().catch(() => null)) as ApiError | null;
  return new Failure(kindOf(response.status), body?.error ?? `The server said ${response.status}.`);
}

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new Failure('unreachable', 'acp-scope does not answer. Is it still running?');
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

const get = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const response = await send(path, signal ? { signal } : {});
  return (await response.json()) as T;
};

const of = (recording: number): string => `/api/recordings/${recording}`;

export const about = (): Promise<About> => get('/api/about');
export const recordings = (): Promise<Recording[]> => get('/api/recordings');

export const frames = (
  recording: number,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<FramesPage> => get(`${of(recording)}/frames?from=${from}&limit=${limit}`, signal);

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

export const rawText = async (recording: number, n: number): Promise<string> =>
  (await send(rawUrl(recording, n))).text();

export const stderr = (
  recording: number,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<StderrLine[]> => get(`${of(recording)}/stderr?from=${from}&limit=${limit}`, signal);

export const remove = async (recording: number): Promise<void> => {
  await send(of(recording), { method: 'DELETE' });
};

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

export const sessions = (
  recording: number,
  at: number | null,
  signal?: AbortSignal,
): Promise<Sessions> => get(`${of(recording)}/sessions${asOf(at)}`, signal);

export const timeline = (
  recording: number,
  session: string | null,
  at: number | null,
  from: number,
  limit: number,
  signal?: AbortSignal,
): Promise<TimelinePage> => {
  const query = { ...inSession(session), from: String(from), limit: String(limit) };
  return get(`${of(recording)}/timeline${asOf(at, query)}`, signal);
};

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
