// The trace of the scrubber: above the zero line agent to client, below it client to agent.

import type { Density, Marks, TurnMark } from '../api/types.gen';
import { hatch } from '../lib/canvas';
import { duration } from '../lib/format';
import { height, mostOf, placeOf, ticks } from '../model/density';

export const INKS = [
  'fg',
  'fg-2',
  'fg-3',
  'line-strong',
  'client-fill',
  'agent-fill',
  'human-fill',
  'human-tint',
  'error',
  'warning',
  'side',
] as const;
export type Inks = Record<(typeof INKS)[number], string>;

const ZERO = 40;
const TOP = 20;
const BOTTOM = 49;
const PAD = 14;

export const xOf = (place: number, width: number): number => PAD + place * (width - 2 * PAD);
export const placeAt = (x: number, width: number): number =>
  Math.min(1, Math.max(0, (x - PAD) / Math.max(1, width - 2 * PAD)));

export interface Trace {
  density: Density;
  marks: Marks | null;
  width: number;
  inks: Inks;
  font: string;
}

export function draw(c: CanvasRenderingContext2D, trace: Trace): void {
  const { density, width, inks } = trace;
  const at = (t: number): number => xOf(placeOf(density, t), width);
  c.lineWidth = 1;
  replays(c, trace, at);
  waits(c, trace, at);
  turns(c, trace, at);
  compactions(c, trace, at);
  cuts(c, trace);
  c.strokeStyle = inks['line-strong'];
  line(c, xOf(0, width), ZERO - 0.5, xOf(1, width), ZERO - 0.5);
  bars(c, trace);
  labels(c, trace);
  marks(c, trace, at);
}

function line(c: CanvasRenderingContext2D, x: number, y: number, to: number, toY: number): void {
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(to, toY);
  c.stroke();
}

type At = (t: number) => number;

/** The human was asked. */
function waits(c: CanvasRenderingContext2D, { marks, inks }: Trace, at: At): void {
  const stripes = hatch(c, inks['human-fill']);
  for (const { from_t, to_t } of marks?.waits ?? []) {
    const from = at(from_t);
    const wide = Math.max(1, at(to_t ?? Infinity) - from);
    c.fillStyle = inks['human-tint'];
    c.fillRect(from, TOP - 2, wide, BOTTOM - TOP + 4);
    c.fillStyle = stripes;
    c.fillRect(from, BOTTOM - 1, wide, 3);
  }
}

/** What was said before is said again. */
function replays(c: CanvasRenderingContext2D, { marks, inks }: Trace, at: At): void {
  const stripes = hatch(c, inks['line-strong']);
  for (const { from_t, to_t } of marks?.replays ?? []) {
    const from = at(from_t);
    c.fillStyle = stripes;
    c.fillRect(from, TOP - 2, Math.max(2, at(to_t ?? Infinity) - from), BOTTOM - TOP + 4);
  }
}

/** History was put together: a broken line through everything, with a knot. */
function compactions(c: CanvasRenderingContext2D, { marks, inks }: Trace, at: At): void {
  c.strokeStyle = inks['fg-2'];
  c.fillStyle = inks['fg-2'];
  for (const { t } of marks?.compactions ?? []) {
    const x = Math.round(at(t)) + 0.5;
    c.setLineDash([2, 2]);
    line(c, x, TOP - 2, x, BOTTOM + 2);
    c.setLineDash([]);
    c.fillRect(x - 2.5, BOTTOM, 5, 3);
  }
}

function turns(c: CanvasRenderingContext2D, { marks, inks, font }: Trace, at: At): void {
  c.font = `12px ${font}`;
  let free = -Infinity;
  for (const turn of marks?.turns ?? []) {
    const from = Math.round(at(turn.from_t)) + 0.5;
    const to = Math.round(at(turn.to_t ?? Infinity)) + 0.5;
    c.strokeStyle = inks['fg-2'];
    line(c, from, 17.5, Math.max(to, from + 1), 17.5);
    c.strokeStyle = inks['line-strong'];
    line(c, from, 15, from, BOTTOM + 1);
    if (turn.to_t !== null) line(c, to, 15, to, BOTTOM + 1);
    if (from <= free) continue;
    const words = wordsOf(turn);
    c.fillStyle = inks.fg;
    c.fillText(words, from + 1, 12);
    free = from + c.measureText(words).width + 10;
  }
}

const wordsOf = ({ number, count }: TurnMark): string =>
  count === 1 ? `Turn ${number}` : `Turns ${number}–${number + count - 1}`;

/** Where time was cut: two slashes, and how long it was. */
function cuts(c: CanvasRenderingContext2D, { density, width, inks, font }: Trace): void {
  c.strokeStyle = inks['fg-3'];
  c.fillStyle = inks['fg-3'];
  c.font = `11px ${font}`;
  c.textAlign = 'center';
  let free = -Infinity;
  density.stretches.forEach((s, i) => {
    const next = density.stretches[i + 1];
    if (next === undefined) return;
    const x = xOf((s.to_x + next.from_x) / 2, width);
    line(c, x - 4, ZERO + 4, x, ZERO - 5);
    line(c, x, ZERO + 4, x + 4, ZERO - 5);
    const words = duration(next.from_t - s.to_t);
    const half = c.measureText(words).width / 2;
    if (x - half > free) {
      c.fillText(words, Math.max(x, half + 2), 61);
      free = x + half + 6;
    }
  });
  c.textAlign = 'left';
}

function bars(c: CanvasRenderingContext2D, { density, width, inks }: Trace): void {
  const each = (width - 2 * PAD) / density.buckets;
  const wide = Math.max(1.5, Math.min(3, each));
  const up = mostOf(density.busy, 'a2c');
  const down = mostOf(density.busy, 'c2a');
  for (const bucket of density.busy) {
    const x = xOf((bucket.index + 0.5) / density.buckets, width) - wide / 2;
    const above = height(bucket.a2c, up) * 18;
    const below = height(bucket.c2a, down) * 8;
    c.fillStyle = inks['agent-fill'];
    c.fillRect(x, ZERO - 1 - above, wide, above);
    c.fillStyle = inks['client-fill'];
    c.fillRect(x, ZERO, wide, below);
  }
}

/** Times where no cut has its length. */
function labels(c: CanvasRenderingContext2D, { density, width, inks, font }: Trace): void {
  c.fillStyle = inks['fg-3'];
  c.font = `11px ${font}`;
  const taken = density.stretches.slice(1).map((s, i) => {
    const before = density.stretches[i]?.to_x ?? 0;
    return xOf((before + s.from_x) / 2, width);
  });
  for (const { t, x } of ticks(density, 64 / Math.max(1, width - 2 * PAD))) {
    const at = xOf(x, width);
    if (taken.some((cut) => Math.abs(cut - at) < 40)) continue;
    const words = clockWords(t);
    const half = c.measureText(words).width / 2;
    c.fillText(words, Math.min(Math.max(2, at - (x === 0 ? 0 : half)), width - 2 * half - 2), 61);
  }
}

const pad = (n: number): string => String(n).padStart(2, '0');

/** `0:05`, `1:02:03`; tenths where they matter. */
function clockWords(t: number): string {
  const whole = Math.floor(t + 1e-6);
  const tenths = Math.round((t - whole) * 10);
  const h = Math.floor(whole / 3600);
  const m = Math.floor(whole / 60) % 60;
  const tail = `${pad(whole % 60)}${tenths > 0 ? `.${tenths}` : ''}`;
  return h > 0 ? `${h}:${pad(m)}:${tail}` : `${m}:${tail}`;
}

/** Findings: octagons for errors, triangles for warnings. Where they crowd, the gravest stands for all. */
function marks(
  c: CanvasRenderingContext2D,
  { density, inks }: Trace,
  at: (t: number) => number,
): void {
  const cells = new Map<number, { x: number; severity: 'error' | 'warning' }>();
  for (const { severity, t } of density.found) {
    if (severity === 'info') continue;
    const x = at(t);
    const cell = Math.floor(x / 12);
    const held = cells.get(cell);
    if (held === undefined || (held.severity === 'warning' && severity === 'error')) {
      cells.set(cell, { x, severity });
    }
  }
  for (const { x, severity } of cells.values()) {
    const path = new Path2D(
      severity === 'error'
        ? 'M3.8 .5h4.400l3.300 3.300v4.400l-3.300 3.300H3.800L.5 8.200V3.800z'
        : 'M6 1l5.500 10H.5z',
    );
    c.save();
    c.translate(x - 6, TOP + 1);
    c.fillStyle = inks[severity];
    c.strokeStyle = inks.side;
    c.stroke(path);
    c.fill(path);
    if (severity === 'error') {
      c.lineWidth = 1.4;
      c.stroke(new Path2D('M4.200 4.200l3.600 3.600M7.800 4.200l-3.600 3.600'));
    }
    c.restore();
  }
}
