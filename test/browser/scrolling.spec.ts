import type { Page } from '@playwright/test';
import {
  expect,
  expectBelowBar,
  hydrated,
  noteSecondAfter,
  open,
  recordScrolls,
  scrollEnded,
  scrolledWithinSecond,
  scrollsOf,
  scrollTo,
  test,
  withMotion,
} from './fixtures.ts';

test.describe('section 2 and 9, the scroll to a form', () => {
  test.use(withMotion);

  for (const path of ['/creators', '/venues'] as const) {
    test(`${path}#waitlist-form scrolls to the form 500 ms after load, and the focus follows`, async ({
      page,
    }) => {
      await recordScrolls(page);
      await noteSecondAfter(page, 'load');
      await open(page, `${path}#waitlist-form`);
      const scroll = await scrollTo(page, '#waitlist-form');
      const loadedAtMs = await page.evaluate(
        () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart,
      );
      expect(scroll.behavior).toBe('smooth');
      // The time of a timer is cut to whole milliseconds.
      expect(scroll.atMs - loadedAtMs).toBeGreaterThanOrEqual(498);
      expect(await scrolledWithinSecond(page)).toContain('#waitlist-form');
      await scrollEnded(page);
      expect((await scrollsOf(page)).filter(({ target }) => target === '#waitlist-form')).toHaveLength(1);
      const heading = page.locator('#waitlist-form').getByRole('heading').first();
      await expectBelowBar(page, heading);
      await expect(page.locator('#waitlist-form :focus, #waitlist-form:focus')).toHaveCount(1);
    });
  }

  const path = '/creators';

  test(`${path} without the hash stays at the top`, async ({ page }) => {
    await recordScrolls(page);
    await open(page, path);
    // Longer than the scroll would be awaited.
    await page.evaluate(() => new Promise((later) => setTimeout(later, 700)));
    expect((await scrollsOf(page)).map(({ target }) => target)).toEqual(['load']);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  for (const [what, act] of [
    // A browser that does not paint loses real wheels.
    ['a wheel', (page: Page) => page.evaluate(() => dispatchEvent(new Event('wheel')))],
    ['a key', (page: Page) => page.keyboard.press('Home')],
    ['a touch', (page: Page) => page.evaluate(() => dispatchEvent(new Event('touchstart')))],
  ] as const) {
    test(`${path}#waitlist-form leaves a reader alone after ${what}`, async ({ page }) => {
      await recordScrolls(page);
      // The load waits for a picture until the reader has acted.
      const acted = Promise.withResolvers<void>();
      await page.route('**/held.svg', async (route) => {
        await acted.promise;
        await route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        });
      });
      await page.addInitScript(() => {
        new Image().src = '/held.svg';
        const note = (name: string) => () => Object.assign(window, { [name]: true });
        addEventListener('DOMContentLoaded', note('areScriptsThere'));
        for (const event of ['wheel', 'keydown', 'touchstart'])
          addEventListener(event, note('hasActed'), { passive: true });
      });
      await page.goto(`${path}#waitlist-form`, { waitUntil: 'commit' });
      await page.waitForFunction(() => 'areScriptsThere' in window);
      // Chromium drops what is done before the first paint.
      await expect
        .poll(async () => {
          await act(page);
          return page.evaluate(() => 'hasActed' in window);
        })
        .toBe(true);
      acted.resolve();
      await page.waitForFunction(() => document.readyState === 'complete');
      await page.evaluate(() => new Promise((later) => setTimeout(later, 700)));
      expect((await scrollsOf(page)).map(({ target }) => target)).not.toContain('#waitlist-form');
      await expect(page.locator('#waitlist-form :focus')).toHaveCount(0);
    });
  }

  test(`${path}#waitlist-form does not scroll after a reload, nor on the way back`, async ({ page }) => {
    await recordScrolls(page);
    await open(page, `${path}#waitlist-form`);
    await scrollTo(page, '#waitlist-form');
    await scrollEnded(page);
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    const arrivals = {
      reload: () => page.reload(),
      back: async () => {
        await page.goto('/contact');
        await page.goBack();
      },
    };
    for (const [arrival, arrive] of Object.entries(arrivals)) {
      await arrive();
      await hydrated(page);
      await page.evaluate(() => new Promise((later) => setTimeout(later, 700)));
      const scrolls = (await scrollsOf(page)).map(({ target }) => target);
      expect(scrolls, arrival).not.toContain('#waitlist-form');
    }
  });

  for (const [path, name, id] of [
    ['/creators', /^Join /, 'waitlist-form'],
    ['/venues', /^Partner With /, 'waitlist-form'],
    ['/contact', /message|write/i, 'contact-form'],
  ] as const) {
    test(`${path}: the button scrolls smoothly to the form, which the bar does not cover`, async ({
      page,
    }) => {
      await recordScrolls(page);
      await open(page, path);
      await page
        .getByRole('main')
        .getByRole('link', { name })
        .and(page.locator(`[href="#${id}"]`))
        .first()
        .click();
      expect((await scrollTo(page, `#${id}`)).behavior).toBe('smooth');
      await scrollEnded(page);
      await expectBelowBar(page, page.locator(`#${id}`).getByRole('heading').first());
      await page.keyboard.press('Tab');
      await expect(page.locator(`#${id} :focus`)).toHaveCount(1);
    });
  }
});
