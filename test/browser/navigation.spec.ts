import type { Page } from '@playwright/test';
import { brand } from '../../contract/brand.ts';
import { navigationPages, pages } from '../../contract/pages.ts';
import {
  bar,
  everyPath,
  expect,
  expectBelowBar,
  firstVisit,
  hydrated,
  missing,
  noteSecondAfter,
  open,
  recordScrolls,
  scrollEnded,
  scrolledWithinSecond,
  scrollsOf,
  scrollTo,
  test,
  twoFrames,
  withMotion,
} from './fixtures.ts';

const links = navigationPages.map((name) => [pages[name].label, pages[name].path] as const);
const choices = [
  ['creator', 'Join as Creator'],
  ['venue', 'Join as Venue'],
] as const;

async function openJoinMenu(page: Page): Promise<void> {
  await bar(page).getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(bar(page).getByRole('menuitem')).toHaveText(['Join as Creator', 'Join as Venue']);
}

test.use(withMotion);

test.describe('section 2, top navigation', () => {
  test('has the four links of the specification', () => {
    expect(
      links,
      '`navigationPages` of contract/pages.ts has other links than the four of the specification. If the specification has changed, change this list.',
    ).toEqual([
      ['Home', '/'],
      ['Creators', '/creators'],
      ['Venues', '/venues'],
      ['Contact', '/contact'],
    ]);
  });

  for (const path of everyPath) {
    test(`${path}: a fixed bar, a logo to /, the four links, the current one marked`, async ({ page }) => {
      await open(page, path);
      await expect(bar(page).getByRole('link', { name: brand.name })).toHaveAttribute('href', '/');
      const nav = bar(page).getByRole('navigation');
      await expect(nav.getByRole('link')).toHaveText(links.map(([label]) => label));
      for (const [label, href] of links) {
        const link = nav.getByRole('link', { name: label, exact: true });
        await expect(link).toHaveAttribute('href', href);
        if (href === path) await expect(link).toHaveAttribute('aria-current', 'page');
        else await expect(link).not.toHaveAttribute('aria-current');
      }
      await page.evaluate(() =>
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
      );
      await expect.poll(async () => (await bar(page).boundingBox())?.y).toBe(0);
    });
  }
});

test.describe('section 2, behaviour of a choice', () => {
  for (const [kind, label] of choices) {
    test(`on /: ${label} dispatches setFormType with detail ${kind}, and scrolls to the bottom after about 150 ms`, async ({
      page,
    }) => {
      await recordScrolls(page);
      await noteSecondAfter(page, 'setFormType');
      await open(page, '/');
      await openJoinMenu(page);
      await bar(page).getByRole('menuitem', { name: label }).click();

      const scroll = await scrollTo(page, 'window');
      const event = await scrollTo(page, 'event');
      expect(event.detail).toBe(kind);
      expect(scroll.atMs - event.atMs).toBeGreaterThanOrEqual(149);
      expect(await scrolledWithinSecond(page)).toContain('window');
      expect(scroll.behavior).toBe('smooth');
      expect(scroll.top).toBeGreaterThanOrEqual(
        await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
      );
      await expect
        .poll(() =>
          page.evaluate(() => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight),
        )
        .toBe(true);
      expect((await scrollsOf(page)).filter(({ target }) => target === 'event')).toHaveLength(1);
      await expect(page).toHaveURL(/\/$/);
    });
  }

  for (const [path, label] of [
    ['/creators', 'Join as Creator'],
    ['/venues', 'Join as Venue'],
  ] as const) {
    test(`on ${path}: ${label} scrolls smoothly to waitlist-form`, async ({ page }) => {
      await recordScrolls(page);
      await open(page, path);
      await openJoinMenu(page);
      await bar(page).getByRole('menuitem', { name: label }).click();
      expect((await scrollTo(page, '#waitlist-form')).behavior).toBe('smooth');
      await scrollEnded(page);
      await expect(page.locator('#waitlist-form')).toBeInViewport();
      await expectBelowBar(page, page.locator('#waitlist-form').getByRole('heading').first());
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  }

  for (const [path, label, destination] of [
    ['/creators', 'Join as Venue', '/venues#waitlist-form'],
    ['/contact', 'Join as Creator', '/creators#waitlist-form'],
    [missing, 'Join as Venue', '/venues#waitlist-form'],
  ] as const) {
    test(`on ${path}: ${label} navigates to ${destination}`, async ({ page }) => {
      await open(page, path);
      await openJoinMenu(page);
      await bar(page).getByRole('menuitem', { name: label }).click();
      await page.waitForURL(`**${destination}`);
      await expect(page.locator('#waitlist-form')).toBeInViewport();
    });
  }
});

test.describe('section 2, the panel of small screens', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const panel = (page: Page) => page.getByRole('dialog', { name: 'Navigation' });
  async function openPanel(page: Page): Promise<void> {
    await bar(page)
      .getByRole('button', { name: /navigation|menu/i })
      .click();
    await expect(panel(page)).toBeVisible();
  }
  test('is titled Navigation, has the four links and two join buttons, and closes on its button', async ({
    page,
  }) => {
    await open(page, '/');
    await openPanel(page);
    await expect(panel(page).getByRole('heading', { name: 'Navigation' })).toBeVisible();
    await expect(panel(page).getByRole('link')).toHaveText(links.map(([label]) => label));
    await expect(panel(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await expect(panel(page).getByRole('heading', { name: 'Join Waitlist' })).toBeVisible();
    for (const [, label] of choices)
      await expect(panel(page).getByRole('button', { name: label })).toBeVisible();
    await page.setViewportSize({ width: 700, height: 844 });
    await expect
      .poll(async () => (await panel(page).boundingBox())?.width, 'its maximum')
      .toBeLessThan(0.75 * 700);
    await panel(page).getByRole('button', { name: /close/i }).click();
    await expect(panel(page)).toBeHidden();
    const opener = bar(page).getByRole('button', { name: /open navigation/i });
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes on the link of the page it is on', async ({ page }) => {
    await open(page, '/venues');
    await openPanel(page);
    await panel(page).getByRole('link', { name: 'Venues' }).click();
    await expect(panel(page)).toBeHidden();
  });

  for (const [kind, label] of choices) {
    test(`closes on ${label}; on / the form becomes the ${kind}'s and the page scrolls to the bottom`, async ({
      page,
    }) => {
      await recordScrolls(page);
      await open(page, '/');
      await openPanel(page);
      await panel(page).getByRole('button', { name: label }).click();
      await expect(panel(page)).toBeHidden();
      expect((await scrollTo(page, 'event')).detail).toBe(kind);
      await scrollTo(page, 'window');
      await expect(page.locator(`[name="${kind === 'creator' ? 'handle' : 'venueName'}"]`)).toBeVisible();
    });
  }

  test('on a page without a form a join button navigates', async ({ page }) => {
    await open(page, missing);
    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Join as Venue' }).click();
    await page.waitForURL(/\/venues#waitlist-form$/);
    await hydrated(page);
    await expect(panel(page)).toBeHidden();
  });
});

test.describe('on a machine on which the cross-fade is skipped', () => {
  test.use(firstVisit);

  test('a skipped cross-fade throws nothing', async ({ page, consoleProblems }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 }));
    await open(page, '/');
    // As Chromium does it when it goes back to a page that it has kept, which it does not do under a debugger.
    const isSkipped = await page.evaluate(async () => {
      const { promise: ready, reject } = Promise.withResolvers<void>();
      let isSkipped = false;
      const skipTransition = () => {
        isSkipped = true;
        reject(new DOMException('Transition was skipped', 'AbortError'));
      };
      await new Promise((resolve) => setTimeout(resolve));
      dispatchEvent(Object.assign(new Event('pageswap'), { viewTransition: { ready, skipTransition } }));
      return isSkipped;
    });
    await twoFrames(page);
    expect(isSkipped).toBe(true);
    expect(consoleProblems).toEqual([]);
  });
});
