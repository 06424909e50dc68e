// Draws a sequence diagram: the part of it that is in sight, whatever its length.

import { hatch } from '../../lib/canvas';
import { clock, stretch } from '../../lib/format';
import { KIND, type FrameColumns } from '../../model/columns';
import { ROW, type SequenceRows } from '../../model/sequence';
import { marks, worst } from './marks';
import { fitted, mark, stroke, write } from './strokes';

export const INKS = [
  'canvas',
  'selected',
  'fg',
  'fg-2',
  'fg-3',
  'line',
  'line-strong',
  'client',
  'client-fill',
  'agent',
  'agent-fill',
  'human',
  'human-fill',
  'tool-fill',
  'error',
  'warning',
  'playhead',
] as const;
export type Inks = Record<(typeof INKS)[number], string>;

export interface Lanes {
  client: number;
  agent: number;
  /** The lanes of other sessions, by their ids: as many as there is room for, those behind share the last. */
  children: ReadonlyMap<string, number>;
  /** Sessions that share the last lane with another. */
  sharing: number;
}

/** A stretch on a lane, in heights at a scale of 1. */
export interface Bar {
  from: number;
  to: number;
  column: number;
  kind: 'turn' | 'tool' | 'human' | 'client';
  words: string;
  more: string;
}

export interface Scene {
  columns: FrameColumns;
  rows: SequenceRows;
  lanes: Lanes;
  bars: readonly Bar[];
  /** Scrolled to, in pixels; how many pixels a height of 1 has. */
  top: number;
  scale: number;
  width: number;
  height: number;
  selected: number | null;
  paired: number | null;
  /** Frames after this one are not there yet. */
  at: number | null;
  severities: ReadonlyMap<number, 'error' | 'warning'>;
  detail: (frame: number) => string | null;
  inks: Inks;
  sans: string;
  mono: string;
}

export const TIME = 66;
/** Rows lower than this have no room for words. */
export const READABLE = 11;

/** What the arrows between client and agent need, and a lane beside the agent's. */
const ARROWS = 160;
const NARROWEST = 44;
/** The titles of tools stand between two lanes. */
const WIDEST = 144;

export function lanesOf(width: number, children: readonly string[]): Lanes {
  const client = Math.round(Math.max(TIME + 96, width * 0.25));
  const right = width - (children.length > 0 ? 48 : Math.max(110, width * 0.2));
  const room = Math.floor((right - client - ARROWS) / NARROWEST);
  const count = Math.min(children.length, Math.max(1, room));
  const step = Math.min(WIDEST, (right - client) / (count + 3));
  const agent = Math.round(Math.max(client + ARROWS, right - step * count));
  const lanes = children.map((id, i): [string, number] => {
    return [id, Math.round(agent + step * (Math.min(i, count - 1) + 1))];
  });
  return { client, agent, children: new Map(lanes), sharing: children.length - count };
}

export function draw(c: CanvasRenderingContext2D, scene: Scene): void {
  const { rows, top, scale, height, inks } = scene;
  const first = Math.max(0, rows.at(top / scale) - 1);
  const last = Math.min(rows.count - 1, rows.at((top + height) / scale) + 1);
  // Whole pixels: edges are sharp, and stay so when frames that come before move all by a fraction.
  const y = (h: number): number => Math.round(h * scale - top);
  highlight(c, scene, y);
  laneLines(c, scene);
  bars(c, scene, y);
  if (rows.count > 0) arrows(c, scene, y, first, last);
  if (scene.at !== null) later(c, scene, y);
  c.fillStyle = inks.line;
  c.fillRect(TIME + 0.5, 0, 0, height);
}

function highlight(c: CanvasRenderingContext2D, s: Scene, y: (h: number) => number): void {
  if (s.selected === null) return;
  const row = s.rows.of(s.selected);
  const middle = Math.round(y(s.rows.middle(row)));
  const half = Math.max(2, (ROW * s.scale) / 2);
  c.fillStyle = s.inks.selected;
  c.fillRect(0, middle - half, s.width, half * 2);
  c.fillStyle = s.inks.fg;
  c.fillRect(0, middle - half, 2, half * 2);
}

function laneLines(c: CanvasRenderingContext2D, { lanes, inks, height }: Scene): void {
  c.fillStyle = inks.line;
  for (const x of new Set([lanes.client, lanes.agent, ...lanes.children.values()])) {
    c.fillRect(x - 0.5, 0, 1, height);
  }
}

function bars(c: CanvasRenderingContext2D, s: Scene, y: (h: number) => number): void {
  const { lanes, inks } = s;
  const stripes = hatch(c, inks['human-fill']);
  const words = ROW * s.scale >= READABLE;
  for (const bar of s.bars) {
    const from = y(bar.from);
    const to = Math.max(from + 2, y(bar.to));
    if (to < 0 || from > s.height) continue;
    const seen = Math.max(from, 0);
    if (bar.kind === 'turn') {
      const x = TIME + 12 + bar.column * 7;
      c.strokeStyle = inks['fg-2'];
      c.lineWidth = 1;
      c.beginPath();
      c.moveTo(x + 5, from + 0.5);
      c.lineTo(x + 0.5, from + 0.5);
      c.lineTo(x + 0.5, to - 0.5);
      c.lineTo(x + 5, to - 0.5);
      c.stroke();
      if (to - seen > 16) {
        write(
          c,
          bar.words,
          x + 9,
          Math.min(seen + 10, to - 6),
          inks.fg,
          `12px ${s.sans}`,
          lanes.client - x - 24,
        );
        if (to - seen > 34) {
          write(
            c,
            bar.more,
            x + 9,
            seen + 26,
            inks['fg-2'],
            `12px ${s.sans}`,
            lanes.client - x - 24,
          );
        }
      }
      continue;
    }
    const onClient = bar.kind !== 'tool';
    const x = onClient ? lanes.client - 4 - bar.column * 9 : lanes.agent - 4 + bar.column * 9;
    c.fillStyle = inks.canvas;
    c.fillRect(x, from, 8, to - from);
    c.fillStyle =
      bar.kind === 'human' ? stripes : inks[bar.kind === 'tool' ? 'tool-fill' : 'client-fill'];
    c.fillRect(x, from, 8, to - from);
    if (!words || bar.words === '' || to - from < 10) continue;
    const at = Math.min(seen + 10, to - 4);
    if (bar.kind === 'human') {
      write(c, bar.words, x - 6, at, inks.human, `12px ${s.sans}`, x - TIME - 28, 'right');
    } else if (bar.kind === 'tool') {
      const next = Math.min(s.width, ...lanes.children.values());
      const room = next - lanes.agent - 30;
      write(c, bar.words, lanes.agent + 24, at, inks.fg, `12px ${s.sans}`, room);
      if (to - seen > 30)
        write(c, bar.more, lanes.agent + 24, at + 16, inks['fg-2'], `12px ${s.sans}`, room);
    }
  }
}

function arrows(
  c: CanvasRenderingContext2D,
  s: Scene,
  y: (h: number) => number,
  first: number,
  last: number,
): void {
  const { columns, rows, lanes, inks } = s;
  const high = ROW * s.scale;
  const words = high >= READABLE;
  const drawn = [-9, -9];
  let free = -99;
  for (let r = first; r <= last; r += 1) {
    const i = rows.first[r] ?? 0;
    const dir = columns.dir.at(i);
    const middle = Math.round(y(rows.middle(r))) + 0.5;
    // Many rows share a pixel when all is in sight; one of each direction says as much.
    if (!words && middle === drawn[dir]) {
      const both = drawn[0] === middle && drawn[1] === middle;
      if (both) r = Math.max(r, rows.at((middle + s.top) / s.scale) - 1);
      continue;
    }
    drawn[dir] = middle;
    const kind = columns.kind.at(i);
    const answer = kind === KIND.response || kind === KIND.error;
    const ink = inks[dir === 0 ? 'client-fill' : 'agent-fill'];
    const session = columns.session.at(i);
    const child = session < 0 ? undefined : lanes.children.get(columns.sessions[session] ?? '');
    const right = child ?? lanes.agent;
    const [from, to] = dir === 0 ? [lanes.client + 5, right - 5] : [right - 5, lanes.client + 5];
    c.strokeStyle = ink;
    c.fillStyle = ink;
    c.lineWidth = words ? 1.25 : 1;
    c.setLineDash(answer && words ? [4, 3] : []);
    stroke(c, from, middle, to, middle);
    c.setLineDash([]);
    const count = (rows.last[r] ?? i) - i + 1;
    if (count > 1 && words) {
      c.globalAlpha = 0.5;
      for (const by of [-3, 3]) stroke(c, lanes.client + 22, middle + by, right - 22, middle + by);
      c.globalAlpha = 1;
    }
    if (high >= 6) {
      const tip = dir === 0 ? -6 : 6;
      c.beginPath();
      c.moveTo(to + tip, middle - 3.5);
      c.lineTo(to, middle);
      c.lineTo(to + tip, middle + 3.5);
      c.stroke();
    }
    if (!words) continue;
    const severity = worst(s, columns.from + i, columns.from + (rows.last[r] ?? i));
    if (severity !== null) mark(c, severity, right + 12, middle, inks[severity], high);
    label(c, s, r, middle, right);
    if (middle - free >= 15) {
      write(
        c,
        clock(columns.t.at(i)),
        TIME - 6,
        middle,
        inks['fg-3'],
        `11px ${s.sans}`,
        TIME,
        'right',
      );
      free = middle;
    }
    const idle = rows.idle[r] ?? 0;
    if (idle > 0) breakLine(c, s, y((rows.y[r] ?? 0) + ROW / 2), idle);
  }
  if (!words) marks(c, s, y, first, last);
}

function label(c: CanvasRenderingContext2D, s: Scene, r: number, y: number, right: number): void {
  const { columns, rows, lanes, inks } = s;
  const i = rows.first[r] ?? 0;
  const kind = columns.kind.at(i);
  const answer = kind === KIND.response || kind === KIND.error;
  const count = (rows.last[r] ?? i) - i + 1;
  const method = columns.nameOf(columns.method.at(i));
  const name =
    columns.nameOf(columns.update.at(i)) ??
    (method === null ? (kind === KIND.batch ? 'batch' : 'not JSON-RPC') : method);
  const short = name.replace(/^session\/(?=request_permission)/, '');
  const words = `${answer ? 're ' : ''}${short}${count > 1 ? ` ×${count}` : ''}`;
  const detail = count > 1 ? null : s.detail(columns.from + i);
  c.font = `12px ${s.mono}`;
  const room = right - lanes.client - 72;
  const main = fitted(c, words, room);
  const mainWidth = c.measureText(main).width;
  c.font = `12px ${s.sans}`;
  const rest =
    detail === null || room - mainWidth < 40
      ? ''
      : fitted(c, detail, Math.min(room - mainWidth - 8, 220));
  const restWidth = rest === '' ? 0 : c.measureText(rest).width + 8;
  const x = (lanes.client + right - mainWidth - restWidth) / 2;
  const selected = s.selected !== null && rows.of(s.selected) === r;
  const paired = s.paired !== null && rows.of(s.paired) === r;
  c.fillStyle = selected ? inks.selected : inks.canvas;
  c.fillRect(x - 6, y - 8, mainWidth + restWidth + 12, 16);
  c.textBaseline = 'middle';
  c.textAlign = 'left';
  c.font = `${paired || selected ? '600 ' : ''}12px ${s.mono}`;
  c.fillStyle = kind === KIND.error ? inks.error : inks.fg;
  c.fillText(main, x, y);
  if (rest !== '') {
    c.font = `12px ${s.sans}`;
    c.fillStyle = inks['fg-2'];
    c.fillText(rest, x + mainWidth + 8, y);
  }
  if (kind === KIND.error) {
    c.strokeStyle = inks.error;
    stroke(c, x, y + 7.5, x + mainWidth, y + 7.5);
  }
}

/** Slashes across the lanes where time was cut. */
function breakLine(c: CanvasRenderingContext2D, s: Scene, y: number, idle: number): void {
  const { lanes, inks } = s;
  for (const x of [lanes.client, lanes.agent]) {
    c.fillStyle = inks.canvas;
    c.fillRect(x - 6, y - 3, 12, 6);
    c.strokeStyle = inks['fg-3'];
    c.lineWidth = 1;
    stroke(c, x - 6, y + 1, x + 6, y - 5);
    stroke(c, x - 6, y + 5, x + 6, y - 1);
  }
  c.textAlign = 'center';
  write(
    c,
    `${stretch(idle)} without a frame`,
    (lanes.client + lanes.agent) / 2,
    y,
    inks['fg-3'],
    `11px ${s.sans}`,
    200,
    'center',
  );
}

/** What came after the moment, veiled; and the moment itself. */
function later(c: CanvasRenderingContext2D, s: Scene, y: (h: number) => number): void {
  const index = s.columns.index(s.at ?? 0);
  if (index === null) return;
  const from = Math.round(y(s.rows.y[s.rows.of(index) + 1] ?? 0)) + 0.5;
  if (from > s.height) return;
  c.globalAlpha = 0.62;
  c.fillStyle = s.inks.canvas;
  c.fillRect(0, Math.max(0, from), s.width, s.height);
  c.globalAlpha = 1;
  c.strokeStyle = s.inks.playhead;
  c.lineWidth = 1.5;
  stroke(c, 0, from, s.width, from);
}
