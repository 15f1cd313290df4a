import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { expect, firstVisit, hold, hydrated, specifiedPaths, test, twoFrames } from './fixtures.ts';

/**
 * Words, the first screen's picture, the islands' code where the form is near, then the other pictures: on the
 * specification's four pages, as another need not have any of these.
 */

test.use(firstVisit);

const islandFiles = /\/_astro\/(hydrate-islands|react)\.[^/]*\.js$/;

function recordRequests(page: Page) {
  const pictures: string[] = [];
  const islands: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (request.resourceType() === 'image' && url.includes('/art/')) pictures.push(url);
    if (islandFiles.test(url)) islands.push(url);
  });
  return { pictures, islands };
}

/** As if the five seconds were never over, after which the pictures come in any case: a busy machine is through with them. */
const stopFiveSeconds = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout.bind(window) as (act: TimerHandler, ms?: number) => number;
    Object.assign(window, {
      setTimeout: (act: TimerHandler, ms?: number) => (ms === 5_000 ? 0 : start(act, ms)),
    });
  });

/** The document is laid out and painted, and its own script has run. */
async function painted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.readyState)).not.toBe('loading');
  await twoFrames(page);
}

for (const path of specifiedPaths) {
  const isAtForm = path === pages.contact.path;
  const order = [
    "the first screen's picture",
    ...(isAtForm ? ["the islands' code"] : []),
    'the other pictures',
  ];
  test(`of ${path} this comes in order: ${order.join(', ')}`, async ({ page }) => {
    const asked = recordRequests(page);
    await stopFiveSeconds(page);
    const sendPicture = await hold(page, /\/art\//);
    const sendIslands = await hold(page, islandFiles);
    await page.goto(path, { waitUntil: 'commit' });
    await painted(page);
    await expect.poll(() => asked.pictures).toHaveLength(1);
    const [first] = asked.pictures;
    expect(asked.islands, 'asked for while the first picture is on its way').toEqual([]);
    sendPicture();
    if (isAtForm) {
      await expect.poll(() => asked.islands.length).toBeGreaterThan(0);
      // By then a picture that did not wait would have been asked for.
      await page.evaluate(async () => {
        for (let turn = 0; turn < 5; turn += 1)
          await (await fetch(location.pathname, { cache: 'no-store' })).text();
      });
      await twoFrames(page);
      expect(asked.pictures, 'asked for before the islands have arrived').toEqual([first]);
      sendIslands();
    }
    await expect.poll(() => asked.pictures.length).toBeGreaterThan(1);
    const firstScreen = page.locator('img[fetchpriority=high]');
    expect(await firstScreen.evaluate((img: HTMLImageElement) => img.currentSrc)).toBe(first);
    if (!isAtForm) expect(asked.islands, 'asked for where nobody is near the form').toEqual([]);
  });
}

test("the islands' code comes when the form is a window's height away", async ({ page }) => {
  const asked = recordRequests(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const leaveWindowsToForm = async (windows: number) => {
    await page.evaluate((away) => {
      const form = document.querySelector('main form');
      if (form) scrollBy(0, form.getBoundingClientRect().top - (1 + away) * innerHeight);
    }, windows);
    await twoFrames(page);
  };
  await leaveWindowsToForm(1.1);
  expect(asked.islands).toEqual([]);
  await leaveWindowsToForm(0.9);
  await expect.poll(() => asked.islands.length).toBeGreaterThan(0);
});

test("with Save-Data the islands' code comes when the form is touched", async ({ page }) => {
  const asked = recordRequests(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto(pages.contact.path, { waitUntil: 'networkidle' });
  await expect(page.locator('.pictures-wait'), 'what follows the first screen has run').toHaveCount(0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await twoFrames(page);
  expect(asked.islands).toEqual([]);
  await page.locator('main form input[name=name]').focus();
  await expect.poll(() => asked.islands.length).toBeGreaterThan(0);
  await hydrated(page);
});

test('with Save-Data the form of the kind that was chosen before a reload comes when it is near', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  await page.goto('/');
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('setFormType', { detail: 'venue' })));
  await expect(page.locator('main [name=venueName]')).toBeAttached();
  await page.reload();
  await expect(page.locator('main [name=venueName]')).not.toBeAttached();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator('main [name=venueName]')).toBeAttached();
});

for (const [what, files] of [
  ['the first script', /\/_astro\/start\./],
  ["the islands' code", islandFiles],
] as const) {
  test.describe(`when ${what} fails`, () => {
    test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

    test('the other pictures come', async ({ page }) => {
      const asked = recordRequests(page);
      await page.route(files, (route) => route.abort());
      await page.goto('/');
      await expect.poll(() => asked.pictures.length).toBeGreaterThan(1);
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('no picture waits', async ({ page }) => {
    const asked = recordRequests(page);
    await page.goto('/');
    await expect.poll(() => asked.pictures.length).toBeGreaterThan(1);
  });
});
