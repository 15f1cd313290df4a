import type { Page } from '@playwright/test';
import { expect, openFilled, test } from './fixtures.ts';
import { cutCalls, failureToast, forms, submitButton } from './forms.ts';

test.use({
  viewport: { width: 390, height: 844 },
  expectedConsole: { anyOf: [/^Failed to/] },
});

/** The part of the toast that is in what is seen of the page. */
const seenShare = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    const seen = window.visualViewport;
    if (!toast || !seen) return 0;
    // Both in the coordinates of the layout viewport.
    const width = Math.min(toast.right, seen.offsetLeft + seen.width) - Math.max(toast.left, seen.offsetLeft);
    const height = Math.min(toast.bottom, seen.offsetTop + seen.height) - Math.max(toast.top, seen.offsetTop);
    return (Math.max(0, width) * Math.max(0, height)) / (toast.width * toast.height);
  });

test('a failure is seen on a page that is pinched', async ({ page }) => {
  const scale = 2;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    width: 390,
    height: 844,
    deviceScaleFactor: 1,
    mobile: true,
  });
  const { form } = await openFilled(page, forms[0]);
  await cutCalls(page);
  await submitButton(form).scrollIntoViewIfNeeded();
  await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale });
  await expect.poll(() => page.evaluate(() => window.visualViewport?.scale)).toBeCloseTo(scale);
  await submitButton(form).press('Enter');
  await expect(failureToast(page)).toBeVisible();
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0.98);
});

test('a failure is seen above a keyboard, and moves with what is seen of the page', async ({ page }) => {
  // As browsers on phones do it: the keyboard takes a part of what is seen, and the window keeps its size.
  await page.addInitScript(() => {
    const seen = Object.assign(new EventTarget(), {
      offsetLeft: 0,
      offsetTop: 0,
      width: 390,
      height: 500,
      scale: 1,
    });
    Object.defineProperty(window, 'visualViewport', { value: seen });
  });
  const { form } = await openFilled(page, forms[0]);
  await cutCalls(page);
  await submitButton(form).click();
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0.98);
  await page.evaluate(() => {
    Object.assign(window.visualViewport as VisualViewport, { offsetTop: 200 });
    window.visualViewport?.dispatchEvent(new Event('scroll'));
  });
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0.98);
});
