import { expect, open, test } from './fixtures.ts';
import { control, creator, fill, valuesOf, waitlistForm } from './forms.ts';

test('section 4, the form on home begins as a creator’s, and follows setFormType from whomever, keeping what was typed', async ({
  page,
}) => {
  await open(page, '/');
  const form = waitlistForm(page);
  await expect(control(form, 'handle')).toBeVisible();
  await expect(control(form, 'venueName')).toHaveCount(0);
  const typed = creator();
  await fill(form, typed);
  const dispatch = (detail: unknown) =>
    page.evaluate((kind) => window.dispatchEvent(new CustomEvent('setFormType', { detail: kind })), detail);

  await dispatch('venue');
  await expect(control(form, 'venueName')).toBeVisible();
  await expect(control(form, 'website')).toBeVisible();
  await expect(control(form, 'message')).toBeVisible();
  await expect(control(form, 'handle')).toHaveCount(0);
  await expect(control(form, 'bio')).toHaveCount(0);
  expect(await valuesOf(form, ['name', 'email', 'city'])).toEqual({
    name: typed['name'],
    email: typed['email'],
    city: typed['city'],
  });

  await dispatch('something else');
  await expect(control(form, 'venueName')).toBeVisible();
  await dispatch('creator');
  expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
});
