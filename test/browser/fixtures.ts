import { expect, type Locator, type Page } from '@playwright/test';
import { navigationPages, pages } from '#contract/pages.ts';
import { type FormRow, fill, success, type Typed } from './forms.ts';
import {
  firstVisit,
  hydrated,
  missing,
  open,
  test as pageTest,
  twoFrames,
  withMotion,
} from './page-fixtures.ts';
import { startTestSite, type TestSite } from './test-site.ts';

export { expect, firstVisit, hydrated, missing, open, twoFrames, withMotion };

interface WorkerFixtures {
  testSite: TestSite;
}

export const test = pageTest.extend<object, WorkerFixtures>({
  testSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from the pattern
    async ({}, use) => {
      const testSite = await startTestSite();
      await use(testSite);
      const violations = [...testSite.slack.violations];
      await testSite.close();
      expect(violations, 'Slack would have taken every message').toEqual([]);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  site: [({ testSite }, use) => use(testSite), { scope: 'worker' }],
});

/** Every page but the 404 page. */
export const paths = Object.values(pages).map(({ path }) => path);

/**
 * The four pages of the specification. Another page needs no share picture of its own, no picture, no form and nothing
 * below its first screen.
 */
export const specifiedPaths = navigationPages.map((name) => pages[name].path);

/** Every page, the 404 page included: tests that go over all pages follow a new one by themselves. */
export const everyPath = [...paths, missing];

/** Opens the page of a form and fills it in, with these changes. */
export async function openFilled(
  page: Page,
  { path, form: formOf, person }: { path: string; form(page: Page): Locator; person(): Typed },
  changes: Record<string, string> = {},
): Promise<{ form: Locator; typed: Typed }> {
  await open(page, path);
  const form = formOf(page);
  const typed = { ...person(), ...changes };
  await fill(form, typed);
  return { form, typed };
}

/** The browser itself has posted the form and has come back to its page, which says the outcome. */
export async function expectSentByBrowser(
  page: Page,
  { path, kind }: { path: string; kind: FormRow['kind'] },
): Promise<void> {
  await expect(outcome(page, kind)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`:\\d+${path}$`));
  await expect(outcome(page, kind)).toBeVisible();
}

/** The words of a success, wherever they are shown. */
export const outcome = (page: Page, kind: FormRow['kind']): Locator =>
  page.getByText(success[kind][1]).filter({ visible: true });

/** Holds the requests that match until the returned function is called. */
export async function hold(page: Page, files: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Records every scroll that the page requests, and each setFormType, with the time since navigation began. */
export async function recordScrolls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scrolls: Scroll[] = [];
    Object.assign(window, { scrolls });
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function (options) {
      const behavior = typeof options === 'object' ? options.behavior : undefined;
      scrolls.push({ atMs: performance.now(), target: `#${this.id}`, behavior });
      scrollIntoView.call(this, options);
    };
    const scrollTo = window.scrollTo.bind(window) as (options?: ScrollToOptions) => void;
    Object.assign(window, {
      scrollTo: (options?: ScrollToOptions) => {
        scrolls.push({
          atMs: performance.now(),
          target: 'window',
          behavior: options?.behavior,
          top: options?.top,
        });
        scrollTo(options);
      },
    });
    window.addEventListener('setFormType', (event) => {
      const isCustom = event instanceof CustomEvent;
      scrolls.push({ atMs: performance.now(), target: 'event', detail: isCustom ? event.detail : undefined });
    });
    window.addEventListener('load', () => scrolls.push({ atMs: performance.now(), target: 'load' }));
  });
}

export interface Scroll {
  atMs: number;
  /** `#id` of an element, `window`, or what else happened: `event`, `load`. */
  target: string;
  behavior?: string | undefined;
  top?: number | undefined;
  detail?: unknown;
}

export const scrollsOf = (page: Page): Promise<Scroll[]> =>
  page.evaluate(() => (window as unknown as { scrolls: Scroll[] }).scrolls);

/**
 * Notes a second after this event, as a scroll to `a second later`. Of the timers of a page the one that is due first
 * fires first, however late it is on a busy machine: what comes before this note was not set for later.
 */
export async function noteSecondAfter(page: Page, event: 'load' | 'setFormType'): Promise<void> {
  await page.addInitScript((name) => {
    const note = () => {
      const { scrolls } = window as unknown as { scrolls: Scroll[] };
      scrolls.push({ atMs: performance.now(), target: 'a second later' });
    };
    addEventListener(name, () => setTimeout(note, 1_000));
  }, event);
}

/** What was noted up to the note of `noteSecondAfter`. */
export async function scrolledWithinSecond(page: Page): Promise<string[]> {
  await scrollTo(page, 'a second later');
  const targets = (await scrollsOf(page)).map(({ target }) => target);
  return targets.slice(0, targets.indexOf('a second later'));
}

/** Waits for the scroll of this target and answers it. */
export async function scrollTo(page: Page, target: string): Promise<Scroll> {
  await expect.poll(async () => (await scrollsOf(page)).map((scroll) => scroll.target)).toContain(target);
  const found = (await scrollsOf(page)).find((scroll) => scroll.target === target);
  if (!found) throw new Error(`The page did not scroll to ${target}.`);
  return found;
}

/** Waits until the scroll under way has ended. */
export async function scrollEnded(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = -1;
        let still = 0;
        const look = () => {
          still = window.scrollY === last ? still + 1 : 0;
          last = window.scrollY;
          if (still > 10) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

export const bar = (page: Page): Locator => page.locator('header').first();

/** Fails when the element's top stays under the fixed bar. */
export async function expectBelowBar(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    const [barBox, box] = await Promise.all([bar(page).boundingBox(), element.boundingBox()]);
    if (!barBox || !box) throw new Error('The bar or the element is not shown.');
    expect(box.y).toBeGreaterThanOrEqual(barBox.y + barBox.height - 1);
  }).toPass();
}

/** By how many px the page can be scrolled sideways; 0 or less: not at all. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
