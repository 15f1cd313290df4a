import type { Page } from '@playwright/test';
import { bar, expect, open, test } from './fixtures.ts';
import { control, fill, forms, submitButton, toasts, waitlistForm } from './forms.ts';

/** What a screen reader announces, and where it continues. */

test.use({
  expectedConsole: { anyOf: [/Failed to/] },
});

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

for (const { kind, path, form, person, pending } of forms) {
  test(`the ${kind} form announces the wait and the outcome, each once`, async ({ page }) => {
    await open(page, path);
    await recordAnnouncements(page);
    const title = kind === 'contact' ? 'Message sent!' : 'Successfully submitted!';
    await fill(form(page), person());
    await page.route('**/functions/v1/**', (route) => route.abort());
    await submitButton(form(page)).press('Enter');
    await expect(toasts(page).locator('[data-variant="destructive"]')).toBeVisible();
    await page.unroute('**/functions/v1/**');
    await submitButton(form(page)).press('Enter');
    await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
    expect(await said(page)).toEqual([
      pending,
      expect.stringMatching(/^Error Failed to [^.]+\. Please try again\. Dismiss$/),
      pending,
      expect.stringMatching(new RegExp(`^${title} .+ Dismiss$`)),
    ]);
  });

  test(`dismissing the toast of the ${kind} form gives the focus back to where it came from`, async ({
    page,
  }) => {
    await open(page, path);
    await fill(form(page), person());
    await submitButton(form(page)).press('Enter');
    await toasts(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(toasts(page).locator('[data-variant]')).toHaveCount(0);
    await expect(form(page).getByRole('button', { name: /again|another/i })).toBeFocused();
  });

  test(`what the server refuses in the ${kind} form takes the focus and says why`, async ({ page }) => {
    await open(page, path);
    // A space is something to the browser, and nothing to the server.
    await fill(form(page), { ...person(), name: ' ' });
    await submitButton(form(page)).press('Enter');
    const name = control(form(page), 'name');
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAccessibleDescription(/\S/);
  });
}

test('a choice on home takes the focus along to the form', async ({ page }) => {
  await open(page, '/');
  await bar(page).getByRole('button', { name: 'Join Waitlist' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Join as Venue' }).press('Enter');
  await expect(control(waitlistForm(page), 'name')).toBeFocused();
});
