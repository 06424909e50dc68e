// The state of the live stream, as the page tells it.

export type Connection =
  | { state: 'connecting' }
  | { state: 'open' }
  /** The server does not answer; tries so far. */
  | { state: 'lost'; attempt: number }
  /** The server wants a token that this browser does not have. */
  | { state: 'refused' };

export type ConnectionEvent = 'opened' | 'failed' | 'refused' | 'retry';

export function nextConnection(now: Connection, event: ConnectionEvent): Connection {
  switch (event) {
    case 'opened':
      return { state: 'open' };
    case 'refused':
      return { state: 'refused' };
    case 'failed':
      return { state: 'lost', attempt: now.state === 'lost' ? now.attempt + 1 : 0 };
    case 'retry':
      // A retry is silent: the page goes on saying "disconnected" until the stream is there.
      return now.state === 'refused' ? { state: 'connecting' } : now;
  }
}
