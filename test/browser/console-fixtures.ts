import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { startMailServer, type TestMailServer } from '#test/mail-server.ts';
import { type ConsoleSite, emailOf, fillSite, type SentFields, startConsoleSite } from './console-site.ts';
import { firstVisit, test as pageTest } from './page-fixtures.ts';

export { expect, firstVisit };

interface TestFixtures {
  /** Opens a view of the console as somebody who is signed in. */
  signedIn: (view?: string) => Promise<void>;
  /** A creator applies; who is signed in sees the list of all with this name. */
  listed: (name: string, fields?: SentFields) => Promise<void>;
  /** The same, and opens the creator's page. */
  opened: (name: string, fields?: SentFields) => Promise<void>;
}

interface WorkerFixtures {
  /** Takes the letters of invitation. */
  mail: TestMailServer;
  consoleSite: ConsoleSite;
  /** One for all tests of a worker. */
  sessionCookie: Awaited<ReturnType<ConsoleSite['session']>>;
}

export const test = pageTest.extend<TestFixtures, WorkerFixtures>({
  sessionCookie: [
    async ({ consoleSite }, use) => use(await consoleSite.session()),
    { scope: 'worker', timeout: 60_000 },
  ],
  signedIn: async ({ page, sessionCookie }, use) => {
    await use(async (view = '/applicants') => {
      await page.context().addCookies([sessionCookie]);
      await page.goto(`/#${view}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },
  listed: async ({ consoleSite, signedIn }, use) => {
    await use(async (name, fields) => {
      await consoleSite.apply('creator', { name, ...fields });
      await signedIn(`/applicants?${new URLSearchParams({ text: name })}`);
    });
  },
  opened: async ({ page, listed }, use) => {
    await use(async (name, fields) => {
      await listed(name, fields);
      await page.getByRole('link', { name }).click();
    });
  },
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from the pattern
    async ({}, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: 'worker' },
  ],
  consoleSite: [
    async ({ mail }, use) => {
      const site = await startConsoleSite({
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'list@waitlist.example',
        MAIL_MIN_INTERVAL_MS: '0',
      });
      await fillSite(site);
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // A breach of the console's policy is an error of the browser's console.
  site: [({ consoleSite }, use) => use(consoleSite), { scope: 'worker' }],
});

/** As a link to the view does. */
export async function show(page: Page, view: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, view);
}

export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

export const notice = (page: Page): Locator => page.getByRole('complementary', { name: 'Notice' });

export const history = (page: Page): Locator => page.getByRole('region', { name: 'History' });

export const noteField = (page: Page): Locator => page.getByRole('textbox', { name: 'Note' });

export const select = (page: Page, name: string): Promise<void> =>
  page.getByRole('checkbox', { name: `Select ${name}` }).check();

/** In the bar that the selected rows open. */
export const decision = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name });

/** On the page that a sign-in link leads to. */
export const pressSignIn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign in to the console' }).click();

/** Presses a button that downloads a file, and answers the file's text. */
export async function download(page: Page, button: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await started).path(), 'utf8');
}

/** Waits until the view shows what the server answered. */
export async function viewShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** For what the server does by itself in between. Each time the view is checked once it is whole, however long that takes. */
export const reloadUntil = (page: Page, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.reload();
    await viewShown(page);
    await check();
  }).toPass();

export const lettersTo = (mail: TestMailServer, name: string): number =>
  mail.received.filter(({ to }) => to.includes(emailOf(name))).length;

/** Of one person's page: the dialog that erases them. */
export async function askToErase(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Erase…' }).click();
  return page.getByRole('dialog');
}
