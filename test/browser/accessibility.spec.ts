import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { bar, expect, open, paths, test } from './fixtures.ts';
import { contactForm, fill, forms, submitButton, toasts } from './forms.ts';

const missing = '/no-such-page';

/** Each of the violations in words that name the element. */
async function violations(page: Page): Promise<string[]> {
  // Half-faded text has another contrast than the text that stays.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedConsole: { anyOf: [/status of 404/, /^404 Error/, /Failed to/] },
});

for (const width of [390, 1280]) {
  test.describe(`axe finds nothing at ${width}`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const path of [...paths, missing]) {
      test(`on ${path}`, async ({ page }) => {
        await open(page, path);
        expect(await violations(page)).toEqual([]);
      });
    }

    test('with the navigation open', async ({ page }) => {
      for (const path of paths) {
        await open(page, path);
        const opener = width < 768 ? /open navigation/i : 'Join Waitlist';
        await bar(page).getByRole('button', { name: opener }).click();
        expect(await violations(page), path).toEqual([]);
      }
    });

    test('with the hero menu open', async ({ page }) => {
      await open(page, '/');
      await page.locator('main section').first().getByRole('button', { name: 'Join Waitlist' }).click();
      expect(await violations(page)).toEqual([]);
    });

    test('on home as the venue form', async ({ page }) => {
      await open(page, '/');
      await page.evaluate(() => window.dispatchEvent(new CustomEvent('setFormType', { detail: 'venue' })));
      await expect(page.locator('[name="venueName"]')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    for (const { kind, path, form, person, pending } of forms) {
      test(`with the ${kind} form invalid, pending, failed and sent`, async ({ page }) => {
        await open(page, path);
        await submitButton(form(page)).click();
        await expect(form(page).locator('[aria-invalid="true"]').first()).toBeVisible();
        expect(await violations(page), 'invalid').toEqual([]);

        await fill(form(page), person());
        let answer = () => {};
        const held = new Promise<void>((resolve) => {
          answer = resolve;
        });
        await page.route('**/functions/v1/**', async (route) => {
          await held;
          await route.abort();
        });
        await submitButton(form(page)).click();
        await expect(submitButton(form(page))).toHaveText(pending);
        expect(await violations(page), 'pending').toEqual([]);

        answer();
        await expect(toasts(page).locator('[data-variant="destructive"]')).toBeVisible();
        expect(await violations(page), 'failed').toEqual([]);

        await page.unroute('**/functions/v1/**');
        await submitButton(form(page)).click();
        await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
        expect(await violations(page), 'sent').toEqual([]);
      });
    }
  });
}

test.describe('at 320 wide', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const path of [...paths, missing]) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await open(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  }

  test('very long words do not either', async ({ page }) => {
    await open(page, '/contact');
    const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5);
    await fill(contactForm(page), { name: long, email: 'a@example.com', message: long });
    await page.goto(`/${long}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

test.describe('the keyboard alone', () => {
  test('skips to the content, and sends a contact message', async ({ page }) => {
    await open(page, '/contact');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus')).toHaveCount(1);

    await contactForm(page).locator('[name="name"]').focus();
    await page.keyboard.type('Kim Keys');
    await page.keyboard.press('Tab');
    await page.keyboard.type('kim.keys@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('All by keyboard.');
    await page.keyboard.press('Tab');
    await expect(submitButton(contactForm(page))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('Message sent!');
  });
});
