// A file on its way into the database.

export interface Incoming {
  id: number;
  name: string;
  size: number;
  state: 'waits' | 'sent' | 'failed';
  /** What was wrong, where, and what to do. */
  failure: string;
}
