import type { Page } from '@playwright/test';
import { definitionOf, fieldNames } from '#contract/fields.ts';
import { publishableKey } from '#contract/wire.ts';
import { bar, expect, firstVisit, hold, hydrated, open, openFilled, test, withMotion } from './fixtures.ts';
import {
  creator,
  fill,
  forms,
  functionCalls,
  recordCalls,
  submitButton,
  success,
  toasts,
  valuesOf,
  waitlistForm,
} from './forms.ts';

const specifiedKeys = ['name', 'email', 'handle', 'venueName', 'website', 'city', 'bio', 'message'];
const addedKeys = fieldNames('creator', 'venue').filter((name) => definitionOf(name).addedOn !== undefined);
/** Keys of waitlist fields, which are empty where the kind does not have them. */
const emptyKeys = Object.fromEntries([...specifiedKeys, ...addedKeys].map((name) => [name, '']));

test.use(withMotion);

for (const each of forms) {
  const { kind, pending } = each;
  test(`section 4 and 7, the ${kind} form sends the exact keys to its channel, with the button disabled and its pending words; success clears and says so`, async ({
    page,
    testSite,
  }) => {
    const { form, typed } = await openFilled(page, each);
    const [title, description] = success[kind];
    const release = await hold(page, functionCalls);
    const idleWords = await submitButton(form).textContent();
    const calls = recordCalls(page);
    await submitButton(form).press('Enter');
    await expect(submitButton(form)).toHaveAttribute('disabled');
    await expect(submitButton(form)).toHaveText(pending);
    await form.locator('[name="name"]').press('Enter');

    await expect.poll(() => calls.length).toBe(1);
    const [request] = calls;
    if (!request) throw new Error('Nothing was sent.');
    const name = kind === 'contact' ? 'send-to-slack' : 'send-waitlist-to-slack';
    expect(request.method()).toBe('POST');
    expect(new URL(request.url()).pathname).toBe(`/functions/v1/${name}`);
    const headers = request.headers();
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['apikey']).toBe(publishableKey);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['authorization']).toBeUndefined();
    const sentBody = kind === 'contact' ? typed : { ...emptyKeys, ...typed, isVenueForm: kind === 'venue' };
    expect(request.postDataJSON()).toEqual(sentBody);

    release();
    const toast = toasts(page).filter({ hasText: title });
    await expect(toast).toContainText(description);
    await expect(submitButton(form)).toBeEnabled();
    await expect(submitButton(form)).toHaveText(idleWords ?? '');
    const names = Object.keys(typed);
    expect(await valuesOf(form, names)).toEqual(Object.fromEntries(names.map((name) => [name, ''])));
    const message = await testSite.messageWith(typed.email);
    for (const value of Object.values(typed)) expect(message.text).toContain(value);
    const { waitlistUrl, contactUrl } = testSite.slack;
    expect(message.webhook).toBe(new URL(kind === 'contact' ? contactUrl : waitlistUrl).pathname);
    expect(calls).toHaveLength(1);

    await expect.poll(() => testSite.log()).toContain('function called');
    const { city: _city, ...personal } = typed;
    for (const value of Object.values(personal)) expect(testSite.log()).not.toContain(value);
  });
}

/** The header and the body's keys of what a form sends. */
async function sendNoting(page: Page): Promise<{ source: string | undefined; keys: string[] }> {
  await hydrated(page);
  await fill(waitlistForm(page), creator());
  const [call] = await Promise.all([
    page.waitForRequest(functionCalls),
    submitButton(waitlistForm(page)).click(),
  ]);
  await expect(toasts(page)).toContainText(success.creator[0]);
  return { source: call.headers()['visit-source'], keys: Object.keys(call.postDataJSON()) };
}

const spring = 'utm_source=instagram&utm_medium=social&utm_campaign=Spring+%26+more';

test('what led the visitor to the first page goes with the form in a header, kept over the site’s pages and a reload, and never in the body', async ({
  page,
}) => {
  await page.goto(`/venues?${spring}&utm_term=x&fbclid=secret`, { referer: 'https://l.instagram.com/' });
  await bar(page).getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL('/contact');
  await bar(page).getByRole('link', { name: 'Creators' }).click();
  await page.waitForURL('/creators');
  await page.reload();
  const { source, keys } = await sendNoting(page);
  expect(source).toBe(spring);
  expect(keys.filter((key) => !addedKeys.some((name) => name === key))).toEqual([
    ...specifiedKeys,
    'isVenueForm',
  ]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('without a parameter the referring host is the source; without a host the header is left out', async ({
  page,
}) => {
  await page.goto('/creators', { referer: 'https://www.tiktok.com/@ada?secret=1' });
  expect((await sendNoting(page)).source).toBe('utm_source=www.tiktok.com');
  const other = await page.context().newPage();
  await other.goto('/creators');
  expect((await sendNoting(other)).source).toBeUndefined();
});

test.describe('where pages may not store anything', () => {
  test.use(firstVisit);

  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('Access is denied.', 'SecurityError');
        },
      }),
    ),
  );

  test('the form on home changes its kind and keeps what was typed', async ({ page }) => {
    const { form, typed } = await openFilled(page, { ...forms[0], path: '/' });
    for (const name of ['As Venue', 'As Creator']) await form.getByRole('link', { name }).click();
    await expect(form.locator('[name=handle]')).toBeVisible();
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
  });

  test('the form is sent, with what the address of its page says', async ({ page }) => {
    await page.goto(`/creators?${spring}`);
    expect((await sendNoting(page)).source).toBe(spring);
    await page.goto('/creators');
    expect((await sendNoting(page)).source).toBeUndefined();
  });
});

test('one submission when it is submitted twice in one task', async ({ page, testSite }) => {
  const { form, typed } = await openFilled(page, forms[0]);
  const calls = recordCalls(page);
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit();
    element.requestSubmit();
  });
  await expect(toasts(page)).toContainText(success.creator[0]);
  await testSite.messageWith(typed.email);
  expect(calls).toHaveLength(1);
  expect(testSite.messagesWith(typed.email)).toHaveLength(1);
});

test('a creator application from the hero reaches the channel with every field', async ({
  page,
  testSite,
}) => {
  await open(page, '/');
  await page.locator('main section').first().getByRole('button', { name: 'Join Waitlist' }).click();
  await page.getByRole('menuitem', { name: 'As Creator', exact: true }).click();
  await page.waitForURL('**/creators#waitlist-form');
  await open(page, '/creators#waitlist-form');
  const typed = {
    ...creator(),
    name: 'Zoë "the guest" <b>O’Brien</b> & Söhne 🥂 עברית',
    bio: 'First line *bold* _not_ ~really~ `code`\n\nThird line <!channel> <@U123> https://example.com',
  };
  await fill(waitlistForm(page), typed);
  await waitlistForm(page).locator('[name="city"]').press('Enter');
  await expect(toasts(page)).toContainText(success.creator[1]);
  const message = await testSite.messageWith(typed.email);
  for (const value of Object.values(typed)) expect(message.text).toContain(value);
  // In rich text nothing of this has a meaning; in the fallback text it would.
  expect((message.payload as { text: string }).text).not.toMatch(/<[!@]/);
  expect(message.webhook).toBe(new URL(testSite.slack.waitlistUrl).pathname);
});
