import { outcomeAnchors } from '#contract/pages.ts';

const outcomes: readonly string[] = Object.values(outcomeAnchors);

let told: string | undefined;

const outcomeInAddress = () => outcomes.find((outcome) => location.hash === `#${outcome}`);

const clearAddress = () => history.replaceState(null, '', location.pathname + location.search);

/**
 * Takes the outcome of a form that the browser has posted by itself out of the address, so that it is told once. The
 * document's first script has taken out what was not the answer to a form.
 * @returns the outcome, an anchor
 */
export function tellOutcome(): string | undefined {
  told = outcomeInAddress();
  showOutcome();
  // Until then the browser scrolls to it.
  if (told) addEventListener('load', () => setTimeout(clearAddress));
  // Another outcome in the address of a page that is open is no answer to a form.
  addEventListener('hashchange', () => {
    if (!outcomeInAddress()) return;
    // The element stays the `:target` until the page goes to another one.
    location.replace('#');
    clearAddress();
  });
  return told;
}

/** The outcome stays where its element is another one, which is not the `:target`. */
export function showOutcome(): void {
  if (told) document.getElementById(told)?.removeAttribute('hidden');
}
