import { expect, expectSentByBrowser, firstVisit, openFilled, test } from './fixtures.ts';
import {
  cutCalls,
  failure,
  failureToast,
  forms,
  functionCalls,
  recordCalls,
  submitButton,
  success,
  toasts,
  valuesOf,
} from './forms.ts';

/** By the button; the toast has the specification's words. */
const notSent = 'Not sent. What you typed is still here.';

test.use({ expectedConsole: { anyOf: [/Failed to load resource/, /^Failed to|failed/i] } });

for (const each of forms) {
  const { kind } = each;
  test(`section 8, the ${kind} form: toast 'Error' with '${failure[kind]}'; fields kept; logged without the person's data; sent again as the same`, async ({
    page,
    testSite,
    consoleProblems,
  }) => {
    const calls = recordCalls(page);
    const { form, typed } = await openFilled(page, each);
    await cutCalls(page);
    await submitButton(form).press('Enter');
    await expect(failureToast(page)).toContainText('Error');
    await expect(failureToast(page)).toContainText(failure[kind]);
    await expect(form.getByText(notSent)).toBeVisible();
    await expect(submitButton(form), 'the focus comes back after the wait').toBeFocused();
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);

    const logged = consoleProblems.filter((text) => !text.startsWith('Failed to load resource'));
    expect(logged.length).toBeGreaterThan(0);
    for (const value of Object.values(typed)) expect(logged.join('\n')).not.toContain(value);

    await page.unroute(functionCalls);
    await submitButton(form).click();
    await expect(toasts(page)).toContainText(success[kind][0]);
    await expect(failureToast(page)).toHaveCount(0);
    await expect(form.getByText(notSent)).toBeHidden();
    await testSite.messageWith(typed.email);
    expect(testSite.messagesWith(typed.email)).toHaveLength(1);
    expect(calls).toHaveLength(2);
    const keys = calls.map((call) => call.headers()['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
  });
}

/** The forms share what follows. */
const shared = forms[1];

test('a call that is blocked twice is posted by the browser, which comes back with the outcome', async ({
  page,
  testSite,
}) => {
  const { form, typed } = await openFilled(page, shared);
  await page.route(functionCalls, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
  );
  await submitButton(form).click();
  await expect(failureToast(page)).toBeVisible();
  expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
  await submitButton(form).click();
  await expectSentByBrowser(page, shared);
  await testSite.messageWith(typed.email);
});

test('a call whose answer is lost twice is stored once, though the browser posts it in the end', async ({
  page,
  testSite,
}) => {
  const { form, typed } = await openFilled(page, shared);
  await page.route(functionCalls, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await submitButton(form).click();
  await expect(failureToast(page)).toBeVisible();
  await submitButton(form).click();
  await expectSentByBrowser(page, shared);
  await page.unroute(functionCalls);
  const later = await openFilled(page, shared);
  await submitButton(later.form).click();
  await testSite.messageWith(later.typed.email);
  expect(testSite.messagesWith(typed.email)).toHaveLength(1);
});

test('a line that is cut twice keeps the page, with all that was typed', async ({ page, context }) => {
  const { form, typed } = await openFilled(page, shared);
  await context.setOffline(true);
  for (let press = 1; press < 4; press++) {
    await submitButton(form).click();
    await expect(failureToast(page)).toBeVisible();
    await failureToast(page).getByRole('button', { name: 'Dismiss' }).click();
  }
  expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
  await expect(page).toHaveURL(new RegExp(`${shared.path}$`));
});

test.describe('by a clock of its own', () => {
  test.use(firstVisit);

  test('an error stays until it is dismissed', async ({ page }) => {
    await page.clock.install();
    const { form } = await openFilled(page, shared);
    await page.route(functionCalls, (route) =>
      route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message: 'Later.' } }),
    );
    await submitButton(form).click();
    await expect(failureToast(page)).toBeVisible();
    await page.clock.runFor(120_000);
    await expect(failureToast(page)).toBeVisible();
    await failureToast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(failureToast(page)).toHaveCount(0);
  });

  test('a call without an answer is given up after 15 s', async ({ page }) => {
    await page.clock.install();
    const { form, typed } = await openFilled(page, shared);
    await page.route(functionCalls, () => {
      // Never answered.
    });
    const calls = recordCalls(page);
    // From now on time passes only as it is told to: a busy machine would be through with it.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await submitButton(form).click();
    await expect(submitButton(form)).toHaveText(shared.pending);
    await expect.poll(() => calls.length).toBe(1);
    await page.clock.runFor(14_999);
    await expect(submitButton(form)).toBeDisabled();
    await page.clock.runFor(1);
    await expect(toasts(page)).toContainText(failure[shared.kind]);
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('what the function itself has not answered is a failure, whatever its status, and so is what says so; fields and key stay', async ({
  page,
}) => {
  const { form, typed } = await openFilled(page, shared);
  const calls = recordCalls(page);
  const answers = [
    { status: 200, contentType: 'application/json', body: '' },
    { status: 200, contentType: 'text/html', body: '<!doctype html><title>Welcome to our Wi-Fi</title>' },
    { status: 200, contentType: 'text/plain', body: 'OK' },
    { status: 200, contentType: 'application/octet-stream', body: 'OK' },
    { status: 200, contentType: 'text/event-stream', body: 'data: {"success":true}\n\n' },
    { status: 204 },
    { status: 200, json: null },
    { status: 200, json: [] },
    { status: 200, json: 'sent' },
    { status: 200, json: { success: false } },
    { status: 201, json: { success: true, error: 'The channel is gone.' } },
    { status: 302, headers: { Location: '/contact' } },
    { status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' },
    {
      status: 429,
      headers: { 'Retry-After': '60' },
      json: { code: 'TOO_MANY_REQUESTS', message: 'Later.' },
    },
  ];
  for (const answer of answers) {
    await page.route(functionCalls, (route) => route.fulfill(answer), { times: 1 });
    await submitButton(form).click();
    await expect(failureToast(page), JSON.stringify(answer)).toContainText(failure[shared.kind]);
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
    await failureToast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(failureToast(page)).toHaveCount(0);
  }
  expect(calls).toHaveLength(answers.length);
  expect(new Set(calls.map((call) => call.headers()['idempotency-key'])).size).toBe(1);
});

for (const [what, answer] of Object.entries({
  'as plain text': { contentType: 'text/plain', body: '{"success":true}' },
  'as a file': { contentType: 'application/octet-stream', body: '{"success":true}' },
  'without a word about success': { json: {} },
  'with an empty error': { json: { error: null } },
}))
  test(`an object of JSON, ${what}, is a success`, async ({ page }) => {
    const { form } = await openFilled(page, shared);
    await page.route(functionCalls, (route) => route.fulfill(answer));
    await submitButton(form).click();
    await expect(toasts(page)).toContainText(success[shared.kind][0]);
  });

test('a form whose code did not come is not posted to a Wi-Fi that answers in place of the site', async ({
  page,
}) => {
  const welcome = { contentType: 'text/html', body: 'Welcome' };
  await page.route('**/send-form.*.js', (route) => route.fulfill(welcome));
  const { form, typed } = await openFilled(page, shared);
  await page.route('**/*', (route) => route.fulfill(welcome));
  await submitButton(form).click();
  await expect(failureToast(page)).toBeVisible();
  expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
});
