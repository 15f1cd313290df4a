import { fieldNames } from '../../contract/fields.ts';
import { expect, open, test } from './fixtures.ts';
import { control, fill, forms, optional, recordCalls, required, submitButton } from './forms.ts';

for (const { kind, path, form: formOf, person } of forms) {
  test.describe(`section 5, the ${kind} form's checks`, () => {
    test(`shows ${[...required[kind], ...optional[kind]].join(', ')}, each with its label, and checks nothing but what is required and the email`, async ({
      page,
    }) => {
      await open(page, path);
      const form = formOf(page);
      const shown = await form
        .locator('input:not([type="hidden"]):not([aria-hidden="true"] *), textarea')
        .evaluateAll((controls) => controls.map((control) => control.getAttribute('name')));
      expect(shown.sort()).toEqual(fieldNames(kind).toSorted());
      expect(shown).toEqual(expect.arrayContaining([...required[kind], ...optional[kind]]));
      for (const name of [...required[kind], ...optional[kind]]) {
        const labels = await control(form, name).evaluate(
          (element: HTMLInputElement) => element.labels?.length,
        );
        expect(labels, name).toBe(1);
      }
      await expect(control(form, 'email')).toHaveAttribute('type', 'email');
      await expect(form).toHaveAttribute('method', 'post');
      const otherChecks = await form
        .locator('input, textarea')
        .evaluateAll((controls) =>
          controls.flatMap((element) =>
            ['minlength', 'maxlength', 'pattern', 'min', 'max'].filter((name) => element.hasAttribute(name)),
          ),
        );
      expect(otherChecks).toEqual([]);
      if (kind === 'venue') await expect(control(form, 'website')).not.toHaveAttribute('type', 'url');
    });

    test('what comes along unseen with a copied email is taken out', async ({ page }) => {
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

    test(`${required[kind].join(', ')} are each required, and the email must have the format of one`, async ({
      page,
    }) => {
      await open(page, path);
      const calls = recordCalls(page);
      const form = formOf(page);
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
  });
}
