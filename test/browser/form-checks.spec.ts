import { expect, open, openFilled, test } from './fixtures.ts';
import {
  contactForm,
  control,
  creator,
  forms,
  recordCalls,
  required,
  submitButton,
  valuesOf,
  waitlistForm,
} from './forms.ts';

for (const each of forms) {
  const { kind } = each;
  test(`section 5, the ${kind} form: ${required[kind].join(', ')} are each required, the email must have the format of one, and nothing else is checked`, async ({
    page,
  }) => {
    const { form, typed } = await openFilled(page, each);
    const calls = recordCalls(page);
    const otherChecks = await form
      .locator('input, textarea')
      .evaluateAll((controls) =>
        controls.flatMap((element) =>
          ['minlength', 'maxlength', 'pattern', 'min', 'max'].filter((name) => element.hasAttribute(name)),
        ),
      );
    expect(otherChecks).toEqual([]);
    if (kind === 'venue') await expect(control(form, 'website')).not.toHaveAttribute('type', 'url');

    const isRefused = async (name: string, value: string, error: 'valueMissing' | 'typeMismatch') => {
      await control(form, name).fill(value);
      await submitButton(form).click();
      await expect(control(form, name)).toBeFocused();
      const validity = await control(form, name).evaluate(
        (element: HTMLInputElement, key) => element.validity[key],
        error,
      );
      expect(validity, `${name}: ${error}`).toBe(true);
      await expect(submitButton(form)).toBeEnabled();
      await control(form, name).fill(typed[name] ?? '');
    };
    for (const name of required[kind]) await isRefused(name, '', 'valueMissing');
    await isRefused('email', 'not-an-address', 'typeMismatch');
    expect(calls).toHaveLength(0);
  });
}

test('what comes along unseen with a copied email is taken out', async ({ page }) => {
  const { email } = creator();
  const pasted = `\u200b\u2068${email.replace('@', '\u200b@')}\u2069\u00a0`;
  const { form } = await openFilled(page, forms[2], { email: pasted });
  const calls = recordCalls(page);
  await expect(control(form, 'email')).toHaveValue(email);
  await submitButton(form).click();
  await expect.poll(() => calls.map((call) => call.postDataJSON().email)).toEqual([email]);
});

test('an email from a Japanese keyboard is taken, and nothing is changed while it is being composed', async ({
  page,
}) => {
  await open(page, '/contact');
  const email = control(contactForm(page), 'email');
  await email.focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', {
    text: 'mia＠example',
    selectionStart: 11,
    selectionEnd: 11,
  });
  await expect(email).toHaveValue('mia＠example');
  await devtools.send('Input.insertText', { text: 'mia＠example。com' });
  await expect(email).toHaveValue('mia@example.com');
  expect(await email.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true);
});

test('section 4, the form on home begins as a creator’s, and follows setFormType from whomever, keeping what was typed', async ({
  page,
}) => {
  const { form, typed } = await openFilled(page, { path: '/', form: waitlistForm, person: creator });
  await expect(control(form, 'handle')).toBeVisible();
  await expect(control(form, 'venueName')).toHaveCount(0);
  const dispatch = (detail: unknown) =>
    page.evaluate((kind) => window.dispatchEvent(new CustomEvent('setFormType', { detail: kind })), detail);

  await dispatch('venue');
  await expect(control(form, 'venueName')).toBeVisible();
  await expect(control(form, 'website')).toBeVisible();
  await expect(control(form, 'message')).toBeVisible();
  await expect(control(form, 'handle')).toHaveCount(0);
  await expect(control(form, 'bio')).toHaveCount(0);
  const { name, email, city } = typed;
  expect(await valuesOf(form, ['name', 'email', 'city'])).toEqual({ name, email, city });

  await dispatch('something else');
  await expect(control(form, 'venueName')).toBeVisible();
  await dispatch('creator');
  expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
});
