import { expect, open, test } from './fixtures.ts';
import { control, fill, forms, recordCalls, required, submitButton } from './forms.ts';

for (const { kind, path, form: formOf, person } of forms) {
  test(`section 5, the ${kind} form: ${required[kind].join(', ')} are each required, the email must have the format of one, and nothing else is checked`, async ({
    page,
  }) => {
    await open(page, path);
    const calls = recordCalls(page);
    const form = formOf(page);
    const otherChecks = await form
      .locator('input, textarea')
      .evaluateAll((controls) =>
        controls.flatMap((element) =>
          ['minlength', 'maxlength', 'pattern', 'min', 'max'].filter((name) => element.hasAttribute(name)),
        ),
      );
    expect(otherChecks).toEqual([]);
    if (kind === 'venue') await expect(control(form, 'website')).not.toHaveAttribute('type', 'url');

    const typed = person();
    await fill(form, typed);
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
  const { path, form: formOf, person } = forms[2];
  await open(page, path);
  const form = formOf(page);
  const typed = person();
  const { email = '' } = typed;
  const calls = recordCalls(page);
  await fill(form, { ...typed, email: `\u200b\u2068${email.replace('@', '\u200b@')}\u2069\u00a0` });
  await expect(control(form, 'email')).toHaveValue(email);
  await submitButton(form).click();
  await expect.poll(() => calls.map((call) => call.postDataJSON().email)).toEqual([email]);
});
