// The live stream. EventSource reconnects by itself only in some cases and tells no reason, so the
// page reconnects by its own clock and asks the server why a stream could not be had.

import { backoff } from '../lib/backoff';
import { about, Failure } from './client';
import type { LiveTick } from './types.gen';

export interface LiveListener {
  opened(): void;
  ticked(tick: LiveTick): void;
  failed(): void;
  refused(): void;
}

export interface LiveStream {
  /** Tries at once instead of waiting. */
  retry(): void;
  close(): void;
}

export function openLive(listener: LiveListener): LiveStream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let closed = false;

  const connect = (): void => {
    clearTimeout(timer);
    source?.close();
    const mine = new EventSource('/api/live');
    source = mine;
    mine.addEventListener('open', () => {
      attempt = 0;
      listener.opened();
    });
    mine.addEventListener('tick', (event: MessageEvent<string>) => {
      listener.ticked(JSON.parse(event.data) as LiveTick);
    });
    mine.addEventListener('error', () => {
      mine.close();
      if (source === mine && !closed) void fail();
    });
  };

  const fail = async (): Promise<void> => {
    const refused = await about().then(
      () => false,
      (cause) => cause instanceof Failure && cause.kind === 'refused',
    );
    if (closed) return;
    if (refused) {
      listener.refused();
      return;
    }
    listener.failed();
    timer = setTimeout(connect, backoff(attempt));
    attempt += 1;
  };

  connect();
  return {
    retry: connect,
    close(): void {
      closed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}
