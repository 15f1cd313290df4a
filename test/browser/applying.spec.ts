import type { Page } from '@playwright/test';
import { definitionOf, fieldNames } from '#contract/fields.ts';
import { bar, expect, open, scrollEnded, test } from './fixtures.ts';
import { control, creator, fill, forms, submitButton, toasts, venue, waitlistForm } from './forms.ts';

/** Where the form comes to rest, and where the focus is on the way to a success. */

const kinds = [
  ['creator', 'Join as Creator'],
  ['venue', 'Join as Venue'],
] as const;

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

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const) {
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const [kind, label] of kinds) {
      test(`"${label}" on home shows the whole form with its heading, note and footer, and the focus is in its first field`, async ({
        page,
      }) => {
        await open(page, '/');
        await choose(page, label);
        const form = waitlistForm(page);
        await expect(control(form, 'name')).toBeFocused();
        await scrollEnded(page);
        await expect(control(form, kind === 'venue' ? 'venueName' : 'handle')).toBeVisible();
        const boxes = await page.evaluate(() => {
          const section = document.querySelector('#waitlist-form');
          const find = (selector: string) => section?.querySelector(selector)?.getBoundingClientRect();
          return {
            bar: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
            heading: find('h2')?.top,
            choice: find('[role=group]')?.top,
            label: find('label')?.top,
            button: find('[type=submit]')?.bottom,
            note: find('.door-note')?.bottom,
            footer: document.querySelector('footer')?.getBoundingClientRect().bottom,
            footerHeight: document.querySelector('footer')?.getBoundingClientRect().height,
          };
        });
        for (const part of ['heading', 'choice', 'label'] as const) {
          expect(boxes[part], `${part}: ${JSON.stringify(boxes)}`).toBeGreaterThanOrEqual(boxes.bar);
        }
        for (const part of ['button', 'note', 'footer'] as const) {
          expect(boxes[part], `${part}: ${JSON.stringify(boxes)}`).toBeLessThanOrEqual(height + 1);
        }
        expect(boxes.footerHeight, 'the footer is one line').toBeLessThanOrEqual(52);
      });
    }

    for (const { kind, path, form: formOf, person } of forms) {
      test(`the ${kind} form refuses one field at a time, in the browser's words, with its label in sight`, async ({
        page,
      }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, path);
        const form = formOf(page);
        // Its last field has to come from above into view.
        await fill(form, { ...person(), name: '', email: 'not-an-address' });
        for (const name of ['name', 'email']) {
          await submitButton(form).click();
          const field = control(form, name);
          await expect(field).toBeFocused();
          await expect(form.locator('[aria-invalid="true"]')).toHaveCount(1);
          const words = await field.evaluate((each: HTMLInputElement) => each.validationMessage);
          await expect(field).toHaveAccessibleDescription(words);
          const { label, error, barBottom, bottom } = await field.evaluate((each: HTMLInputElement) => ({
            label: each.labels?.[0]?.getBoundingClientRect().top ?? -1,
            error: document.getElementById(`${each.id}-error`)?.getBoundingClientRect().top ?? -1,
            bottom: each.getBoundingClientRect().bottom,
            barBottom: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
          }));
          expect(label).toBeGreaterThanOrEqual(barBottom);
          expect(error).toBeGreaterThanOrEqual(barBottom);
          expect(bottom).toBeLessThanOrEqual(height);
          await field.fill(name === 'email' ? 'ada@example.com' : 'Ada');
        }
      });
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

test('whoever types already is left alone by the scroll that follows the hash', async ({ page }) => {
  await open(page, '/creators#waitlist-form');
  await control(waitlistForm(page), 'city').focus();
  await page.waitForTimeout(600);
  await expect(control(waitlistForm(page), 'city')).toBeFocused();
});

test('a choice in the bar brings the form back after a success', async ({ page }) => {
  await open(page, '/');
  const form = waitlistForm(page);
  await fill(form, creator());
  await submitButton(form).click();
  await expect(form.getByRole('img')).toBeVisible();
  await choose(page, 'Join as Venue');
  await expect(control(form, 'venueName')).toBeVisible();
  await fill(form, venue());
  await submitButton(form).click();
  await expect(form.getByRole('img', { name: 'Your bill, stamped.' })).toBeVisible();
});

for (const { kind, path, form: formOf, person, pending } of forms) {
  test(`while the ${kind} form is pending the focus stays on its button, which does nothing`, async ({
    page,
  }) => {
    await open(page, path);
    const form = formOf(page);
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/functions/v1/**', async (route) => {
      calls++;
      await held;
      await route.continue();
    });
    await fill(form, person());
    await submitButton(form).press('Enter');
    await expect(submitButton(form)).toHaveText(pending);
    await expect(submitButton(form)).toBeDisabled();
    await expect(submitButton(form)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(submitButton(form)).toBeFocused();
    release();
    await expect(toasts(page).locator('[data-variant]')).toBeVisible();
    expect(calls).toBe(1);
  });
}
