// Reads JSON that somebody else wrote: whatever it holds, the answer is of the type that is asked for.

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Text for a person, whatever the type: a string as it is, all else as JSON. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** JSON over several lines, for what has no look of its own. */
export function prettyValue(value: unknown, limit = 20_000): string {
  let text: string;
  try {
    text = JSON.stringify(value, null, 2) ?? '';
  } catch {
    // Too deep for the browser.
    return '…';
  }
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
