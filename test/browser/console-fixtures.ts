import { expect, type Page } from '@playwright/test';
import { startMailServer, type TestMailServer } from '#test/mail-server.ts';
import { fillSite } from './console-people.ts';
import { type ConsoleSite, startConsoleSite } from './console-site.ts';
import { firstVisit, test as pageTest } from './page-fixtures.ts';

export { expect, firstVisit };

interface TestFixtures {
  /** Opens a view of the console as somebody who is signed in. */
  signedIn: (view?: string) => Promise<void>;
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
