import { waitlistKeys } from '../../contract/fields.ts';
import { expect, open, test } from './fixtures.ts';
import {
  control,
  creator,
  fill,
  recordCalls,
  submitButton,
  success,
  toasts,
  valuesOf,
  venue,
  waitlistForm,
} from './forms.ts';

test.describe('section 4, the home form switches', () => {
  test('it begins as the creator form', async ({ page }) => {
    await open(page, '/');
    await expect(control(waitlistForm(page), 'handle')).toBeVisible();
    await expect(control(waitlistForm(page), 'venueName')).toHaveCount(0);
  });

  test('on setFormType from whomever, keeping what was typed', async ({ page }) => {
    await open(page, '/');
    const form = waitlistForm(page);
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

  for (const [kind, person] of [
    ['creator', creator],
    ['venue', venue],
  ] as const) {
    test(`as ${kind} it sends isVenueForm ${kind === 'venue'} and nothing of the other variant`, async ({
      page,
      testSite,
    }) => {
      await open(page, '/');
      const form = waitlistForm(page);
      const calls = recordCalls(page);
      const other = kind === 'venue' ? 'creator' : 'venue';
      const dispatch = (detail: string) =>
        page.evaluate(
          (type) => window.dispatchEvent(new CustomEvent('setFormType', { detail: type })),
          detail,
        );
      await dispatch(other);
      await fill(form, other === 'venue' ? venue() : creator());
      await dispatch(kind);
      const typed = person();
      await fill(form, typed);
      await submitButton(form).click();
      await expect(toasts(page)).toContainText(success[kind][1]);
      const body = calls[0]?.postDataJSON();
      expect(Object.keys(body)).toEqual([...waitlistKeys]);
      expect(body).toMatchObject({ ...typed, isVenueForm: kind === 'venue' });
      for (const hidden of kind === 'venue' ? ['handle', 'bio'] : ['venueName', 'website', 'message']) {
        expect(body[hidden]).toBe('');
      }
      await testSite.messageWith(typed['email'] ?? '');
    });
  }
});
