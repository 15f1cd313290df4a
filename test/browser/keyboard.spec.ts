import type { Locator, Page } from '@playwright/test';
import { bar, expect, missing, open, test } from './fixtures.ts';
import {
  contactForm,
  contactMessage,
  creator,
  forms,
  submitButton,
  toasts,
  venue,
  waitlistForm,
} from './forms.ts';

test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/] } });

/** Tab until the element has the focus, as someone without a pointer would. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await element.evaluate((candidate) => candidate === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab do not reach ${element}`);
}

/** Few letters: each key that is pressed costs as much as a click. */
const inFewLetters = (typed: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, name === 'email' ? value : value.slice(0, 8).trim()]),
  );

async function typeInto(page: Page, form: Locator, typed: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    await tabTo(page, form.locator(`[name="${name}"]`));
    await page.keyboard.type(value);
  }
}

test.describe('the keyboard alone', () => {
  for (const { kind, path, form, person } of forms) {
    test(`sends the ${kind} form from the top of its page`, async ({ page, testSite }) => {
      await open(page, path);
      const typed = inFewLetters(person());
      await typeInto(page, form(page), typed);
      await tabTo(page, submitButton(form(page)));
      await page.keyboard.press('Enter');
      await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
      await testSite.messageWith(typed['email'] ?? '');
      const again = form(page).getByRole('button', { name: /again|another/i });
      await expect(again, 'the focus goes to the way back to the form').toBeFocused();
    });
  }

  test('an incomplete form takes the focus to what is missing', async ({ page }) => {
    await open(page, '/creators');
    const form = waitlistForm(page);
    await typeInto(page, form, { name: creator()['name'] ?? '' });
    await tabTo(page, submitButton(form));
    await page.keyboard.press('Enter');
    await expect(form.locator('[name="email"]')).toBeFocused();
    await expect(form.locator('[name="email"]')).toHaveAttribute('aria-describedby', /error/);
  });

  test('a choice in the bar takes home to the venue form, which it sends', async ({ page, testSite }) => {
    await open(page, '/');
    await tabTo(page, bar(page).getByRole('button', { name: 'Join Waitlist' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Join as Creator' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const form = waitlistForm(page);
    await expect(form.locator('[name="venueName"]')).toBeVisible();
    const typed = inFewLetters(venue());
    await typeInto(page, form, typed);
    await tabTo(page, submitButton(form));
    await page.keyboard.press('Enter');
    await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
    await testSite.messageWith(typed['email'] ?? '');
  });

  test('Escape closes the menu and gives the focus back', async ({ page }) => {
    await open(page, '/creators');
    const opener = bar(page).getByRole('button', { name: 'Join Waitlist' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('#join-menu-bar')).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('sets both numbers of the bill, typed and by the slider', async ({ page }) => {
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

  test('reads the details of the notice', async ({ page }) => {
    await open(page, '/contact');
    await tabTo(page, page.locator('summary'));
    await page.keyboard.press('Enter');
    await expect(page.locator('details dl')).toBeVisible();
  });

  test('finds home again from where nothing is', async ({ page }) => {
    await open(page, missing);
    await tabTo(page, page.getByRole('link', { name: 'Return to Home' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
  });

  test.describe('on a small screen', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('opens the panel, stays inside it, leaves it by Escape and by a choice', async ({ page }) => {
      await open(page, '/contact');
      const opener = page.getByRole('button', { name: 'Open navigation' });
      const panel = page.getByRole('dialog', { name: 'Navigation' });
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await expect(panel).toBeVisible();
      for (let presses = 0; presses < 10; presses++) {
        await page.keyboard.press('Tab');
        const outside = await page.evaluate(() => {
          const active = document.activeElement;
          return active !== document.body && active?.closest('dialog') === null;
        });
        expect(outside, 'the page behind is out of reach').toBe(false);
      }
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await tabTo(page, panel.getByRole('button', { name: 'Join as Venue' }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/venues\??#waitlist-form$/);
    });
  });

  test('skips to the content, and sends a contact message', async ({ page }) => {
    await open(page, '/contact');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus')).toHaveCount(1);

    await contactForm(page).locator('[name="name"]').focus();
    for (const value of Object.values(inFewLetters(contactMessage()))) {
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
    await expect(submitButton(contactForm(page))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('Message sent!');
  });
});
