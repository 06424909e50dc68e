// Tells keys apart. Which key does what is the business of those who ask.

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** A key without a modifier that belongs to the browser or the system; Shift is part of the key. */
export const plainKey = (e: KeyPress): string | null =>
  e.ctrlKey || e.metaKey || e.altKey ? null : e.key;

/** Whether keys belong to the element under the caret: a text field, an editor, an open choice. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input, textarea, select') || target.isContentEditable;
}
