import type { Locator, Page } from '@playwright/test';
import { expect, open, test } from './fixtures.ts';
import { forms, submitButton, successToast, type Typed } from './forms.ts';

/** Tab until the element has the focus, as someone without a pointer would. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await element.evaluate((candidate) => candidate === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab do not reach ${element}.`);
}

async function typeInto(page: Page, form: Locator, typed: Typed): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    await tabTo(page, form.locator(`[name="${name}"]`));
    // Few letters: each key that is pressed costs as much as a click.
    await page.keyboard.type(name === 'email' ? value : value.slice(0, 8));
  }
}

for (const { kind, path, form, person } of forms) {
  test(`the keyboard alone sends the ${kind} form from the top of its page`, async ({ page, testSite }) => {
    await open(page, path);
    const typed = person();
    await typeInto(page, form(page), typed);
    await tabTo(page, submitButton(form(page)));
    await page.keyboard.press('Enter');
    await expect(successToast(page)).toBeVisible();
    await testSite.messageWith(typed.email);
    const again = form(page).getByRole('button', { name: /again|another/i });
    await expect(again, 'the focus goes to the way back to the form').toBeFocused();
  });
}

test('the keyboard alone sets both numbers of the bill, typed and by the slider', async ({ page }) => {
  await open(page, '/venues');
  const total = page.locator('[data-bill-line="total"]');
  const before = await total.textContent();
  await tabTo(page, page.locator('input[type="range"]').first());
  await page.keyboard.press('ArrowRight');
  await expect(total).not.toHaveText(before ?? '');
  await tabTo(page, page.locator('#bill-costPercent'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('50');
  await expect(page.locator('[data-bill-line="costPercent"]')).toHaveText('50%');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await expect(page.locator('#bill-costPercent'), 'what counts is what it says').toHaveValue('100');
});

test('the keyboard alone skips to the content', async ({ page }) => {
  await open(page, '/contact');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('Space chooses in the open join menu, as Enter does', async ({ page }) => {
  await open(page, '/venues');
  await page.locator('header').getByRole('button', { name: 'Join Waitlist' }).press('Space');
  await expect(page.getByRole('menuitem', { name: 'Join as Creator' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\/creators#waitlist-form$/);
});
