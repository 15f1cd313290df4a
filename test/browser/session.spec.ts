import type { Page } from '@playwright/test';
import { expect, firstVisit, open, test } from './fixtures.ts';
import { contactForm, contactMessage, fill, recordCalls, submitButton, toasts } from './forms.ts';

test.use(firstVisit);

/** Where the official client keeps a session, for a site on `localhost`. */
const storageKey = 'sb-localhost-auth-token';

const token = (expiresInS: number) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expiresAt = Math.floor(Date.now() / 1000) + expiresInS;
  return {
    access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'a', exp: expiresAt })}.${part({})}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    refresh_token: 'refresh-me',
    user: {
      id: 'a',
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: {},
      created_at: '2026-01-01T00:00:00Z',
    },
  };
};

async function store(page: Page, session: object): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      if (key && value && !sessionStorage.getItem('stored')) localStorage.setItem(key, value);
      sessionStorage.setItem('stored', 'once');
    },
    [storageKey, JSON.stringify(session)],
  );
}

/** Bytes of script that the page has asked for. */
const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
  );

async function send(page: Page) {
  const calls = recordCalls(page);
  await fill(contactForm(page), contactMessage());
  await submitButton(contactForm(page)).click();
  await expect(toasts(page)).toContainText('Message sent!');
  return calls[0]?.headers() ?? {};
}

test.describe('section 4, the session', () => {
  test('none stored: its part is never downloaded, and nothing is stored', async ({ page }) => {
    await open(page, '/contact');
    expect((await send(page))['authorization']).toBeUndefined();
    const scripts = await page.evaluate(() =>
      Promise.all(
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry.name.endsWith('.js'))
          .map(async (entry) => (await fetch(entry.name)).text()),
      ),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.some((text) => text.includes('grant_type'))).toBe(false);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('a stored one travels as Authorization, and its part is downloaded', async ({ page }) => {
    await open(page, '/contact');
    const before = await scriptBytes(page);
    const session = token(3600);
    await store(page, session);
    await open(page, '/contact');
    await expect.poll(() => scriptBytes(page)).toBeGreaterThan(before);
    expect((await send(page))['authorization']).toBe(`Bearer ${session.access_token}`);
    expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).not.toBeNull();
  });

  test('one that is about to expire is refreshed, and the fresh one is kept and travels', async ({
    page,
  }) => {
    const fresh = { ...token(7200), refresh_token: 'refresh-me-again' };
    await page.route('**/auth/v1/token?grant_type=refresh_token', (route) => {
      expect(route.request().postDataJSON()).toEqual({ refresh_token: 'refresh-me' });
      return route.fulfill({ json: fresh });
    });
    await store(page, token(30));
    await open(page, '/contact');
    expect((await send(page))['authorization']).toBe(`Bearer ${fresh.access_token}`);
    await expect
      .poll(() =>
        page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').refresh_token, storageKey),
      )
      .toBe('refresh-me-again');
  });

  test.describe('a stale one', () => {
    test.use({ expectedConsole: { anyOf: [/status of 404/, /AuthApiError|accounts|not found/i] } });

    test('is removed by the answer of the server, and the submission goes through at once', async ({
      page,
    }) => {
      await store(page, token(-3600));
      await open(page, '/contact');
      expect((await send(page))['authorization']).toBeUndefined();
      // Had it waited for an answer in vain, it would have gone without the session too, which would still be there.
      expect(await page.evaluate((key) => localStorage.getItem(key), storageKey)).toBeNull();
    });
  });

  test('storage that holds nonsense does not stand in the way', async ({ page }) => {
    await page.addInitScript((key) => localStorage.setItem(key, 'nonsense'), storageKey);
    await open(page, '/contact');
    expect((await send(page))['authorization']).toBeUndefined();
  });
});
