import { expect, open, test, withMotion } from './fixtures.ts';
import { control, creator, fill, forms, submitButton, waitlistForm } from './forms.ts';

test.use(withMotion);

for (const { kind, path, form: formOf, person } of forms) {
  test(`success lies as a note on the ${kind} form, which comes back for another`, async ({ page }) => {
    await open(page, path);
    const form = formOf(page);
    const name = form.locator('.field', { has: page.locator('[name="name"]') });
    const note = form.locator('.outcome[data-tone="success"]');
    await fill(form, person());
    const before = await form.boundingBox();
    // From a field, as Enter does it.
    await control(form, 'email').press('Enter');
    await expect(note).toBeVisible();
    await expect(name).toHaveCSS('opacity', '0');
    await expect(submitButton(form)).toBeFocused();
    expect((await form.boundingBox())?.height, 'nothing below has moved').toBe(before?.height);

    await submitButton(form).click();
    await expect(control(form, 'name')).toBeFocused();
    await expect(note).toBeHidden();
    await expect(name).toHaveCSS('opacity', '1');
  });
}

test('the card keeps the handle of who was let in', async ({ page }) => {
  await open(page, '/creators');
  const form = waitlistForm(page);
  await fill(form, { ...creator(), handle: 'mara.eats' });
  await submitButton(form).click();
  await expect(control(form, 'handle')).toHaveValue('');
  await expect(page.locator('[data-card-handle]').last()).toHaveText('@mara.eats');
});
