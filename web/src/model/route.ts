// What the address bar says. Everything that a link should carry is here, nothing else is.

export const VIEWS = ['frames', 'findings', 'stderr'] as const;
export const TABS = ['json', 'raw', 'pair'] as const;
export type View = (typeof VIEWS)[number];
export type Tab = (typeof TABS)[number];

export interface Route {
  /** The open recording; null opens the newest. */
  recording: number | null;
  view: View;
  /** The selected frame. */
  frame: number | null;
  tab: Tab;
}

export const HOME: Route = { recording: null, view: 'frames', frame: null, tab: 'json' };

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
  const rest = { frame: positive(query.get('frame')), tab: isOneOf(TABS, tab) ? tab : HOME.tab };
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) return { ...HOME, ...rest };
  const [marker, number, view, ...more] = parts;
  const recording = positive(number ?? null);
  if (marker !== 'r' || recording === null || more.length > 0) return null;
  if (view === undefined) return { recording, view: HOME.view, ...rest };
  return isOneOf(VIEWS, view) ? { recording, view, ...rest } : null;
}

export function formatRoute(route: Route): string {
  if (route.recording === null) return '/';
  const query = new URLSearchParams();
  if (route.frame !== null) query.set('frame', String(route.frame));
  if (route.tab !== HOME.tab) query.set('tab', route.tab);
  const search = query.toString();
  return `/r/${route.recording}/${route.view}${search === '' ? '' : `?${search}`}`;
}
