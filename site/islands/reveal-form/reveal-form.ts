import { anchors } from '#contract/pages.ts';
import { isPlainClick } from '#site/islands/is-plain-click.ts';

/** Whether a page scrolls smoothly or at once for this visitor. */
export const scrollBehavior = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';

/** The first field; after a success, the way back to it. */
const firstControl = '.success button, .field input';

/**
 * Moves the focus to the first field of the form in the element with this id, without a jump. Where the window
 * is too small to show that field, the element itself takes the focus: what is focused must be in view.
 * @param restsAt the scroll position at which the page is about to come to rest, in CSS pixels; without it,
 * the element's top stands below the bar
 */
export function focusForm(id: string, restsAt?: number): void {
  const place = document.getElementById(id);
  const { activeElement } = document;
  // Focus that is already in the form is not moved.
  if (!place || (activeElement !== place && place.contains(activeElement))) return;
  const control = place.querySelector<HTMLElement>(firstControl);
  const { top, bottom } = (control?.closest('.field') ?? control ?? place).getBoundingClientRect();
  const barHeight = document.querySelector('header')?.offsetHeight ?? 0;
  const scrollDistance = (restsAt ?? place.getBoundingClientRect().top + scrollY - barHeight) - scrollY;
  const isInView = top - scrollDistance >= barHeight && bottom - scrollDistance <= innerHeight;
  // Focusing would jump there at once and cut a smooth scroll short.
  (isInView && control ? control : place).focus({ preventScroll: true });
}

/**
 * Scrolls to the element with this id and moves the focus to its form, so that a screen reader and the
 * keyboard go on from what is now in view. Does nothing when there is no such element.
 */
export function revealForm(id: string): void {
  focusForm(id);
  document.getElementById(id)?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
}

/** Takes over the page's own links to a form, which work without it, so that the focus follows the scroll. */
export function followFormLinks(): void {
  document.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    const id = Object.values(anchors).find(
      (anchor) => event.target instanceof Element && event.target.closest(`a[href="#${anchor}"]`),
    );
    if (id === undefined || event.defaultPrevented) return;
    event.preventDefault();
    revealForm(id);
  });
}
