// Which key does what in the list of frames.

/** Where the reader is in the list. */
export interface Place {
  selected: number | null;
  total: number;
  /** First frame that is wholly in sight. */
  top: number;
  /** Rows to a page. */
  page: number;
}

/** To the frame that is selected next. */
export type Move = (place: Place) => number;

const within = (n: number, total: number): number => Math.min(Math.max(1, n), total);

const by =
  (rows: (page: number) => number): Move =>
  ({ selected, total, top, page }) =>
    within(selected === null ? top : selected + rows(page), total);

const next = by(() => 1);
const previous = by(() => -1);
const first: Move = () => 1;
const last: Move = ({ total }) => total;

/** These work wherever the focus is. */
const ANYWHERE: Record<string, Move | 'follow' | 'pair'> = {
  j: next,
  k: previous,
  g: first,
  G: last,
  '[': 'pair',
  ']': 'pair',
  e: 'follow',
};

/** These belong to the list, since other regions scroll by them too. */
const IN_LIST: Record<string, Move | 'open'> = {
  ArrowDown: next,
  ArrowUp: previous,
  ' ': by((page) => page),
  PageDown: by((page) => page),
  PageUp: by((page) => -page),
  Home: first,
  End: last,
  Enter: 'open',
};

export const moveOf = (key: string, inList: boolean): Move | 'follow' | 'pair' | 'open' | null =>
  ANYWHERE[key] ?? (inList ? (IN_LIST[key] ?? null) : null);
