import type { Page } from '@playwright/test';
import { definitionOf, fieldNames } from '#contract/fields.ts';
import { bar, expect, open, openFilled, test } from './fixtures.ts';
import { control, creator, fill, forms, submitButton, venue, waitlistForm } from './forms.ts';

/** Where the focus goes on the way to a form, and to what is missing in it. */

async function choose(page: Page, label: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open navigation' });
  if (await opener.isVisible()) {
    await opener.click();
    await page.getByRole('dialog').getByRole('button', { name: label }).click();
  } else {
    await bar(page).getByRole('button', { name: 'Join Waitlist' }).click();
    await page.getByRole('menuitem', { name: label }).click();
  }
}

for (const each of forms) {
  test(`the ${each.kind} form refuses one field at a time, in the browser's words, with its label in sight on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Its last field has to come from above into view.
    const { form } = await openFilled(page, each, { name: '', email: 'not-an-address' });
    for (const name of ['name', 'email']) {
      await submitButton(form).click();
      const field = control(form, name);
      await expect(field).toBeFocused();
      await expect(form.locator('[aria-invalid="true"]')).toHaveCount(1);
      const words = await field.evaluate((each: HTMLInputElement) => each.validationMessage);
      await expect(field).toHaveAccessibleDescription(words);
      await expect(async () => {
        const { label, error, barBottom, bottom } = await field.evaluate((each: HTMLInputElement) => ({
          label: each.labels?.[0]?.getBoundingClientRect().top ?? -1,
          error: document.getElementById(`${each.id}-error`)?.getBoundingClientRect().top ?? -1,
          bottom: each.getBoundingClientRect().bottom,
          barBottom: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
        }));
        expect(label).toBeGreaterThanOrEqual(barBottom);
        expect(error).toBeGreaterThanOrEqual(barBottom);
        expect(bottom).toBeLessThanOrEqual(844);
      }).toPass();
      await field.fill(name === 'email' ? 'ada@example.com' : 'Ada');
    }
  });
}

test('the bubble of the browser does not appear: each refusal is cancelled', async ({ page }) => {
  await open(page, '/contact');
  const cancelled = await page.evaluate(() => {
    const results: boolean[] = [];
    document.addEventListener(
      'invalid',
      (event) => setTimeout(() => results.push(event.defaultPrevented)),
      true,
    );
    document.querySelector<HTMLFormElement>('main form')?.requestSubmit();
    return new Promise<boolean[]>((resolve) => setTimeout(() => resolve(results), 50));
  });
  const required = fieldNames('contact').filter((name) => definitionOf(name).kinds.contact === 'required');
  expect(cancelled).toEqual(required.map(() => true));
});

test('in a window too small for the whole form the focus goes to its section, which is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await open(page, '/');
  await choose(page, 'Join as Venue');
  await expect(page.locator('#waitlist-form')).toBeFocused();
});

test('a choice in the bar brings the form back after a success', async ({ page }) => {
  const { form } = await openFilled(page, { path: '/', form: waitlistForm, person: creator });
  await submitButton(form).click();
  await expect(form.getByRole('img')).toBeVisible();
  await choose(page, 'Join as Venue');
  await expect(control(form, 'venueName')).toBeVisible();
  await fill(form, venue());
  await submitButton(form).click();
  await expect(form.getByRole('img', { name: 'Your bill, stamped: received.' })).toBeVisible();
});
