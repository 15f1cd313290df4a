import type { Page } from '@playwright/test';
import { expect, show, test, violations } from './console-fixtures.ts';
import { emailOf } from './console-people.ts';

const views = [
  '/applicants',
  '/applicants?text=nobodyhere',
  '/messages',
  '/held',
  '/held?state=parked',
  '/overview',
];

/** Where the styles of a narrow window differ most. */
const ofNarrow = ['/applicants', 'person'];

/** Waits until the view shows what the server answered. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** By how many CSS pixels the view is wider than the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [320, 256],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('axe finds nothing, and nothing is wider than the window', async ({
      page,
      consoleSite,
      signedIn,
    }) => {
      test.setTimeout(120_000);
      const check = async (state: string) => {
        await settled(page);
        // Narrower windows have the same elements.
        if (width === 1280 || ofNarrow.includes(state)) expect(await violations(page), state).toEqual([]);
        expect(await overflow(page), `${state}: wider than the window`).toBeLessThanOrEqual(0);
      };
      await consoleSite.apply('contact', { name: 'Kit Asking' });
      await consoleSite.apply('creator', { name: 'Held Person', email: emailOf('Held'), tableNote: 'x' });
      await signedIn();
      for (const view of views) {
        await show(page, view);
        await check(view);
      }
      await page.getByText('As a table').click();
      await check('a table behind a chart');

      await show(page, '/applicants');
      if (width < 700) await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await check('selected');
      await page
        .getByRole('region', { name: 'Selected rows' })
        .getByRole('button', { name: 'Decline' })
        .click();
      await check('deciding');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Select nothing' }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
      await check('columns');
      await page.keyboard.press('Escape');

      await page.getByRole('link', { name: 'Ada Nguyen' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Ada Nguyen' })).toBeVisible();
      await check('person');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Erase…' }).click();
      await expect(page.getByRole('dialog')).toContainText('Deleted');
      await check('erasing');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await check('keys');
    });

    test.describe('without a session', () => {
      test.use({ expectedConsole: { anyOf: [/status of 401/] } });
      test('axe finds nothing in the sign-in view', async ({ page }) => {
        await page.goto('/#/sign-in/none');
        await expect(page.getByRole('alert')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      });
    });
  });
}
