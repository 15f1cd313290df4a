import type { Page } from '@playwright/test';
import { everyPath, expect, hydrated, open, test } from './fixtures.ts';

test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/] } });

test.describe('nothing shifts', () => {
  const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

  /** From the first frame on; what a person's own press moves within half a second does not count. */
  async function recordShifts(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'text');
          shifts.push(`${entry.value.toFixed(5)} ${nodes.join(' | ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
  }

  async function scrollThrough(page: Page): Promise<void> {
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
        window.scrollTo({ top, behavior: 'instant' });
        await new Promise<void>((painted) =>
          requestAnimationFrame(() => requestAnimationFrame(() => painted())),
        );
      }
    });
  }

  test('the first screen is painted before the form’s sheet is there, and nothing moves when it comes', async ({
    page,
  }) => {
    await recordShifts(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/apply.*.css', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('footer')).toHaveCount(0);
    release();
    await page.locator('footer').waitFor();
    await hydrated(page);
    await scrollThrough(page);
    expect(await shifts(page)).toEqual([]);
  });

  for (const width of [390, 768, 1280, 1920]) {
    test.describe(`at ${width}`, () => {
      test.use({ viewport: { width, height: 844 } });

      test('when the fonts come after the first paint', async ({ page }) => {
        await recordShifts(page);
        let release = () => {};
        await page.route('**/*.woff2', async (route) => {
          await held;
          await route.continue();
        });
        let held = Promise.resolve();
        for (const path of everyPath) {
          held = new Promise<void>((resolve) => {
            release = resolve;
          });
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('footer').waitFor();
          await page.evaluate(
            () =>
              new Promise<void>((painted) =>
                requestAnimationFrame(() => requestAnimationFrame(() => painted())),
              ),
          );
          release();
          await page.evaluate(() => document.fonts.ready.then(() => {}));
          await hydrated(page);
          await scrollThrough(page);
          expect(await shifts(page), path).toEqual([]);
        }
      });

      test.describe('when they never come', () => {
        test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/, /ERR_FAILED/, /preload/] } });

        test('either', async ({ page }) => {
          await recordShifts(page);
          await page.route('**/*.woff2', (route) => route.abort());
          for (const path of everyPath) {
            await open(page, path);
            await scrollThrough(page);
            expect(await shifts(page), path).toEqual([]);
          }
        });
      });
    });
  }
});
