// Days as a person counts them, in the reader's own time zone.

export type Day = 'today' | 'yesterday' | 'earlier';

const midnight = (d: Date): number =>
  new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();

/** Whole days between two moments, by the calendar. Rounding takes care of clock changes. */
const daysBetween = (then: Date, now: Date): number =>
  Math.round((midnight(now) - midnight(then)) / 86_400_000);

export function dayOf(then: Date, now: Date): Day {
  const days = daysBetween(then, now);
  return days <= 0 ? 'today' : days === 1 ? 'yesterday' : 'earlier';
}

const pad = (n: number): string => String(n).padStart(2, '0');
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** As short as it can be told: `21:20`, `Sat`, `3 Mar`, `3 Mar 2024`. */
export function shortDate(then: Date, now: Date): string {
  const days = daysBetween(then, now);
  if (days <= 1) return `${pad(then.getHours())}:${pad(then.getMinutes())}`;
  if (days < 7) return WEEKDAYS[then.getDay()] ?? '';
  const day = `${then.getDate()} ${MONTHS[then.getMonth()]}`;
  return then.getFullYear() === now.getFullYear() ? day : `${day} ${then.getFullYear()}`;
}

export const longDate = (d: Date): string =>
  `${WEEKDAYS[d.getDay()]} ${d.getDate()} ${MONTHS[d.getMonth()]} ${d.getFullYear()}, ` +
  `${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`;
