import {
  type BrowserContext,
  test as base,
  type CDPSession,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test';
import { isHydrated } from './is-hydrated.ts';

interface TestFixtures {
  /** Console errors and warnings that this test causes; any other one fails it. */
  expectedConsole: { anyOf: readonly RegExp[] };
  /** Errors and warnings of the browser console, and uncaught errors; without those of the path that is no page. */
  consoleProblems: string[];
  /** A browser that has nothing of the site yet, instead of the one that the tests before have used. */
  isFirstVisit: boolean;
}

interface WorkerFixtures {
  /** What is served to the tests of a worker, one after the other. */
  site: { url: string; log(): string };
  /**
   * One for all tests of a worker whose subject is not a first visit: what it has loaded it need not load, compile and
   * decode again, which is a quarter of a test's processor time.
   */
  keptContext: { context: BrowserContext; devtools: CDPSession };
}

/** A path that is no page, which the console says. */
export const missing = '/no-such-page';

/** Pages of a site that a worker serves: the public one, or the console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    () => {
      throw new Error('Each kind of site defines the fixture `site`.');
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  keptContext: [
    async ({ browser, site }, use) => {
      // Not as the test wants it that comes first.
      const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: true });
      refuseWhatLasts(context);
      // The context's process lives as long as this page.
      const devtools = await context.newCDPSession(await context.newPage());
      await use({ context, devtools });
      await context.close();
    },
    { scope: 'worker' },
  ],
  isFirstVisit: [false, { option: true }],
  context: async ({ browser, site, keptContext, isFirstVisit, javaScriptEnabled }, use) => {
    if (isFirstVisit || javaScriptEnabled === false) {
      const context = await browser.newContext();
      await use(context);
      return context.close();
    }
    const { context, devtools } = keptContext;
    await use(context);
    const [, ...used] = context.pages();
    for (const page of used) await page.close();
    await context.setOffline(false);
    await context.clearCookies();
    const { origin } = new URL(site.url);
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  },
  page: async ({ context, viewport, contextOptions }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia(contextOptions);
    await use(page);
  },
  expectedConsole: [{ anyOf: [] }, { option: true }],
  consoleProblems: [
    async ({ context, expectedConsole, site }, use, testInfo) => {
      const problems: string[] = [];
      const addMessage = (message: ConsoleMessage) => {
        const text = message.text();
        const isOfMissingPage =
          /status of 404|^404 Error/.test(text) && `${text} ${message.location().url}`.includes(missing);
        if (/^(error|warning)$/.test(message.type()) && !isOfMissingPage) problems.push(text);
      };
      const addError = (uncaught: WebError) => problems.push(`uncaught: ${uncaught.error()}`);
      context.on('console', addMessage).on('weberror', addError);
      const logStart = site.log().length;
      await use(problems);
      context.off('console', addMessage).off('weberror', addError);
      // Each worker has a site of its own and runs one test at a time.
      await testInfo.attach('server log', {
        body: site.log().slice(logStart),
        contentType: 'text/plain',
      });
      expectOnly(problems, expectedConsole);
    },
    { auto: true },
  ],
});

export function expectOnly(problems: readonly string[], { anyOf }: TestFixtures['expectedConsole']): void {
  const unexpected = problems.filter((text) => !anyOf.some((pattern) => pattern.test(text)));
  expect(unexpected, 'unexpected console errors and warnings').toEqual([]);
}

/** Page, cookies, storage and connection end with a test; what is named here would stay for the next one. */
function refuseWhatLasts(context: BrowserContext): void {
  const lasting = [
    [context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'route']],
    [context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']],
  ] as const;
  for (const [object, members] of lasting) {
    for (const member of members)
      Object.assign(object, {
        [member]() {
          throw new Error(`The next test would find what ${member} does here: test.use(firstVisit).`);
        },
      });
  }
}

/** For `test.use`: with the page's motion, which most tests do without. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** For `test.use`: tests of how the site is loaded, of what a browser has kept, or with a clock of their own. */
export const firstVisit = { isFirstVisit: true } as const;

/**
 * Opens a page and waits until its fonts are there and every script handles what is done to it, as it does when a
 * person is near the form.
 */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  // Effects run after the frame in which the elements were taken over.
  await twoFrames(page);
}

/** Waits until what is there now has been painted, and what follows from it has run. */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
