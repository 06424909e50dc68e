// The address bar as a value: reads it, writes it, follows back and forward.

import { formatRoute, HOME, parseRoute, type Route } from '../model/route';

/** Browsers refuse a page that rewrites its address too often, and a held key does just that. */
const SETTLE = 150;

export class Navigation {
  route: Route = $state.raw(HOME);
  /** The address leads nowhere. */
  lost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#read();
  }

  /** Listens to back and forward; returns how to stop. */
  listen(): () => void {
    const read = (): void => this.#read();
    window.addEventListener('popstate', read);
    return () => {
      window.removeEventListener('popstate', read);
      this.#settle();
    };
  }

  /** Goes somewhere, out of a search too; back returns. */
  go(change: Partial<Route>): void {
    this.#settle();
    const before = formatRoute(this.route);
    this.#take({ ...this.route, search: null, ...change });
    const after = formatRoute(this.route);
    if (after !== before) history.pushState(null, '', after);
  }

  /** Says the same more exactly, at once and without a trace. */
  replace(change: Partial<Route>): void {
    this.#take({ ...this.route, ...change });
    clearTimeout(this.#timer);
    this.#write();
  }

  /** Moves on the spot: the address changes, back does not retrace it. */
  step(change: Partial<Route>): void {
    this.#take({ ...this.route, search: null, ...change });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), SETTLE);
  }

  #take(route: Route): void {
    this.route = route;
    this.lost = false;
  }

  #settle(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#write();
  }

  #write(): void {
    this.#timer = undefined;
    history.replaceState(null, '', formatRoute(this.route));
  }

  #read(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const route = parseRoute(location.pathname, location.search);
    this.lost = route === null;
    this.route = route ?? HOME;
  }
}
