import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { bar, everyPath, expect, open, paths, test } from './fixtures.ts';
import { fill, forms, submitButton, toasts } from './forms.ts';

/** Each of the violations in words that name the element, of the page or of these parts of it. */
async function violations(page: Page, parts: readonly string[] = []): Promise<string[]> {
  // Half-faded text has another contrast than the text that stays.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  // The mode for pages without frames: the other one opens a page of its own for each result.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  for (const part of parts) axe.include(part);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

test.use({
  expectedConsole: { anyOf: [/status of 404/, /^404 Error/, /Failed to/] },
});

for (const width of [390, 1280]) {
  test.describe(`axe finds nothing at ${width}`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const path of everyPath) {
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
        // The rest of the page stays as it is between the first state and the last.
        const changing = ['main form', '[role="status"]'];
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
        expect(await violations(page, changing), 'pending').toEqual([]);

        answer();
        await expect(toasts(page).locator('[data-variant="destructive"]')).toBeVisible();
        expect(await violations(page, changing), 'failed').toEqual([]);

        await page.unroute('**/functions/v1/**');
        await submitButton(form(page)).click();
        await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
        expect(await violations(page), 'sent').toEqual([]);
      });
    }
  });
}
