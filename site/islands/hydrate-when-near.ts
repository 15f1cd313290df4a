import { formTypeEvent } from '#contract/pages.ts';
import { lastFormType } from '#site/islands/join-menu/form-type.ts';
import { chosenFormType } from '#site/islands/submission/draft.ts';

/** A window's height, for an `IntersectionObserver`: one swipe reaches what is that near. */
const nearMargin = '100% 0px';

/** Events of a person who is at a form. Each reaches the island's element. */
const touches = ['pointerover', 'touchstart', 'focusin'] as const;

/** Time in which a chosen kind of form is shown, or the page that has it is opened. */
const choiceTimeoutMs = 10_000;

/** React and the islands: most of all scripts, so who only reads does not fetch them. */
const loadIslands = () => import('#site/islands/hydrate-islands.ts');

/** The visitor's browser asks sites to send less (https://wicg.github.io/savedata/). TypeScript's types lack it. */
const savesData = (): boolean | undefined =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

/**
 * Fetches the code of the page's islands and hydrates them when a person touches its form, when the page-wide event
 * names a kind, or, once the first screen is complete, when the form is near; with Save-Data not for nearness, unless
 * a kind was chosen before the page was loaded again. Before that the form works as it was sent: the browser checks
 * and posts it.
 * @returns ends when the first screen is complete, and where the form is near then, when the code is there or has failed
 */
export async function hydrateWhenNear(): Promise<void> {
  const form = document.querySelector('[data-island$=Form]');
  if (!form) return firstScreenComplete();
  let hydration: Promise<unknown> | undefined;
  let isPosted: boolean | undefined;
  const hydrate = () => {
    hydration ??= loadIslands()
      // A form that the browser is posting is not hydrated: another press would send another submission.
      .then((islands) => isPosted || islands.hydrateIslands())
      .catch((error: unknown) => {
        console.error('The form works without scripts', error);
        hydration = undefined;
        leaveForChosen(form);
      });
    return hydration;
  };
  form.addEventListener('submit', () => {
    isPosted = true;
  });
  for (const touch of touches) form.addEventListener(touch, hydrate, { passive: true });
  addEventListener(formTypeEvent, () => {
    hydrate();
    setTimeout(leaveForChosen, choiceTimeoutMs, form);
  });
  if (form.contains(document.activeElement)) hydrate();

  await firstScreenComplete();
  // The element itself has no box.
  const [box] = form.children;
  if (!box || (savesData() && !chosenFormType())) return;
  await new Promise<unknown>((resolve) => {
    const noteNearness: IntersectionObserverCallback = ([entry]) =>
      resolve(entry?.isIntersecting && hydrate());
    new IntersectionObserver(noteNearness, { rootMargin: nearMargin }).observe(box);
  });
}

/** Opens the page that has the chosen kind of form, where this form has not become one of that kind. */
function leaveForChosen(form: Element): void {
  const link = form.querySelector<HTMLAnchorElement>(
    `[data-form-type="${lastFormType()}"]:not([aria-current])`,
  );
  if (link) location.assign(link.href);
}

/** Ends when the document, its styles and the first screen's picture are there, and the browser has nothing to do. */
async function firstScreenComplete(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  // Safari has no idle callbacks.
  await new Promise<unknown>((resolve) => (window.requestIdleCallback ?? window.setTimeout)(resolve));
}
