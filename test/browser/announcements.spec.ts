import type { Page } from '@playwright/test';
import { expect, openFilled, test } from './fixtures.ts';
import {
  cutCalls,
  failureToast,
  forms,
  functionCalls,
  submitButton,
  success,
  successToast,
  toasts,
} from './forms.ts';

/** What a screen reader announces, and where it continues. */

test.use({ expectedConsole: { anyOf: [/Failed to/] } });

/** Notes what live regions say, in its order: what is added to them, with the names of its controls. */
async function recordAnnouncements(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const selector = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"], output';
    const textOf = (node: Node): string => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      return node.getAttribute('aria-label') ?? [...node.childNodes].map(textOf).join(' ');
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(selector);
        if (!region) continue;
        const isWhole = region.getAttribute('aria-atomic') === 'true';
        const news = isWhole ? [region] : type === 'characterData' ? [target] : [...addedNodes];
        const words = news.map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();
        if (words) said.push(words);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said);

for (const each of forms) {
  const { kind, pending } = each;
  test(`the ${kind} form announces the wait and the outcome, each once`, async ({ page }) => {
    const { form } = await openFilled(page, each);
    await recordAnnouncements(page);
    await cutCalls(page);
    await submitButton(form).press('Enter');
    await expect(failureToast(page)).toBeVisible();
    await page.unroute(functionCalls);
    await submitButton(form).press('Enter');
    await expect(successToast(page)).toBeVisible();
    expect(await said(page)).toEqual([
      pending,
      expect.stringMatching(/^Error Failed to [^.]+\. Please try again\. Dismiss$/),
      pending,
      expect.stringMatching(new RegExp(`^${success[kind][0]} .+ Dismiss$`)),
    ]);
  });
}

test('dismissing the toast of a success gives the focus to the way back to the form', async ({ page }) => {
  const { form } = await openFilled(page, forms[2]);
  await submitButton(form).press('Enter');
  await toasts(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(toasts(page).locator('[data-variant]')).toHaveCount(0);
  await expect(form.getByRole('button', { name: /again|another/i })).toBeFocused();
});
