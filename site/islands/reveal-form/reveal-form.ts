/** How a page should scroll for this visitor. */
export const scrollBehavior = (win: Window = window): ScrollBehavior =>
  win.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

/** Moves the focus to the heading in the element with this id, without a jump. */
export function focusForm(id: string, win: Window = window): void {
  const form = win.document.getElementById(id);
  const target = form?.querySelector<HTMLElement>('h1, h2, h3') ?? form;
  if (!target) return;
  target.tabIndex = -1;
  // Focusing would jump there at once and cut a smooth scroll short.
  target.focus({ preventScroll: true });
}

/**
 * Scrolls to the element with this id and moves the focus to its heading, so that a screen reader
 * and the Tab key go on from where the eye went. Does nothing when there is no such element.
 */
export function revealForm(id: string, win: Window = window): void {
  win.document.getElementById(id)?.scrollIntoView({ behavior: scrollBehavior(win), block: 'start' });
  focusForm(id, win);
}
