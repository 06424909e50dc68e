// The filter box: what is typed, what is wrong with it, what may be typed next.

import { checkFilter } from '../api/client';
import type { FilterCompletions, FilterFault } from '../api/types.gen';

/** A typist's pause. */
const PAUSE = 60;

export class FilterBox {
  text = $state('');
  fault: FilterFault | null = $state.raw(null);
  completions: FilterCompletions | null = $state.raw(null);
  /** Texts that the filter in force looks for. */
  searched: readonly string[] = $state.raw([]);
  #controller: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The reader is in the box: what may be typed next is of use. */
  #inside = false;

  constructor(
    /** Puts a filter in force. */
    readonly apply: (filter: string) => void,
  ) {}

  /** A filter that comes from elsewhere: the address, a button. */
  set(text: string, recording: number | null): void {
    if (text === this.text && this.fault === null) {
      if (text !== '') this.#ask(text, null, recording);
      else this.searched = [];
      return;
    }
    this.text = text;
    this.completions = null;
    this.#ask(text, null, recording);
  }

  /** Something was typed. */
  typed(text: string, cursor: number | null, recording: number | null): void {
    this.text = text;
    this.#inside = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(text, cursor, recording), PAUSE);
  }

  /** Takes the part at fault out for what was probably meant. */
  mend(recording: number | null): void {
    const { fault } = this;
    if (fault?.suggestion == null) return;
    const { text } = this;
    const mended = text.slice(0, fault.from) + fault.suggestion + text.slice(fault.to);
    this.text = mended;
    this.#ask(mended, null, recording);
  }

  /** The reader has left the box, or waves the completions away; those that are asked for come too late. */
  close(): void {
    this.#inside = false;
    this.completions = null;
  }

  /** The reader goes elsewhere: what is still asked for must not bring them back. */
  leave(): void {
    this.close();
    clearTimeout(this.#timer);
    this.#controller?.abort();
  }

  #ask(text: string, cursor: number | null, recording: number | null): void {
    clearTimeout(this.#timer);
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    checkFilter(text, cursor, recording, controller.signal).then(
      (check) => {
        if (this.text !== text) return;
        this.fault = check.fault;
        this.completions = cursor === null || !this.#inside ? null : check.completions;
        if (check.fault === null) {
          this.searched = check.searched;
          this.apply(text.trim());
        }
      },
      () => undefined,
    );
  }
}
