import { brand } from '#contract/brand.ts';
import type { PagePath } from '#contract/pages.ts';
import { expect, open, paths, test } from './fixtures.ts';

/** The headings that the specification names. */
const headings: Partial<Record<PagePath, string>> = {
  '/': 'Where Influence Becomes Currency',
  '/contact': "Let's talk access",
};

test.describe('section 2, routes', () => {
  for (const path of paths) {
    test(`${path} is a page, its text prerendered`, async ({ page, request }) => {
      const answer = await request.get(path);
      expect(answer.status()).toBe(200);
      expect(answer.headers()['content-type']).toMatch(/^text\/html; *charset=utf-8$/i);
      const html = await answer.text();
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html.match(/<main/g)).toHaveLength(1);

      await open(page, path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toBeVisible();
      await expect(heading).toHaveText(headings[path] ?? /\S/);
    });
  }

  test.describe('any other path: the 404 page', () => {
    test.use({ expectedConsole: { anyOf: [/status of 404/, /\/no\/such-page/] } });

    test("answers status 404 with 'Oops! Page not found', a link home, and the path on the console", async ({
      page,
      consoleProblems,
    }) => {
      const answer = await page.goto('/no/such-page?secret=1');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
      await expect
        .poll(() => consoleProblems.filter((text) => text.includes('/no/such-page')).length)
        .toBe(1);

      await page.getByRole('main').getByRole('link', { name: /home/i }).first().click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where Influence Becomes Currency');
    });

    test('holds the path as text, whatever stands in it', async ({ page, consoleProblems }) => {
      await page.goto('/no/such-page/%3Cimg%20src=x%20onerror=alert(1)%3E');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
      await expect(page.locator('img[src="x"], [onerror]')).toHaveCount(0);
      expect(consoleProblems.length).toBeGreaterThan(0);
    });
  });
});

test.describe('section 2, what the pages hold', () => {
  test('Home: hero, difference, How It Works in 3 steps, Why It Works with its cards, the form', async ({
    page,
  }) => {
    await open(page, '/');
    await expect(
      page.getByRole('main').getByText('Invitation only. Not everyone makes the list.').first(),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
    await expect(page.getByRole('main').locator('ol').first().locator('> li')).toHaveCount(3);
    const why = page.locator('section', { has: page.getByRole('heading', { name: 'Why It Works' }) });
    await expect(why.locator('a[href="/creators"]')).toHaveCount(1);
    await expect(why.locator('a[href="/venues"]')).toHaveCount(1);
    await expect(page.locator('main #waitlist-form form')).toHaveCount(1);
  });

  for (const [path, steps] of [
    ['/creators', 5],
    ['/venues', 4],
  ] as const) {
    test(`${path}: ${steps} steps as an ordered list, four benefit cards, the form`, async ({ page }) => {
      await open(page, path);
      await expect(page.locator('main ol')).toHaveCount(1);
      await expect(page.locator('main ol > li')).toHaveCount(steps);
      const benefits = page.locator('main ul').filter({ has: page.locator('h3') });
      await expect(benefits).toHaveCount(1);
      await expect(benefits.locator('> li')).toHaveCount(4);
      await expect(page.locator('#waitlist-form form')).toHaveCount(1);
      await expect(
        page.locator('#waitlist-form').getByText('Invitation only. Not everyone makes the list.'),
      ).toBeVisible();
    });
  }

  test("Contact: 'Let's talk access', a form, three cards and where they lead", async ({ page }) => {
    await open(page, '/contact');
    const cards = page.locator('main li').filter({ has: page.getByRole('heading') });
    await expect(cards).toHaveCount(3);
    await expect(cards.nth(0).locator('a')).toHaveAttribute('href', '/creators#waitlist-form');
    await expect(cards.nth(1).locator('a')).toHaveAttribute('href', '/venues#waitlist-form');

    await cards.nth(0).getByRole('link').click();
    await expect(page).toHaveURL(/\/creators#waitlist-form$/);
  });
});

test.describe('section 9, constants on the pages', () => {
  const facts = [
    ['content within 24 hours of the visit', /24 hours/i, ['/creators', '/venues']],
    ['launch', new RegExp(`${brand.launch.city}.{0,20}${brand.launch.date}`, 'i'), ['/']],
    ['venues pay only the cost of goods sold', /only the cost of goods sold/i, ['/venues']],
    ['a money-back guarantee for venues', /money.back/i, ['/venues']],
  ] as const;
  for (const [fact, words, where] of facts) {
    test(fact, async ({ request }) => {
      for (const path of where) {
        const html = await (await request.get(path)).text();
        expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(words);
      }
    });
  }

  test('the contact message box is at least 150 px high, the waitlist text areas 120 px', async ({
    page,
  }) => {
    for (const [path, minHeight] of [
      ['/', 120],
      ['/creators', 120],
      ['/venues', 120],
      ['/contact', 150],
    ] as const) {
      await page.goto(path);
      const area = page.locator('main textarea');
      await expect(area).toHaveCSS('min-height', `${minHeight}px`);
      expect((await area.boundingBox())?.height).toBeGreaterThanOrEqual(minHeight);
    }
  });
});
