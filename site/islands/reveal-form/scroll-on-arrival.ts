import { anchors, hashScrollDelayMs, waitlistPath } from '#contract/pages.ts';
import { revealForm } from '#site/islands/reveal-form/reveal-form.ts';

/** Events of a reader who goes elsewhere. */
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls a page that was opened at its waitlist form there once more, 500 ms after the load, when fonts and
 * pictures no longer move it, and moves the focus. For a first arrival: a reload, the way back and whoever has
 * begun to read elsewhere stay where they are.
 */
export function scrollOnArrival(): void {
  const path = location.pathname.replace(/(.)\/$/, '$1');
  if (location.hash !== `#${anchors.waitlistForm}` || !Object.values<string>(waitlistPath).includes(path))
    return;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (visit?.type === 'reload' || visit?.type === 'back_forward') return;
  if (isElsewhere()) return;

  const arrival = new AbortController();
  const { signal } = arrival;
  let timer: number | undefined;
  const wait = () => {
    const sinceLoadMs = visit?.loadEventStart ? performance.now() - visit.loadEventStart : 0;
    timer = window.setTimeout(() => {
      arrival.abort();
      revealForm(anchors.waitlistForm);
    }, hashScrollDelayMs - sinceLoadMs);
  };
  const cancel = () => {
    arrival.abort();
    clearTimeout(timer);
  };
  for (const event of readerEvents) addEventListener(event, cancel, { passive: true, signal });
  // The scripts may come before the page has loaded, or after it: the time counts from the load.
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { signal });
}

/**
 * The reader was elsewhere before this script came: neither at the top nor where the browser scrolled to, or with the
 * focus elsewhere.
 */
function isElsewhere(): boolean {
  const place = document.getElementById(anchors.waitlistForm);
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && !place?.contains(activeElement)) return true;
  return scrollY > 0 && Math.abs(place?.getBoundingClientRect().top ?? 0) > innerHeight / 2;
}
