// The list of recordings and the live stream that keeps it true.

import { change, Failure, recording, recordings, remove } from '../api/client';
import { openLive, type LiveStream } from '../api/live';
import type { LiveTick, Recording } from '../api/types.gen';
import { nextConnection, type Connection, type ConnectionEvent } from '../model/connection';
import { applyTick, sorted } from '../model/recordings';

/** Milliseconds between two ticks that are taken: a frame of the screen. Those that come closer are one. */
const PACE = 16;
/** The same while more frames come between two than anybody can read. */
const SLOW = 50;
const MANY = 8;

const framesOf = (list: readonly Recording[] | null): number =>
  (list ?? []).reduce((sum, r) => sum + r.frames, 0);

export class Library {
  /** Null until the list has been read once. */
  list: Recording[] | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  connection: Connection = $state.raw({ state: 'connecting' });
  /** Numbers that were here and are gone, so that the page can tell "deleted" from "never was". */
  deleted: ReadonlySet<number> = $state.raw(new Set());
  #stream: LiveStream | null = null;
  /** Ticks that came close behind one that was taken. */
  #close: LiveTick[] = [];
  #taken = -Infinity;
  #pace = PACE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Ticks that came while the list was being read: they may be newer than it. */
  #meanwhile: LiveTick[] | null = null;

  /** Reads the list and keeps it up to date; returns how to stop. */
  start(): () => void {
    this.#connect();
    // A page that nobody sees holds no stream: browsers allow six connections to one origin.
    const shown = (): void => {
      if (document.hidden) this.#disconnect();
      else if (this.#stream === null) this.#connect();
      // The reader may come back from the link that lets this browser in.
      else if (this.connection.state === 'refused') this.retry();
    };
    const online = (): void => this.retry();
    document.addEventListener('visibilitychange', shown);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', shown);
      window.removeEventListener('online', online);
      this.#disconnect();
    };
  }

  find(number: number | null): Recording | null {
    return this.list?.find((r) => r.number === number) ?? null;
  }

  retry(): void {
    this.#event('retry');
    if (this.#stream === null) {
      this.#connect();
    } else {
      this.#stream.retry();
      void this.#load();
    }
  }

  /** Names a recording and puts tags on it. */
  async rename(number: number, name: string | null, tags: readonly string[]): Promise<void> {
    const before = this.find(number);
    // A name that was only the file's is not made the recording's own.
    await change(number, name === (before?.name ?? null) ? { tags } : { name, tags });
    // The server makes of the tags what it will; its own tick of them may have come already.
    this.#tick({ changed: [await recording(number)], deleted: [] });
  }

  async remove(number: number): Promise<void> {
    await remove(number);
    this.#tick({ changed: [], deleted: [number] });
  }

  #connect(): void {
    void this.#load();
    this.#stream = openLive({
      opened: () => {
        const again = this.connection.state === 'lost' || this.connection.state === 'refused';
        this.#event('opened');
        // What changed while the stream was away is in no tick.
        if (again) void this.#load();
      },
      ticked: (tick) => this.#hear(tick),
      failed: () => this.#event('failed'),
      refused: () => this.#event('refused'),
    });
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#close = [];
    this.#stream?.close();
    this.#stream = null;
  }

  async #load(): Promise<void> {
    const meanwhile: LiveTick[] = [];
    this.#meanwhile = meanwhile;
    try {
      const read = await recordings();
      const list = meanwhile.reduce(applyTick, sorted(read));
      const now = new Set(list.map((r) => r.number));
      const gone = (this.list ?? []).map((r) => r.number).filter((n) => !now.has(n));
      this.deleted = new Set([...this.deleted, ...gone]);
      this.list = list;
      this.failure = null;
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      this.failure = cause;
      if (cause.kind === 'refused') this.#event('refused');
    } finally {
      if (this.#meanwhile === meanwhile) this.#meanwhile = null;
    }
  }

  /** Takes a tick at once when it comes alone, and many as one. */
  #hear(tick: LiveTick): void {
    this.#close.push(tick);
    const pause = this.#taken + this.#pace - performance.now();
    if (pause <= 0) this.#take();
    else this.#timer ??= setTimeout(() => this.#take(), pause);
  }

  #take(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#taken = performance.now();
    const ticks = this.#close;
    this.#close = [];
    const before = framesOf(this.list);
    for (const tick of ticks) this.#tick(tick);
    this.#pace = framesOf(this.list) - before > MANY ? SLOW : PACE;
  }

  #tick(tick: LiveTick): void {
    if (tick.deleted.length > 0) this.deleted = new Set([...this.deleted, ...tick.deleted]);
    this.#meanwhile?.push(tick);
    // Before the list has been read a tick knows only part of it.
    if (this.list !== null) this.list = applyTick(this.list, tick);
  }

  #event(event: ConnectionEvent): void {
    this.connection = nextConnection(this.connection, event);
  }
}
