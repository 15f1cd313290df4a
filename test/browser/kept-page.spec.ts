import type { Page } from '@playwright/test';
import { expect, open, test } from './fixtures.ts';

/** The tests of a worker share a page: what one does to it must not reach the next. */

// In order, on one page.
test.describe.configure({ mode: 'default' });

const seen = { requests: 0, pages: 0 };

const stateOf = (page: Page) =>
  page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    name: window.name,
    isMarked: 'marked' in window,
    history: history.length,
    isOnline: navigator.onLine,
    width: innerWidth,
    media: [
      'print',
      '(prefers-color-scheme: dark)',
      '(forced-colors: active)',
      '(prefers-contrast: more)',
    ].filter((query) => matchMedia(query).matches),
    hovered: document.querySelectorAll('a:hover, button:hover').length,
  }));

let before: Awaited<ReturnType<typeof stateOf>>;

test('a page has what it has', async ({ page }) => {
  await open(page, '/contact');
  before = await stateOf(page);
});

test.describe('offline', () => {
  // What a page was still loading when the test took it offline.
  test.use({ expectedConsole: { anyOf: [/ERR_INTERNET_DISCONNECTED/] } });

  test('a test changes whatever it can, also on another site', async ({ page, context, testSite }) => {
    page.on('request', () => seen.requests++);
    context.on('page', () => seen.pages++);
    await page.addInitScript(() => Object.assign(window, { marked: true }));
    await page.route('**/manifest.webmanifest', (route) => route.fulfill({ body: 'routed' }));
    await context.addCookies([{ name: 'left', value: 'behind', url: testSite.url }]);
    for (const url of [testSite.allowedOriginUrl, `${testSite.url}/contact`, `${testSite.url}/venues`]) {
      await page.goto(url);
      await page.evaluate(async () => {
        localStorage.setItem('left', 'behind');
        sessionStorage.setItem('left', 'behind');
        window.name = 'left behind';
        await caches.open('left-behind');
        await new Promise((resolve) => {
          indexedDB.open('left-behind').onsuccess = resolve;
        });
      });
    }
    await page.evaluate(() => void window.open('/contact'));
    await expect.poll(() => context.pages().length).toBe(2);
    await page.emulateMedia({
      media: 'print',
      colorScheme: 'dark',
      contrast: 'more',
      forcedColors: 'active',
    });
    await page.setViewportSize({ width: 500, height: 500 });
    await page.locator('header a').first().hover({ force: true });
    await context.setOffline(true);
    expect(await stateOf(page)).not.toEqual(before);
  });
});

test('the next one finds nothing of it', async ({ page, context, testSite }) => {
  expect(context.pages()).toEqual([page]);
  expect(await context.cookies()).toEqual([]);
  seen.requests = 0;
  seen.pages = 0;
  await open(page, '/contact');
  expect(await stateOf(page)).toEqual(before);
  expect(await page.evaluate(async () => (await fetch('/manifest.webmanifest')).text())).not.toBe('routed');
  await page.goto(testSite.allowedOriginUrl);
  expect(await stateOf(page)).toMatchObject({ cookies: '', local: 0, session: 0, databases: 0, caches: 0 });
  await page.evaluate(() => void window.open('/'));
  await expect.poll(() => context.pages().length).toBe(2);
  expect(seen).toEqual({ requests: 0, pages: 0 });
});

test('what nobody can take back is refused', async ({ page, context }) => {
  for (const refused of [
    () => page.clock.install(),
    () => page.exposeFunction('left', () => 'behind'),
    () => page.setExtraHTTPHeaders({ left: 'behind' }),
    () => page.keyboard.down('Shift'),
    () => context.addInitScript('left = "behind"'),
    () => context.grantPermissions(['geolocation']),
  ])
    expect(refused).toThrow('firstVisit');
});
