// The page's running state: one of it, handed down by context.

import { createContext } from 'svelte';
import type { Recording } from '../api/types.gen';
import { following, moved, resume, type Follow } from '../model/follow';
import { newest } from '../model/recordings';
import type { Tab, View } from '../model/route';
import { FrameStore } from './frame_store.svelte';
import { Library } from './library.svelte';
import { Navigation } from './navigation.svelte';

/** On a narrow page the regions at the sides cover the middle, one at a time. */
export type Drawer = 'rail' | 'inspector' | null;

export class Page {
  readonly navigation = new Navigation();
  readonly library = new Library();
  frames: FrameStore | null = $state.raw(null);
  follow: Follow = $state.raw(following);
  drawer: Drawer = $state(null);

  /** The recording in view: the one in the address, or the newest. */
  readonly number: number | null = $derived.by(() => {
    const { route, lost } = this.navigation;
    if (lost) return null;
    return route.recording ?? newest(this.library.list ?? [])?.number ?? null;
  });
  readonly recording: Recording | null = $derived(this.library.find(this.number));
  readonly selected: number | null = $derived(this.navigation.route.frame);

  /** Starts the stream and the history; returns how to stop. */
  start(): () => void {
    const stops = [this.navigation.listen(), this.library.start()];
    return () => stops.forEach((stop) => stop());
  }

  open(recording: number): void {
    this.drawer = null;
    const { view, tab } = this.navigation.route;
    this.navigation.go({ recording, view, tab, frame: null });
  }

  show(view: View): void {
    this.navigation.go({ recording: this.number, view });
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

  deselect(): void {
    this.navigation.go({ recording: this.number, frame: null });
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
    this.follow = this.follow.on ? moved(this.follow, false, total) : resume(this.follow);
  }

  /** Opens the frames of the recording in view. Called when its number changes. */
  load(recording: Recording | null): () => void {
    const store = recording === null ? null : new FrameStore(recording.number, recording.frames);
    this.frames = store;
    const live = recording?.phase === 'live' && this.selected === null;
    this.follow = live ? following : { on: false, seen: store?.total ?? 0 };
    return () => store?.close();
  }

  #selected(frame: number): void {
    const total = this.frames?.total ?? 0;
    if (frame < total) this.follow = moved(this.follow, false, total);
  }
}

export const [usePage, providePage] = createContext<Page>();
