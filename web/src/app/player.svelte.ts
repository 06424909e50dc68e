// Moves the moment on by itself, at the pace of the recording; idle time is skipped as the scrubber cuts it.

import { columns, Failure } from '../api/client';
import type { Density } from '../api/types.gen';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

/** Frames whose times are read at once. */
const AHEAD = 4_000;

export class Player {
  playing = $state(false);
  speed: (typeof SPEEDS)[number] = $state(1);
  #times: { from: number; t: readonly number[] } = { from: 1, t: [] };
  #frame = 0;
  #t = 0;
  #before = 0;
  #request = 0;
  #reading = false;

  constructor(
    private readonly recording: number,
    /** Shows a moment; tells whether there is more to come. */
    private readonly show: (frame: number) => boolean,
    private readonly density: () => Density | null,
  ) {}

  faster(): void {
    const at = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[(at + 1) % SPEEDS.length] ?? 1;
  }

  /** Plays from a frame on. */
  play(frame: number, t: number): void {
    this.#frame = frame;
    this.#t = t;
    this.#times = { from: frame + 1, t: [] };
    this.#before = performance.now();
    this.playing = true;
    this.#request = requestAnimationFrame(this.#step);
  }

  stop(): void {
    this.playing = false;
    cancelAnimationFrame(this.#request);
  }

  #step = (now: number): void => {
    if (!this.playing) return;
    this.#t = this.#skipped(this.#t + ((now - this.#before) / 1000) * this.speed);
    this.#before = now;
    let frame = this.#frame;
    for (;;) {
      const next = this.#times.t[frame + 1 - this.#times.from];
      if (next === undefined || next > this.#t) break;
      frame += 1;
    }
    if (frame !== this.#frame) {
      this.#frame = frame;
      if (!this.show(frame)) return this.stop();
    }
    const held = this.#times.from + this.#times.t.length - 1;
    if (held - frame < AHEAD / 2) void this.#read(held + 1);
    this.#request = requestAnimationFrame(this.#step);
  };

  /** Where a cut begins, time goes on at its end. */
  #skipped(t: number): number {
    const density = this.density();
    if (density === null) return t;
    const at = density.stretches.findIndex((s) => t <= s.to_t);
    const stretch = density.stretches[at];
    return stretch !== undefined && t < stretch.from_t ? stretch.from_t : t;
  }

  async #read(from: number): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      const page = await columns(this.recording, from, from + AHEAD);
      const keep = Math.max(this.#times.from, this.#frame);
      const kept = this.#times.t.slice(keep - this.#times.from);
      this.#times =
        kept.length === 0 ? { from, t: page.t } : { from: keep, t: [...kept, ...page.t] };
    } catch (cause) {
      if (cause instanceof Failure) this.stop();
    } finally {
      this.#reading = false;
    }
  }
}
