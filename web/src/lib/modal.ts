/** Opens a dialog while it is there; the element brings the focus trap, Escape, and the return of focus with it. */
export function modal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
