import type { Page } from 'playwright-core';

/** The views as they are before a press: what is shown afterwards is something else. */
const views = '.subjects, .subjects-none, .person, .overview, .held';

/**
 * From the last press or key to the frame in which all of these elements are painted, in milliseconds by the
 * page's own clock. `.is-new` stands for "was not there before the press".
 *
 * @param first must be seen before them: where what was shown stays until the answer is there
 */
export async function timeToShow(
  page: Page,
  act: () => Promise<unknown>,
  selectors: readonly string[],
  first?: string,
): Promise<number> {
  await page.evaluate(arm, { views, selectors, first });
  await act();
  return page.evaluate(() => (globalThis as unknown as Armed).shownAfterMs);
}

/** From the beginning of the navigation, scripts and styles from the cache or not as the browser has them. */
export async function timeToOpen(page: Page, url: string, selectors: readonly string[]): Promise<number> {
  await page.goto('about:blank');
  await page.goto(url, { waitUntil: 'commit' });
  await page.evaluate(arm, { views: '', selectors, fromStart: true });
  return page.evaluate(() => (globalThis as unknown as Armed).shownAfterMs);
}

interface Armed {
  shownAfterMs: Promise<number>;
}

/** Runs in the page. */
function arm({
  views,
  selectors,
  first,
  fromStart = false,
}: {
  views: string;
  selectors: readonly string[];
  first?: string | undefined;
  fromStart?: boolean;
}) {
  if (views !== '') for (const old of document.querySelectorAll<HTMLElement>(views)) old.dataset['old'] = '';
  const wanted = selectors.map((selector) => selector.replaceAll('.is-new', ':not([data-old])'));
  (globalThis as unknown as Armed).shownAfterMs = new Promise((resolve, reject) => {
    let pressedAtMs = fromStart ? 0 : Number.NaN;
    const press = ({ timeStamp }: Event) => {
      pressedAtMs = timeStamp;
    };
    const events = fromStart ? [] : ['click', 'keydown', 'change'];
    for (const event of events) document.addEventListener(event, press, true);
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, press, true);
    };
    let isBegun = first === undefined;
    const look = () => {
      if (first !== undefined) isBegun ||= document.querySelector(first) !== null;
      if (!isBegun) return;
      if (Number.isNaN(pressedAtMs) || !wanted.every((selector) => document.querySelector(selector))) return;
      end();
      // Before the paint of this frame; the message is read after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - pressedAtMs);
        port2.postMessage(null);
      });
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      end();
      reject(new Error(`Not shown: ${wanted.find((selector) => !document.querySelector(selector))}`));
    }, 20_000);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    if (fromStart) look();
  });
}
