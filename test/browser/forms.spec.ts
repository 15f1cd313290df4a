import { brand } from '../../contract/brand.ts';
import { fieldNames, waitlistKeys } from '../../contract/fields.ts';
import { expect, open, test } from './fixtures.ts';
import {
  contactForm,
  contactMessage,
  control,
  creator,
  fill,
  forms,
  recordCalls,
  submitButton,
  type Typed,
  toasts,
  valuesOf,
  venue,
  waitlistForm,
} from './forms.ts';

const required = {
  creator: ['name', 'email', 'handle', 'city', 'bio'],
  venue: ['name', 'email', 'venueName', 'city', 'message'],
  contact: ['name', 'email', 'message'],
} as const;
const optional = { creator: [], venue: ['website'], contact: [] } as const;
const success = {
  creator: [
    'Successfully submitted!',
    "You're on the list! We'll notify you when we're ready to welcome new creators.",
  ],
  venue: [
    'Successfully submitted!',
    "Thanks for your interest! We'll be in touch soon to discuss partnership opportunities.",
  ],
  contact: ['Message sent!', "Thanks for reaching out. We'll get back to you soon."],
} as const;
const failure = {
  creator: 'Failed to submit form. Please try again.',
  venue: 'Failed to submit form. Please try again.',
  contact: 'Failed to send message. Please try again.',
} as const;

for (const { kind, path, form: formOf, person, pending } of forms) {
  test.describe(`section 5, the ${kind} form's checks`, () => {
    test(`shows ${[...required[kind], ...optional[kind]].join(', ')}, each with its label`, async ({
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
    });

    for (const name of required[kind]) {
      test(`${name} is required`, async ({ page }) => {
        await open(page, path);
        const calls = recordCalls(page);
        const form = formOf(page);
        await fill(form, { ...person(), [name]: '' });
        await submitButton(form).click();
        await expect(control(form, name)).toBeFocused();
        expect(
          await control(form, name).evaluate((element: HTMLInputElement) => element.validity.valueMissing),
        ).toBe(true);
        await expect(submitButton(form)).toBeEnabled();
        expect(calls).toHaveLength(0);
      });
    }

    test('email must have the format of one', async ({ page }) => {
      await open(page, path);
      const calls = recordCalls(page);
      const form = formOf(page);
      await fill(form, { ...person(), email: 'not-an-address' });
      await submitButton(form).click();
      await expect(control(form, 'email')).toBeFocused();
      expect(
        await control(form, 'email').evaluate((element: HTMLInputElement) => element.validity.typeMismatch),
      ).toBe(true);
      expect(calls).toHaveLength(0);
    });

    test('nothing else is checked', async ({ page }) => {
      await open(page, path);
      const constraints = await formOf(page)
        .locator('input, textarea')
        .evaluateAll((controls) =>
          controls.flatMap((element) =>
            ['minlength', 'maxlength', 'pattern', 'min', 'max'].filter((name) => element.hasAttribute(name)),
          ),
        );
      expect(constraints).toEqual([]);
      if (kind === 'venue') await expect(control(formOf(page), 'website')).not.toHaveAttribute('type', 'url');
    });
  });

  test.describe(`section 4 and 7, the ${kind} form sends`, () => {
    test('the exact keys, with the button disabled and its pending words; success clears and says so', async ({
      page,
      testSite,
    }) => {
      await open(page, path);
      const form = formOf(page);
      const typed = person();
      const [title, description] = success[kind];
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/functions/v1/**', async (route) => {
        await held;
        await route.continue();
      });
      const idleWords = await submitButton(form).textContent();
      await fill(form, typed);
      const sent = page.waitForRequest((request) => request.url().includes('/functions/v1/'));
      await submitButton(form).click();
      await expect(submitButton(form)).toBeDisabled();
      await expect(submitButton(form)).toHaveText(pending);

      const request = await sent;
      const name = kind === 'contact' ? 'send-to-slack' : 'send-waitlist-to-slack';
      expect(request.method()).toBe('POST');
      expect(new URL(request.url()).pathname).toBe(`/functions/v1/${name}`);
      expect(request.headers()['content-type']).toMatch(/^application\/json/);
      expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
      expect(request.headers()['authorization']).toBeUndefined();
      const waitlistBody = {
        name: '',
        email: '',
        handle: '',
        venueName: '',
        website: '',
        city: '',
        bio: '',
        message: '',
        isVenueForm: kind === 'venue',
      };
      expect(request.postDataJSON()).toEqual(kind === 'contact' ? typed : { ...waitlistBody, ...typed });

      release();
      const toast = toasts(page).filter({ hasText: title });
      await expect(toast).toContainText(description);
      await expect(submitButton(form)).toBeEnabled();
      await expect(submitButton(form)).toHaveText(idleWords ?? '');
      const names = Object.keys(typed);
      expect(await valuesOf(form, names)).toEqual(Object.fromEntries(names.map((each) => [each, ''])));
      const message = await testSite.messageWith(typed['email'] ?? '');
      for (const value of Object.values(typed)) expect(message.text).toContain(value);
    });

    test('two submits in one task once', async ({ page, testSite }) => {
      await open(page, path);
      const calls = recordCalls(page);
      const form = formOf(page);
      const typed = person();
      await fill(form, typed);
      await form.evaluate((element: HTMLFormElement) => {
        element.requestSubmit();
        element.requestSubmit();
      });
      await expect(toasts(page)).toContainText(success[kind][0]);
      await testSite.messageWith(typed['email'] ?? '');
      expect(calls).toHaveLength(1);
      expect(testSite.messagesWith(typed['email'] ?? '')).toHaveLength(1);
    });

    test('a live region for the toasts is there at load', async ({ request }) => {
      expect(await (await request.get(path)).text()).toContain('role="status"');
    });
  });

  test.describe(`section 8, the ${kind} form fails`, () => {
    test.use({ expectedConsole: { anyOf: [/Failed to load resource/, /^Failed to|failed/i] } });

    test(`toast 'Error' with '${failure[kind]}'; fields kept; logged without the person's data; sent again as the same`, async ({
      page,
      testSite,
      consoleProblems,
    }) => {
      await open(page, path);
      const calls = recordCalls(page);
      const form = formOf(page);
      const typed = person();
      await fill(form, typed);
      await page.route('**/functions/v1/**', (route) => route.abort());
      await submitButton(form).click();
      const toast = toasts(page).locator('[data-variant="destructive"]');
      await expect(toast).toContainText('Error');
      await expect(toast).toContainText(failure[kind]);
      await expect(form.getByText(failure[kind])).toBeVisible();
      await expect(submitButton(form)).toBeEnabled();
      expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);

      const logged = consoleProblems.filter((text) => !text.startsWith('Failed to load resource'));
      expect(logged.length).toBeGreaterThan(0);
      for (const value of Object.values(typed)) expect(logged.join('\n')).not.toContain(value);

      await page.unroute('**/functions/v1/**');
      await submitButton(form).click();
      await expect(toasts(page)).toContainText(success[kind][0]);
      await expect(toast).toHaveCount(0);
      await expect(form.getByText(failure[kind])).toBeHidden();
      await testSite.messageWith(typed['email'] ?? '');
      expect(testSite.messagesWith(typed['email'] ?? '')).toHaveLength(1);
      expect(calls).toHaveLength(2);
      const keys = calls.map((call) => call.headers()['idempotency-key']);
      expect(keys[0]).toBe(keys[1]);
    });

    test('an error stays until it is dismissed', async ({ page }) => {
      await page.clock.install();
      await open(page, path);
      const form = formOf(page);
      await fill(form, person());
      await page.route('**/functions/v1/**', (route) =>
        route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Later.' } }),
      );
      await submitButton(form).click();
      const toast = toasts(page).locator('[data-variant="destructive"]');
      await expect(toast).toBeVisible();
      await page.clock.runFor(120_000);
      await expect(toast).toBeVisible();
      await toast.getByRole('button', { name: /dismiss/i }).click();
      await expect(toast).toHaveCount(0);
    });

    test('a call without an answer is given up after 15 s', async ({ page }) => {
      await page.clock.install();
      await open(page, path);
      const form = formOf(page);
      const typed = person();
      await fill(form, typed);
      await page.route('**/functions/v1/**', () => {
        // Never answered.
      });
      await submitButton(form).click();
      await expect(submitButton(form)).toHaveText(pending);
      await page.clock.runFor(14_000);
      await expect(submitButton(form)).toBeDisabled();
      await page.clock.runFor(1_500);
      await expect(toasts(page)).toContainText(failure[kind]);
      expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    for (const [what, answer] of [
      ['a 200 that is not JSON', { status: 200, contentType: 'application/json', body: '' }],
      ['a 500', { status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }],
      [
        'a 429',
        {
          status: 429,
          headers: { 'Retry-After': '60' },
          json: { code: 'TOO_MANY_REQUESTS', message: 'Later.' },
        },
      ],
    ] as const) {
      test(`${what} is a failure`, async ({ page }) => {
        await open(page, path);
        const form = formOf(page);
        const typed = person();
        await fill(form, typed);
        await page.route('**/functions/v1/**', (route) => route.fulfill(answer));
        await submitButton(form).click();
        await expect(toasts(page)).toContainText(failure[kind]);
        expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
      });
    }

    test('what the server refuses is said beside its field', async ({ page }) => {
      await open(page, path);
      const form = formOf(page);
      await fill(form, { ...person(), name: 'n'.repeat(201) });
      await submitButton(form).click();
      await expect(toasts(page)).toContainText(failure[kind]);
      await expect(control(form, 'name')).toHaveAttribute('aria-invalid', 'true');
      const describedBy = await control(form, 'name').getAttribute('aria-describedby');
      await expect(page.locator(`#${describedBy}`)).toBeVisible();
    });
  });
}

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

test.describe('the whole way', () => {
  test('a creator application from the hero reaches the channel with every field', async ({
    page,
    testSite,
  }) => {
    await open(page, '/');
    await page.locator('main section').first().getByRole('button', { name: 'Join Waitlist' }).click();
    await page.getByRole('menuitem', { name: 'As Creator', exact: true }).click();
    await page.waitForURL('**/creators#waitlist-form');
    await open(page, '/creators#waitlist-form');
    const typed: Typed = {
      ...creator(),
      name: 'Zoë "the guest" <b>O’Brien</b> & Söhne 🥂 עברית',
      bio: 'First line *bold* _not_ ~really~ `code`\n\nThird line <!channel> <@U123> https://example.com',
    };
    await fill(waitlistForm(page), typed);
    await waitlistForm(page).locator('[name="city"]').press('Enter');
    await expect(toasts(page)).toContainText(success.creator[1]);
    const message = await testSite.messageWith(typed['email'] ?? '');
    for (const value of Object.values(typed)) expect(message.text).toContain(value);
    // In rich text nothing of this has a meaning; in the fallback text it would.
    expect((message.payload as { text: string }).text).not.toMatch(/<[!@]/);
    expect(message.webhook).toBe(new URL(testSite.slack.waitlistUrl).pathname);
  });

  test('a contact message reaches its own channel', async ({ page, testSite }) => {
    await open(page, '/contact');
    const typed = contactMessage();
    await fill(contactForm(page), typed);
    await submitButton(contactForm(page)).click();
    const message = await testSite.messageWith(typed['email'] ?? '');
    expect(message.webhook).toBe(new URL(testSite.slack.contactUrl).pathname);
  });

  test('nothing that was typed stands in the log', async ({ page, testSite }) => {
    await open(page, '/creators');
    const typed = creator();
    await fill(waitlistForm(page), typed);
    await submitButton(waitlistForm(page)).click();
    await testSite.messageWith(typed['email'] ?? '');
    await expect.poll(() => testSite.log()).toContain('function called');
    const { city: _city, ...personal } = typed;
    for (const value of Object.values(personal)) expect(testSite.log()).not.toContain(value);
  });

  test(`the name ${brand.name} stands in every title`, async ({ page }) => {
    for (const path of ['/', '/creators', '/venues', '/contact']) {
      await page.goto(path);
      expect(await page.title()).toContain(brand.name);
    }
  });
});
