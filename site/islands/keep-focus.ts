/** An email field answers null: scripts may not read its selection. */
const isSelectable = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  'selectionStart' in element && element.selectionStart !== null;

/**
 * Remembers which element of an island has the focus. React renders an island again when something has changed its
 * markup before the scripts came: a password manager's icon, a grammar tool's element, a translation. An element that
 * was removed from the document keeps its selection.
 * @returns gives the focus and the selection to the one in its place; call it in the task in which the old one was
 * removed
 */
export function keepFocus(island: HTMLElement): () => void {
  let focused: Element | null = null;
  const noteFocus = () => {
    const { activeElement } = document;
    focused = island.contains(activeElement) ? activeElement : null;
  };
  noteFocus();
  island.addEventListener('focusin', noteFocus);
  // Later: a browser may say that an element which is being removed loses the focus.
  island.addEventListener('focusout', () => queueMicrotask(noteFocus));

  return () => {
    if (focused === null || focused.isConnected) return;
    const lost = focused;
    const alike = [...island.querySelectorAll<HTMLElement>(lost.localName)];
    const now = alike.find(({ id, className }) => (lost.id ? id === lost.id : className === lost.className));
    now?.focus({ preventScroll: true });
    if (!now || !isSelectable(lost) || !isSelectable(now)) return;
    const { selectionStart, selectionEnd, selectionDirection } = lost;
    now.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
  };
}
