import type { Page } from '@playwright/test';
import { expect, firstVisit, hold, specifiedPaths, test, twoFrames } from './fixtures.ts';

/**
 * Words, the first screen's picture, the islands' code, then the other pictures: on the specification's four pages, as
 * another need not have any of these.
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

/** The document is laid out and painted, and its own script has run. */
async function painted(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.readyState)).not.toBe('loading');
  await twoFrames(page);
}

for (const path of specifiedPaths) {
  test(`of ${path} the first screen's picture comes first, then the islands' code, then the other pictures`, async ({
    page,
  }) => {
    const asked = recordRequests(page);
    const sendPicture = await hold(page, /\/art\//);
    const sendIslands = await hold(page, islandFiles);
    await page.goto(path, { waitUntil: 'commit' });
    await painted(page);
    await expect.poll(() => asked.pictures).toHaveLength(1);
    const [first] = asked.pictures;
    expect(asked.islands, 'asked for while the first picture is on its way').toEqual([]);
    sendPicture();
    await expect.poll(() => asked.islands.length).toBeGreaterThan(0);
    const firstScreen = page.locator('img[fetchpriority=high]');
    expect(await firstScreen.evaluate((img: HTMLImageElement) => img.currentSrc)).toBe(first);
    expect(asked.pictures, 'asked for before the islands have arrived').toEqual([first]);
    sendIslands();
    await expect.poll(() => asked.pictures.length).toBeGreaterThan(1);
  });
}

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
      await expect.poll(() => asked.pictures.length, { timeout: 10_000 }).toBeGreaterThan(1);
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
