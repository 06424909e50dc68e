// The page's running state: one of it, handed down by context.

import { createContext } from 'svelte';
import type { Chosen } from '../api/share';
import type { Finding, Recording } from '../api/types.gen';
import { nearestFinding } from '../model/findings';
import { following, moved, resume, type Follow } from '../model/follow';
import { newest } from '../model/recordings';
import { Imports } from './imports.svelte';
import { itemKey } from '../model/sessions';
import { HOME, type Tab, type View } from '../model/route';
import { Bookmarks } from './bookmarks.svelte';
import { FilterBox } from './filter.svelte';
import { FindingStore } from './finding_store.svelte';
import { FrameStore } from './frame_store.svelte';
import { Judgement } from './judgement.svelte';
import { Library } from './library.svelte';
import { Navigation } from './navigation.svelte';
import { RowStore } from './row_store.svelte';
import { Timeline } from './timeline.svelte';

/** On a narrow page the regions at the sides cover the middle, one at a time. */
export type Drawer = 'rail' | 'inspector' | null;
/** What is asked about a recording in a dialog. */
export type Asked = 'edit' | 'delete' | 'export';

export class Page {
  readonly navigation = new Navigation();
  readonly library = new Library();
  readonly judgement = new Judgement();
  frames: FrameStore | null = $state.raw(null);
  /** What the Frames view lists: frames that pass the filter, pieces of one text folded. */
  rows: RowStore | null = $state.raw(null);
  bookmarks: Bookmarks | null = $state.raw(null);
  readonly filter = new FilterBox((filter) => this.#filtered(filter));
  findings: FindingStore | null = $state.raw(null);
  timeline: Timeline | null = $state.raw(null);
  /** The finding that the reader has asked for: another object each time, so that asking twice counts. */
  chosen: Finding | null = $state.raw(null);
  /** What came of a key that led nowhere. */
  said = $state('');
  /** What the search looked for that led here: set off in the frame as a filter's words are. */
  sought: readonly string[] = $state.raw([]);
  follow: Follow = $state.raw(following);
  drawer: Drawer = $state(null);
  /** The dialog about a recording that is open. */
  asked: { what: Asked; recording: Recording; chosen?: Chosen } | null = $state.raw(null);
  readonly imports = new Imports((number) => void this.#arrived(number));

  /** Texts to be set off in frames. */
  readonly needles: readonly string[] = $derived.by(() =>
    this.filter.searched.length > 0 ? this.filter.searched : this.sought,
  );

  /** The recording in view: the one in the address, or the newest. */
  readonly number: number | null = $derived.by(() => {
    const { route, lost } = this.navigation;
    if (lost) return null;
    return route.recording ?? newest(this.library.list ?? [])?.number ?? null;
  });
  readonly recording: Recording | null = $derived(this.library.find(this.number));
  readonly selected: number | null = $derived(this.navigation.route.frame);
  /** The frame as of which everything is shown; null for the present. */
  readonly at: number | null = $derived(this.navigation.route.at);

  /** Starts the stream and the history; returns how to stop. */
  start(): () => void {
    const stops = [this.navigation.listen(), this.library.start()];
    return () => stops.forEach((stop) => stop());
  }

  open(recording: number): void {
    this.drawer = null;
    const { view, tab } = this.navigation.route;
    this.navigation.go({ ...HOME, recording, view, tab });
  }

  /** Searches all recordings, or leaves the search. */
  search(text: string | null): void {
    this.navigation.go({ search: text });
  }

  show(view: View): void {
    this.navigation.go({ recording: this.number, view });
  }

  /** Lists the frames that pass a filter. */
  filterBy(filter: string): void {
    this.navigation.go({ recording: this.number, view: 'frames', filter });
  }

  /** Selects a frame as the reader steps through the list. */
  step(frame: number): void {
    this.navigation.step({ recording: this.number, frame });
    this.#selected(frame);
  }

  /** Selects a frame far off, or opens one: back returns from it. */
  jump(frame: number): void {
    this.navigation.go({ recording: this.number, frame, view: 'frames' });
    this.#selected(frame);
  }

  /** Selects an item of the timeline: by steps, or from far off. */
  pick(session: string, item: number, how: 'go' | 'step' = 'step'): void {
    const change = {
      recording: this.number,
      view: 'timeline',
      session,
      item,
      frame: null,
    } as const;
    if (how === 'step') this.navigation.step(change);
    else this.navigation.go(change);
    this.chosen = null;
    this.said = '';
  }

  /** Shows another session's timeline. */
  enter(session: string): void {
    this.navigation.go({
      recording: this.number,
      view: 'timeline',
      session,
      item: null,
      frame: null,
    });
  }

  /** Shows everything as of a frame; the last frame of all is the present. */
  seek(at: number | null): void {
    const total = Math.max(this.frames?.total ?? 0, this.recording?.frames ?? 0);
    const now = at === null || at >= total ? null : Math.max(1, Math.round(at));
    this.navigation.step({ recording: this.number, at: now });
    if (now !== null) this.follow = moved(this.follow, false, total);
  }

  /** From a frame to the item that it made, and from an item to its first frame. */
  async cross(): Promise<void> {
    const { view, item, frame } = this.navigation.route;
    if (view === 'timeline' && item !== null) {
      const first = this.timeline?.items?.get(item)?.first_frame;
      if (first !== undefined) this.jump(first);
    } else if (view === 'timeline' && frame !== null) this.jump(frame);
    else if (frame !== null) await this.toTimeline(frame);
  }

  /** Opens the item that a frame belongs to. */
  async toTimeline(frame: number): Promise<void> {
    const places = (await this.timeline?.placesOf(frame)) ?? null;
    const first = places?.items[0];
    if (first !== undefined) this.pick(first.session ?? '', first.index, 'go');
    else this.said = places?.plumbing ?? 'This frame has no place in the timeline';
  }

  /** Opens the frame of a finding, and in it the value at fault. */
  choose(finding: Finding, how: 'go' | 'step' = 'go'): void {
    const { view } = this.navigation.route;
    const change = {
      recording: this.number,
      frame: finding.frame,
      view: view === 'stderr' ? 'frames' : view,
      tab: 'json',
    } as const;
    if (how === 'step' && change.view === view) this.navigation.step(change);
    else this.navigation.go(change);
    this.#selected(finding.frame);
    this.chosen = { ...finding };
  }

  /** To the nearest frame with a finding. */
  async nextFinding(direction: 1 | -1): Promise<void> {
    const store = this.findings;
    if (store === null || this.recording === null) return;
    const list = await store.read();
    if (store !== this.findings) return;
    const next = nearestFinding(list, this.selected, direction);
    if (next !== null) this.choose(next, 'step');
    else if (store.failure) this.said = store.failure.message;
    else if (list.length > 0) this.said = `No finding ${direction === 1 ? 'after' : 'before'} this`;
    else this.said = this.recording?.found ? 'No findings' : 'Not judged yet';
  }

  deselect(): void {
    this.sought = [];
    const { view, frame } = this.navigation.route;
    // A frame that was opened out of an item leads back to the item.
    const item = view === 'timeline' && frame !== null ? {} : { item: null };
    this.navigation.go({ recording: this.number, frame: null, ...item });
  }

  tab(tab: Tab): void {
    this.navigation.step({ recording: this.number, tab });
  }

  /** The reader has moved the list. */
  scrolled(atEnd: boolean): void {
    this.follow = moved(this.follow, atEnd, this.frames?.total ?? 0);
  }

  toggleFollow(): void {
    const total = this.frames?.total ?? 0;
    if (this.at !== null) {
      this.seek(null);
      if (this.recording?.phase === 'live') this.follow = resume(this.follow);
    } else this.follow = this.follow.on ? moved(this.follow, false, total) : resume(this.follow);
  }

  /** Opens the rows of the recording in view. Called when its filter changes, too. */
  list(filter: string, open: boolean): () => void {
    const { recording } = this;
    const total = Math.max(recording?.frames ?? 0, this.frames?.total ?? 0);
    const rows = recording === null ? null : new RowStore(recording.number, filter, !open, total);
    this.rows = rows;
    return () => rows?.close();
  }

  /** Marks a frame, or takes its mark away. */
  async mark(frame: number): Promise<void> {
    const marked = await this.bookmarks?.toggle(frame);
    if (this.bookmarks?.failure) this.said = this.bookmarks.failure.message;
    else this.said = marked === true ? `Frame ${frame} is marked` : `Frame ${frame} is not marked`;
    this.rows?.refresh();
  }

  /** Marks the selected item or frame, or takes the mark away. */
  async markSelected(): Promise<void> {
    const { view, item } = this.navigation.route;
    if (this.selected !== null) return this.mark(this.selected);
    const held = view === 'timeline' && item !== null ? this.timeline?.items?.get(item) : undefined;
    if (held === undefined || item === null) return;
    const key = itemKey(this.timeline?.session?.id ?? null, item);
    const marked = await this.bookmarks?.toggle(held.first_frame, key);
    if (this.bookmarks?.failure) this.said = this.bookmarks.failure.message;
    else this.said = marked === true ? `Item ${item} is marked` : `Item ${item} is not marked`;
  }

  /** Asks in which form the recording, or some frames of it, is to be exported. */
  askExport(chosen: Chosen = { frames: '', filter: '' }): void {
    if (this.recording) this.asked = { what: 'export', recording: this.recording, chosen };
  }

  /** Pieces of one text: one row, or a row each. */
  toggleRuns(): void {
    this.navigation.step({ recording: this.number, open: !this.navigation.route.open });
  }

  /** Opens the frames of the recording in view. Called when its number changes. */
  load(recording: Recording | null): () => void {
    const store = recording === null ? null : new FrameStore(recording.number, recording.frames);
    this.frames = store;
    const findings = recording === null ? null : new FindingStore(recording.number);
    this.findings = findings;
    const timeline = recording === null ? null : new Timeline(recording.number);
    this.timeline = timeline;
    const bookmarks = recording === null ? null : new Bookmarks(recording.number);
    this.bookmarks = bookmarks;
    this.chosen = null;
    const live = recording?.phase === 'live' && this.selected === null && this.at === null;
    this.follow = live ? following : { on: false, seen: store?.total ?? 0 };
    return () => {
      store?.close();
      findings?.close();
      timeline?.close();
      bookmarks?.close();
    };
  }

  /** There are other findings now than those that were read. */
  judged(): void {
    this.frames?.refresh();
    this.rows?.refresh();
    this.findings?.outdate();
  }

  /** A file has become a recording: it is opened. */
  async #arrived(number: number): Promise<void> {
    for (let i = 0; i < 50 && this.library.find(number) === null; i += 1) {
      await new Promise((done) => setTimeout(done, 40));
    }
    this.navigation.go({ ...HOME, recording: number });
  }

  #filtered(filter: string): void {
    if (filter === this.navigation.route.filter) return;
    this.navigation.step({ recording: this.number, view: 'frames', filter });
  }

  #selected(frame: number): void {
    this.chosen = null;
    this.said = '';
    const total = this.frames?.total ?? 0;
    if (frame < total) this.follow = moved(this.follow, false, total);
  }
}

export const [usePage, providePage] = createContext<Page>();
