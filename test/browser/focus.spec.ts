import type { Page } from '@playwright/test';
import { everyPath, expect, open, openFilled, test } from './fixtures.ts';
import { cutCalls, failureToast, forms, functionCalls, submitButton } from './forms.ts';

test.use({ expectedConsole: { anyOf: [/Failed to/] } });

const windows = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  // A window of 1280 × 1024 at 400 %.
  { width: 320, height: 256 },
];

/** The element with the focus when nothing of it is in sight, `end` behind the last one. */
const findHidden = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return 'end';
    if (active.closest('header, .skip-link')) return null;
    const { left, right, top, bottom } = active.getBoundingClientRect();
    const barBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    // Something of it must be in sight below the bar, and on top there.
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, barBottom) + Math.min(bottom, innerHeight)) / 2;
    const shown = document.elementFromPoint(x, y);
    const inSight = shown !== null && (active.contains(shown) || shown.contains(active));
    return inSight && top >= barBottom - 1 ? null : `${active.outerHTML.slice(0, 120)} at ${top}`;
  });

for (const path of everyPath) {
  test(`the focus is never hidden on ${path}, forwards or backwards, whatever the window`, async ({
    page,
  }) => {
    await open(page, path);
    for (const window of windows) {
      await page.setViewportSize(window);
      for (const key of ['Tab', 'Shift+Tab']) {
        let presses = 0;
        for (; presses < 60; presses++) {
          await page.keyboard.press(key);
          const hidden = await findHidden(page);
          // Behind the last one the focus is nowhere.
          if (hidden === 'end') break;
          expect(hidden, `${key} at ${window.width}`).toBeNull();
        }
        expect(presses, `${key} at ${window.width} has come by many`).toBeGreaterThan(5);
      }
    }
  });
}

test('a toast that stays never hides what has the focus on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { form } = await openFilled(page, forms[0]);
  await cutCalls(page);
  await submitButton(form).press('Enter');
  await expect(failureToast(page)).toBeVisible();
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Shift+Tab');
    const hidden = await page.evaluate(() => {
      const active = document.activeElement;
      const toast = document.querySelector('.toast')?.getBoundingClientRect();
      if (!active?.closest('main') || !toast) return null;
      const { left, right, top, bottom } = active.getBoundingClientRect();
      const isBehind =
        left >= toast.left && right <= toast.right && top >= toast.top && bottom <= toast.bottom;
      return isBehind || top >= innerHeight ? active.outerHTML.slice(0, 90) : null;
    });
    expect(hidden).toBeNull();
  }
});

test('a failure that is told leaves every link of the footer in sight of the keyboard, whatever the window', async ({
  page,
}) => {
  const { form } = await openFilled(page, forms[0]);
  await page.route(functionCalls, (route) => route.fulfill({ status: 503 }));
  for (const window of [...windows, { width: 768, height: 1024 }]) {
    await page.setViewportSize(window);
    await submitButton(form).press('Enter');
    await expect(failureToast(page)).toBeVisible();
    for (const link of await page.locator('footer a').filter({ visible: true }).all()) {
      while (!(await link.evaluate((candidate) => candidate === document.activeElement)))
        await page.keyboard.press('Tab');
      expect(await findHidden(page), `at ${window.width}`).toBeNull();
    }
    await page.keyboard.press('Escape');
    await expect(failureToast(page)).toHaveCount(0);
    await expect(page.locator('footer :focus'), 'the focus stays').toHaveCount(1);
  }
});

test('Escape closes a toast that has the focus, which goes back to the form', async ({ page }) => {
  const { form } = await openFilled(page, forms[0]);
  await cutCalls(page);
  await submitButton(form).press('Enter');
  await failureToast(page).getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Escape');
  await expect(submitButton(form)).toBeFocused();
  await expect(failureToast(page)).toHaveCount(0);
});
