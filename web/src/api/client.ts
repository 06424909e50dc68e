// The page's requests. Every failure is a Failure that says what kind it is, so that callers never
// look at status codes.

import type {
  About,
  ApiError,
  Finding,
  FrameDetail,
  FramesPage,
  Recording,
  StderrLine,
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
