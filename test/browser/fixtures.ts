import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type WebError,
} from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { lend } from './kept-page.ts';
import { startTestSite, type TestSite } from './test-site.ts';

export { expect };

interface TestFixtures {
  /** Console errors and warnings that this test causes; any other one fails it. */
  expectedConsole: { anyOf: readonly RegExp[] };
  /** Errors and warnings of the browser console, and uncaught errors. */
  consoleProblems: string[];
  /** A browser that has nothing of the site yet, instead of the page that the tests before have used. */
  isFirstVisit: boolean;
}

interface WorkerFixtures {
  testSite: TestSite;
  /** One for all tests of a worker whose subject is not a first visit. */
  keptPage: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
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
  baseURL: async ({ testSite }, use) => use(testSite.url),
  keptPage: [
    async ({ browser, testSite }, use) => {
      const context = await browser.newContext({ baseURL: testSite.url });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  isFirstVisit: [false, { option: true }],
  context: async ({ browser, keptPage, isFirstVisit, javaScriptEnabled }, use) => {
    if (!isFirstVisit && javaScriptEnabled !== false) return use(keptPage.context());
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context, keptPage, viewport, contextOptions: { reducedMotion = null } }, use) => {
    if (context === keptPage.context()) await lend(keptPage, { viewport, reducedMotion }, use);
    else await use(await context.newPage());
  },
  expectedConsole: [{ anyOf: [] }, { option: true }],
  consoleProblems: [
    async ({ context, expectedConsole, testSite }, use, testInfo) => {
      const problems: string[] = [];
      const addMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
      };
      const addError = (uncaught: WebError) => problems.push(`uncaught: ${uncaught.error()}`);
      context.on('console', addMessage).on('weberror', addError);
      const logStart = testSite.log().length;
      await use(problems);
      context.off('console', addMessage).off('weberror', addError);
      // Each worker has a test site of its own and runs one test at a time.
      await testInfo.attach('server log', {
        body: testSite.log().slice(logStart),
        contentType: 'text/plain',
      });
      const unexpected = problems.filter(
        (text) => !expectedConsole.anyOf.some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'unexpected console errors and warnings').toEqual([]);
    },
    { auto: true },
  ],
});

/** Every page but the 404 page. */
export const paths = Object.values(pages).map(({ path }) => path);

/** A path that is no page. */
export const missing = '/no-such-page';

/** Every page, the 404 page included: tests that go over all pages follow a new one by themselves. */
export const everyPath = [...paths, missing];

/** For `test.use`: with the page's motion, which most tests do without. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** For `test.use`: tests of how the site is loaded, and of what a browser has kept or lacks. */
export const firstVisit = { isFirstVisit: true } as const;

/** Opens a page and waits until every island handles what is done to it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-island]')].every((island) =>
      // React marks an element when it has taken it over.
      Object.keys(island.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
    ),
  );
  // Effects run after the frame in which the elements were taken over.
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
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

/** Waits for the scroll of this target and answers it. */
export async function scrollTo(page: Page, target: string): Promise<Scroll> {
  await expect.poll(async () => (await scrollsOf(page)).map((scroll) => scroll.target)).toContain(target);
  const found = (await scrollsOf(page)).find((scroll) => scroll.target === target);
  if (!found) throw new Error(`no scroll to ${target}`);
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

/** Fails when the element's top lies under the fixed bar. */
export async function expectBelowBar(page: Page, element: Locator): Promise<void> {
  const [barBox, box] = await Promise.all([bar(page).boundingBox(), element.boundingBox()]);
  if (!barBox || !box) throw new Error('the bar or the element is not shown');
  expect(box.y).toBeGreaterThanOrEqual(barBox.y + barBox.height - 1);
}

/** By how many px the page can be scrolled sideways; 0 or less: not at all. */
export const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
