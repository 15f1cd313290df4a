import type { Locator, Page } from '@playwright/test';
import { expect, expectBelowBar, firstVisit, hold, outcome, test, twoFrames } from './fixtures.ts';
import { fill, forms, functionCalls, submitButton, success } from './forms.ts';

async function sendByBrowser(page: Page, form: Locator): Promise<number | undefined> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    submitButton(form).click(),
  ]);
  return answer.status();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  // The one on home is the creator's.
  for (const { kind, path, form, person } of [...forms, { ...forms[0], path: '/' }]) {
    test(`the ${kind} form of ${path} is sent, the answer a 303 back to the page, which tells the outcome`, async ({
      page,
      testSite,
    }) => {
      await page.goto(path);
      const typed = person();
      await fill(form(page), typed);
      await expect(page.getByText(success[kind][1])).toBeHidden();
      expect(await sendByBrowser(page, form(page))).toBe(303);
      await expect(page).toHaveURL(new RegExp(`^${testSite.url}${path}#[a-z-]+$`));
      await expect(page.getByText(success[kind][1])).toBeVisible();
      await expectBelowBar(page, page.getByText(success[kind][1]));
      const message = await testSite.messageWith(typed.email);
      for (const value of Object.values(typed)) expect(message.text).toContain(value);
    });
  }

  test("a form's request carries the address of its page, which says what led the visitor there", async ({
    page,
  }) => {
    const { path, form, person } = forms[0];
    await page.goto(`${path}?utm_source=instagram`);
    await fill(form(page), person());
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST'),
      submitButton(form(page)).click(),
    ]);
    expect((await request.allHeaders())['referer']).toMatch(/\/creators\?utm_source=instagram$/);
  });

  test('the switches of the form on home lead to the forms of their kinds', async ({ page }) => {
    for (const [label, destination] of [
      ['As Creator', /\/creators#waitlist-form$/],
      ['As Venue', /\/venues#waitlist-form$/],
    ] as const) {
      await page.goto('/');
      await page.locator('#waitlist-form').getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(destination);
    }
  });

  test('the bill has no control, and does not ask for numbers', async ({ page }) => {
    await page.goto('/venues');
    await expect(page.getByText('An example')).toBeVisible();
    await expect(page.getByText('Set your own numbers')).toBeHidden();
    for (const input of await page.locator('.sum input').all()) await expect(input).toBeHidden();
  });

  test('the join dropdown leads to both forms', async ({ page }) => {
    for (const [label, destination] of [
      ['Join as Creator', /\/creators#waitlist-form$/],
      ['Join as Venue', /\/venues#waitlist-form$/],
    ] as const) {
      await page.goto('/contact');
      await page.locator('header').getByRole('button', { name: 'Join Waitlist' }).click();
      await page.getByRole('menuitem', { name: label }).click();
      await expect(page).toHaveURL(destination);
    }
  });

  test.describe('on a small screen', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('the panel opens, and each of its ways leads on', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: /open navigation/i }).click();
      const panel = page.getByRole('dialog', { name: 'Navigation' });
      await expect(panel).toBeVisible();
      await panel.getByRole('button', { name: 'Join as Venue' }).click();
      await expect(page).toHaveURL(/\/venues\??#waitlist-form$/);
    });
  });
});

test.describe('before the scripts have come', () => {
  test.use(firstVisit);
  test.use({
    expectedConsole: { anyOf: [/Failed to load resource/, /Failed to fetch dynamically imported module/] },
  });

  test('a form that is pressed before the scripts have come and after is stored once', async ({
    page,
    testSite,
  }) => {
    const { kind, path, form, person } = forms[0];
    const posts = Promise.withResolvers<void>();
    const islandsFile = /\/_astro\/hydrate-islands\./;
    const pressed: string[] = [];
    const sendIslands = await hold(page, islandsFile);
    await page.route(functionCalls, async (route) => {
      pressed.push(route.request().resourceType());
      await posts.promise;
      // The browser gives the first up for the second, which the server has got all the same.
      await route.continue().catch(() => route.fetch());
    });
    await page.goto(path);
    const typed = person();
    await fill(form(page), typed);
    await submitButton(form(page)).scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await submitButton(form(page)).boundingBox()) ?? {};
    // By its place: Playwright's own click would wait for the answer.
    const press = () => page.mouse.click(x + 10, y + 10);
    await press();
    await expect.poll(() => pressed).toEqual(['document']);
    const loaded = page.waitForEvent('requestfinished', (request) => islandsFile.test(request.url()));
    sendIslands();
    await loaded;
    await press();
    await expect.poll(() => pressed).toEqual(['document', 'document']);
    posts.resolve();
    await expect(outcome(page, kind)).toBeVisible();
    // Of a person of their own, and so behind both.
    const later = person();
    await page.goto(path);
    await fill(form(page), later);
    await submitButton(form(page)).click();
    await testSite.messageWith(later.email);
    expect(testSite.messagesWith(typed.email)).toHaveLength(1);
  });

  for (const [what, choose] of [
    [
      'the switch',
      (page: Page) => page.locator('#waitlist-form').getByRole('link', { name: 'As Venue' }).click(),
    ],
    [
      'the join menu',
      async (page: Page) => {
        await page.locator('header').getByRole('button', { name: 'Join Waitlist' }).click();
        await page.getByRole('menuitem', { name: 'Join as Venue' }).click();
      },
    ],
  ] as const) {
    test(`the form's code does not arrive: a choice of the other kind by ${what} leads to its form`, async ({
      page,
    }) => {
      await page.route(/\/_astro\/hydrate-islands\./, (route) => route.abort());
      await page.goto('/');
      await choose(page);
      await expect(page).toHaveURL(/\/venues#waitlist-form$/);
    });
  }

  test("the bill's code does not arrive: it has no control", async ({ page }) => {
    await page.route(/\/_astro\/start-the-rest\./, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await page.goto('/venues');
    await failed;
    await twoFrames(page);
    for (const input of await page.locator('.sum input').all()) await expect(input).toBeHidden();
  });
});
