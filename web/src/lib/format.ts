// Numbers as a reader wants them. No locale: figures must line up and be the same for everyone who
// looks at the same recording.

/** `804 B`, `3.4 kB`, `12 MB`. Decimal units, two figures that matter. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = n / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Thousands apart, with a thin space that does not break. */
export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/** For narrow places: `118`, `4.2k`, `1.0M`. */
export function compact(n: number): string {
  if (n < 1000) return String(n);
  const [value, unit] = n < 999_500 ? [n / 1000, 'k'] : [n / 1_000_000, 'M'];
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
}

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** A moment in a recording: `0:42.674`, `1:02:03.004`. */
export function clock(seconds: number): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const h = Math.floor(ms / 3_600_000);
  const m = Math.floor(ms / 60_000) % 60;
  const tail = `${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}`;
  return h > 0 ? `${h}:${pad(m, 2)}:${tail}` : `${m}:${tail}`;
}

/** A stretch of time between two frames: `3.59 s`, `170 ms`, `0.2 ms`, `4m 10s`. */
export function stretch(seconds: number): string {
  const ms = seconds * 1000;
  if (ms <= 0) return '0 ms';
  if (ms < 0.1) return '<0.1 ms';
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (seconds < 99.995) return `${seconds.toFixed(2)} s`;
  return duration(seconds);
}

/** How long a recording took: `17 s`, `1m 12s`, `2h 05m`. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)}m ${pad(s % 60, 2)}s`;
  const m = Math.round(seconds / 60);
  return `${Math.floor(m / 60)}h ${pad(m % 60, 2)}m`;
}

/** What was written as a part of a line, as a sentence. Names keep their first letter: `stopReason`. */
export const sentence = (text: string): string =>
  visible(text).replace(
    /^[a-z]+(?=[\s,:;]|$)/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  ) + (/[.?!…]$/.test(text) ? '' : '.');

/** The last part of a path, of either kind of system. */
export const basename = (path: string): string => {
  const parts = path.split(/[/\\]/).filter((part) => part !== '');
  return parts[parts.length - 1] ?? path;
};

/** Without characters that turn the rest of a line around, or that cannot be seen. */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, '\ufffd');

/** A name that somebody else chose, for a line of our own. */
export const harmless = (text: string, most = 200): string => visible(clipped(text, most));

/** The start of a text that may be as long as its sender liked: nobody reads a title of a megabyte. */
export const clipped = (text: string, most = 300): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
