import type { Page } from '@playwright/test';
import { bar, expect, expectSentByBrowser, hold, hydrated, open, openFilled, test } from './fixtures.ts';
import {
  failureToast,
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

/** Browsers that lack something, and pages that were open during a deployment. The lack is made by script. */

/** What sends the forms and takes them over is the same code for all. */
const [shared] = forms;

/** Safari before 17, Firefox before 125. Their styles know `:popover-open` as little as their scripts. */
async function withoutPopovers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const html = (await answer.text())
      .replaceAll(/ (popover(?:target)?)=/gi, ' data-$1=')
      .replaceAll('not selector(:popover-open)', 'selector(:hover)');
    await route.fulfill({ response: answer, body: html, headers: withoutPolicy(answer.headers()) });
  });
  await page.addInitScript(() => {
    const { matches } = Element.prototype;
    Object.assign(Element.prototype, {
      matches(this: Element, selectors: string) {
        if (selectors.includes(':popover-open')) throw new DOMException('Not a selector', 'SyntaxError');
        return matches.call(this, selectors);
      },
    });
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name);
    }
  });
}

/** The policy names the hashes of the inline styles as they were. */
const withoutPolicy = ({ 'content-security-policy': _policy, ...headers }: Record<string, string>) => headers;

test.describe('without popovers', () => {
  test.beforeEach(({ page }) => withoutPopovers(page));

  test('the Join button stays, and its menu opens, by pointer and by keyboard', async ({ page }) => {
    await open(page, '/contact');
    const button = bar(page).getByRole('button', { name: 'Join Waitlist' });
    const venue = page.getByRole('menuitem', { name: 'Join as Venue' });
    await expect(button).toBeVisible();
    await expect(venue).toBeHidden();
    await button.hover();
    await expect(venue).toBeVisible();
    await page.mouse.move(0, 500);
    await expect(venue).toBeHidden();
    await button.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Join as Creator' })).toBeFocused();
    await venue.click();
    await expect(page).toHaveURL(/\/venues#waitlist-form$/);
  });

  test('a form is sent', async ({ page }) => {
    const { form } = await openFilled(page, shared);
    await submitButton(form).click();
    await expect(toasts(page)).toContainText(success.creator[1]);
  });
});

test('without URL.canParse a form is sent by its scripts', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'));
  const calls = recordCalls(page);
  const { form } = await openFilled(page, shared);
  await submitButton(form).click();
  await expect(toasts(page)).toContainText(success.creator[1]);
  expect(calls.map((call) => call.resourceType())).toEqual(['fetch']);
});

test.describe('when what sends a form fails before the request is out', () => {
  test.use({
    expectedConsole: { anyOf: [/Failed to load resource/, /^The browser sends the form by itself/] },
  });

  const lacks = {
    'its file cannot be loaded': (page: Page) => page.route('**/send-form.*.js', (route) => route.abort()),
    'its file is gone since a deployment': (page: Page) =>
      page.route('**/send-form.*.js', (route) => route.fulfill({ status: 404, body: 'Not found' })),
    'a function that it needs is missing': (page: Page) =>
      page.addInitScript(() => Reflect.deleteProperty(window, 'AbortController')),
  };

  for (const [lack, make] of Object.entries(lacks)) {
    test(`${lack}: the browser posts the form by itself`, async ({ page, testSite }) => {
      await make(page);
      const calls = recordCalls(page);
      const { form, typed } = await openFilled(page, shared);
      await submitButton(form).click();
      await expectSentByBrowser(page, shared);
      await testSite.messageWith(typed.email);
      expect(calls.map((call) => call.resourceType())).toEqual(['document']);
      expect(testSite.messagesWith(typed.email)).toHaveLength(1);
    });
  }

  test('on home the browser posts the venue form as one, and comes back with its outcome', async ({
    page,
    testSite,
  }) => {
    await page.route('**/send-form.*.js', (route) => route.abort());
    await open(page, '/');
    await page.evaluate(() => window.dispatchEvent(new CustomEvent('setFormType', { detail: 'venue' })));
    const typed = forms[1].person();
    await fill(waitlistForm(page), typed);
    await submitButton(waitlistForm(page)).click();
    await expectSentByBrowser(page, { path: '/', kind: 'venue' });
    await testSite.messageWith(typed.email);
  });
});

test.describe('when the line is cut', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource/, /^Failed to submit/] } });

  test('the form stays on its page, with all that was typed', async ({ page, context }) => {
    await page.route('**/send-form.*.js', (route) => route.abort());
    const { form, typed } = await openFilled(page, shared);
    await context.setOffline(true);
    await submitButton(form).click();
    await expect(failureToast(page)).toBeVisible();
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
    await expect(page).toHaveURL(new RegExp(`${shared.path}$`));
  });
});

test.describe('when an island throws', () => {
  test.use({ expectedConsole: { anyOf: [/works without scripts from now on/] } });

  test('what the server sent of the page stays, and its form is posted by the browser', async ({
    page,
    testSite,
  }) => {
    // React sets this of every control that it takes over.
    await page.addInitScript(() => {
      Object.defineProperty(HTMLInputElement.prototype, 'defaultChecked', {
        get: () => false,
        set() {
          throw new Error('No such property');
        },
      });
    });
    const thrown = page.waitForEvent('console', (message) => /^\w+Form works without/.test(message.text()));
    await page.goto(shared.path);
    const form = shared.form(page);
    // Not by a key, which Chromium drops before its first paint.
    await form.scrollIntoViewIfNeeded();
    await thrown;
    await expect(submitButton(form)).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
    const typed = shared.person();
    await fill(form, typed);
    await submitButton(form).click();
    await expectSentByBrowser(page, shared);
    await testSite.messageWith(typed.email);
  });

  test('later, after something was typed before its scripts came and more after it, all of it stays', async ({
    page,
  }) => {
    // React sets this of the button while the form is being sent.
    await page.addInitScript(() => {
      const { setAttribute } = Element.prototype;
      Element.prototype.setAttribute = function set(this: Element, name: string, value: string) {
        if (name === 'disabled') throw new Error('No such attribute');
        setAttribute.call(this, name, value);
      };
    });
    const release = await hold(page, '**/*.js');
    await page.goto(shared.path, { waitUntil: 'commit' });
    await hold(page, functionCalls);
    const name = shared.form(page).locator('[name=name]');
    await name.fill('Ja');
    release();
    await hydrated(page);
    await expect(name).toHaveValue('Ja');
    await fill(shared.form(page), { ...shared.person(), name: 'Jane Doe' });
    const thrown = page.waitForEvent('console', (message) => /^\w+Form works without/.test(message.text()));
    await submitButton(shared.form(page)).click();
    await thrown;
    await expect(name).toHaveValue('Jane Doe');
  });
});
