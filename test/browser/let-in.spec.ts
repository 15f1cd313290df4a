import { expect, open, test } from './fixtures.ts';
import { control, creator, fill, forms, submitButton, success, toasts, waitlistForm } from './forms.ts';

const pictures = {
  creator: 'Your card, stamped, on the list.',
  venue: 'Your bill, stamped.',
  contact: 'Your letter, stamped.',
} as const;

for (const { kind, path, form: formOf, person } of forms) {
  test(`a success of the ${kind} form is a picture in its place, once, and the form comes back when asked for`, async ({
    page,
  }) => {
    await open(page, path);
    const form = formOf(page);
    const typed = person();
    await fill(form, typed);
    const before = await form.boundingBox();
    // From a field, as Enter does it.
    await control(form, 'email').press('Enter');
    const picture = form.getByRole('img', { name: pictures[kind] });
    await expect(picture).toBeVisible();
    await expect(submitButton(form)).toBeHidden();
    expect((await form.boundingBox())?.height, 'nothing below has moved').toBe(before?.height);
    // The toast has the words, and nothing else repeats them.
    await expect(toasts(page)).toContainText(success[kind][1]);
    expect(await page.getByText(success[kind][1]).filter({ visible: true }).count()).toBe(1);
    // What was typed is in the picture.
    const shown = { creator: 'handle', venue: 'venueName', contact: 'name' }[kind];
    await expect(picture).toContainText(typed[shown] ?? '');

    const again = form.getByRole('button', { name: /again|another/i });
    await expect(again).toBeFocused();
    // A press that comes too soon belongs to the one before.
    await expect(async () => {
      await again.press('Enter', { timeout: 500 });
      await expect(picture).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await expect(control(form, 'name')).toBeFocused();
    await expect(control(form, 'name')).toHaveValue('');
    await expect(submitButton(form)).toBeVisible();
  });

  for (const gapMs of [50, 250, 400]) {
    test(`a second press ${gapMs} ms after a success of the ${kind} form leaves the picture`, async ({
      page,
    }) => {
      await open(page, path);
      const form = formOf(page);
      await fill(form, person());
      await page.evaluate((ms) => {
        const form = document.querySelector('main form[method=post]');
        new MutationObserver((_, observer) => {
          const button = form?.querySelector<HTMLElement>('.success button');
          if (!button) return;
          observer.disconnect();
          setTimeout(() => {
            button.click();
            Object.assign(window, { hasPressedTwice: true });
          }, ms);
        }).observe(form as Node, { childList: true });
      }, gapMs);
      await submitButton(form).click();
      await page.waitForFunction(() => 'hasPressedTwice' in window);
      await expect(form.getByRole('img', { name: pictures[kind] })).toBeVisible();
    });
  }

  test.describe('when its picture cannot be loaded', () => {
    test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

    test(`a success of the ${kind} form is told in words`, async ({ page }) => {
      await page.route('**/receipts.json', (route) => route.abort());
      await open(page, path);
      const form = formOf(page);
      await fill(form, person());
      await submitButton(form).click();
      await expect(form.getByText(success[kind][1]).filter({ visible: true })).toBeVisible();
      await expect(form.getByRole('button', { name: /again|another/i })).toBeVisible();
    });
  });
}

test('what was typed into the picture is text, never markup', async ({ page }) => {
  await open(page, '/creators');
  const form = waitlistForm(page);
  await fill(form, { ...creator(), handle: '<img src=x onerror=alert(1)>', name: '<b>Mara</b>' });
  await submitButton(form).click();
  await expect(form.getByRole('img', { name: pictures.creator })).toContainText('<b>Mara</b>');
});

test('the card keeps the handle of who was let in, and lies on the list alone: not beside the form as well', async ({
  page,
}) => {
  await open(page, '/creators');
  const form = waitlistForm(page);
  await fill(form, { ...creator(), handle: 'mara.eats' });
  await submitButton(form).click();
  await expect(control(form, 'handle')).toHaveValue('');
  for (const line of await page.locator('.apply [data-card-handle]').all()) {
    await expect(line).toHaveText('@mara.eats');
  }
  const cards = page.locator('.apply .creator-card').filter({ visible: true });
  await expect(cards).toHaveCount(1);
  await expect(async () => {
    await form.getByRole('button', { name: /another/i }).click({ timeout: 500 });
    await expect(submitButton(form)).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(cards).toHaveCount(1);
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const) {
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const { kind, path, form: formOf, person } of forms) {
      test(`the toast of the ${kind} form stands clear of its picture, and both are in sight`, async ({
        page,
      }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, path);
        await fill(formOf(page), person());
        await submitButton(formOf(page)).click();
        const picture = await formOf(page).locator('.success').boundingBox();
        const toast = await toasts(page).locator('[data-variant]').boundingBox();
        if (!picture || !toast) throw new Error('the picture or the toast is not shown');
        const bar = 64;
        expect(picture.y).toBeGreaterThanOrEqual(bar);
        expect(toast.y + toast.height).toBeLessThanOrEqual(height);
        const isBeside = toast.x + toast.width <= picture.x || toast.y >= picture.y + picture.height;
        expect(isBeside, JSON.stringify({ picture, toast })).toBe(true);
      });
    }
  });
}
