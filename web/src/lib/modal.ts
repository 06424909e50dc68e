/** What had the focus before each dialog. A dialog that opens another goes away with what had it in between. */
const openers = new WeakMap<Element, Element>();

/**
 * Opens a dialog while it is there; the element brings the focus trap and Escape with it. The focus goes back to
 * where it was before, through dialogs that are gone, too: the element itself only knows the last one's field.
 */
export function modal(dialog: HTMLDialogElement): () => void {
  const had = document.activeElement;
  const between = had?.closest('dialog') ?? null;
  const opener = between === null ? had : openers.get(between);
  if (opener) openers.set(dialog, opener);
  dialog.showModal();
  return () => {
    dialog.close();
    const lost = document.activeElement === null || document.activeElement === document.body;
    if ((lost || dialog.contains(document.activeElement)) && opener instanceof HTMLElement)
      opener.focus({ preventScroll: true });
  };
}
