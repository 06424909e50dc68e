// What the address bar says. Everything that a link should carry is here, nothing else is.

export const VIEWS = ['timeline', 'frames', 'sequence', 'findings', 'state', 'stderr'] as const;
export const TABS = ['explain', 'json', 'raw', 'pair'] as const;
export type View = (typeof VIEWS)[number];
export type Tab = (typeof TABS)[number];

export interface Route {
  /** The open recording; null opens the newest. */
  recording: number | null;
  view: View;
  /** The selected frame. */
  frame: number | null;
  tab: Tab;
  /** The session of the timeline; empty for the connection's own, null for whichever is worth most. */
  session: string | null;
  /** The selected item of that session. */
  item: number | null;
  /** The moment: everything is shown as of this frame. Null for the present. */
  at: number | null;
  /** Which frames are shown; empty for all. */
  filter: string;
  /** Whether pieces of one text are a row each. */
  open: boolean;
  /** What all recordings are searched for, in place of the view; null when the view is shown. */
  search: string | null;
}

export const HOME: Route = {
  recording: null,
  view: 'timeline',
  frame: null,
  tab: 'json',
  session: null,
  item: null,
  at: null,
  filter: '',
  open: false,
  search: null,
};

const isOneOf = <T extends string>(values: readonly T[], value: string | null): value is T =>
  value !== null && (values as readonly string[]).includes(value);

function positive(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,14}$/.test(text)) return null;
  return Number(text);
}

/** Reads an address. An address that makes no sense gives null, so that the page can say so. */
export function parseRoute(path: string, search: string): Route | null {
  const query = new URLSearchParams(search);
  const tab = query.get('tab');
  const item = query.get('item');
  const rest = {
    frame: positive(query.get('frame')),
    tab: isOneOf(TABS, tab) ? tab : HOME.tab,
    session: query.get('session'),
    // Items are counted from 0.
    item: item === '0' ? 0 : positive(item),
    at: positive(query.get('at')),
    filter: query.get('filter') ?? '',
    open: query.get('runs') === 'open',
    search: query.get('search'),
  };
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { ...HOME, ...rest };
  const [marker, number, view, ...more] = parts;
  const recording = positive(number ?? null);
  if (marker !== 'r' || recording === null || more.length > 0) return null;
  if (view === undefined) return { recording, view: HOME.view, ...rest };
  return isOneOf(VIEWS, view) ? { recording, view, ...rest } : null;
}

export function formatRoute(route: Route): string {
  if (route.recording === null) {
    return route.search === null ? '/' : `/?${new URLSearchParams({ search: route.search })}`;
  }
  const query = new URLSearchParams();
  if (route.frame !== null) query.set('frame', String(route.frame));
  if (route.tab !== HOME.tab) query.set('tab', route.tab);
  if (route.session !== null) query.set('session', route.session);
  if (route.item !== null) query.set('item', String(route.item));
  if (route.at !== null) query.set('at', String(route.at));
  if (route.filter !== '') query.set('filter', route.filter);
  if (route.open) query.set('runs', 'open');
  if (route.search !== null) query.set('search', route.search);
  const search = query.toString();
  return `/r/${route.recording}/${route.view}${search === '' ? '' : `?${search}`}`;
}
