import type { Page } from '@playwright/test';
import { expect, firstVisit, paths, test } from './fixtures.ts';

/** Words, the first screen's picture, the scripts, then the other pictures. */

test.use(firstVisit);

const scriptFiles = '**/_astro/*.js';

function recordPictures(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/art/')) asked.push(request.url());
  });
  return asked;
}

/** The document is laid out and painted. */
async function painted(page: Page): Promise<void> {
  await expect(page.locator('footer')).toBeAttached();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

for (const path of paths) {
  test(`of ${path} the first screen's picture is asked for at once, the others when the scripts have arrived`, async ({
    page,
  }) => {
    const asked = recordPictures(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(scriptFiles, async (route) => {
      await released;
      await route.fallback();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await painted(page);
    const first = await page
      .locator('img[fetchpriority=high]')
      .evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(asked).toEqual([first]);
    release();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
  });
}

test.describe('when a script fails', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

  test('the pictures come', async ({ page }) => {
    const asked = recordPictures(page);
    await page.route(scriptFiles, (route) => route.abort());
    await page.goto('/');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
});

test('the pictures come after five seconds when a script neither arrives nor fails', async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  const asked = recordPictures(page);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  await page.route(scriptFiles, () => ended);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('footer')).toBeAttached();
  await page.clock.runFor(4_900);
  expect(await page.locator('html').getAttribute('class')).toContain('scripts-first');
  await page.clock.runFor(200);
  await expect(page.locator('html')).not.toHaveClass(/scripts-first/);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  end();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('no picture waits', async ({ page }) => {
    const asked = recordPictures(page);
    await page.goto('/');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });
});
