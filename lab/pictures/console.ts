import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { fill } from '#lab/bench/fill.ts';
import { type ConsoleSite, fillSite, startConsoleSite } from '#test/browser/console-site.ts';
import { addTroubled, type ConsoleView, viewsOf } from './console-views.ts';
import { desktop, type Sizes, save, saveForReadme, takeView, type UsePicture, untilShown } from './take.ts';

/** How many applied: nobody, one, many. */
const counts = [0, 1, 10_000];

/** 320 × 200: a window of 1280 × 800 at 400 %. */
const windows: Sizes = [
  { width: 390, height: 844 },
  desktop,
  { width: 1920, height: 1080 },
  { width: 320, height: 200 },
];

/** Every view of the console with nobody, one and many applicants; and the README's picture, the list with nine. */
export async function takeConsolePictures(browser: Browser): Promise<void> {
  for (const count of counts)
    await withSite(count, async (site) => {
      const session = await site.session();
      for (const view of viewsOf(count))
        await take(browser, session, view, windows, (picture, { width }) =>
          save(`console/${count}-${view.name}-${width}.png`, picture),
        );
    });
  await takeReadmePicture(browser);
}

async function take(
  browser: Browser,
  session: Awaited<ReturnType<ConsoleSite['session']>>,
  view: ConsoleView,
  sizes: Sizes,
  use: UsePicture,
): Promise<void> {
  const posed: ConsoleView = {
    ...view,
    path: `/#${view.path}`,
    async pose(page) {
      await view.pose?.(page);
      await untilShown(page);
    },
  };
  await takeView(browser, session.url, posed, sizes, use, view.isSignedOut ? [] : [session]);
}

async function withSite(count: number, use: (site: ConsoleSite) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-pictures-'));
  if (count > 0) await fill({ databaseUrl: null, dataDir }, count);
  const site = await startConsoleSite({
    DATA_DIR: dataDir,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'list@waitlist.example',
  });
  try {
    if (count > 1) await addTroubled(site);
    await use(site);
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeReadmePicture(browser: Browser) {
  const site = await startConsoleSite({ RATE_LIMIT_PER_MINUTE: '0' });
  try {
    await fillSite(site);
    await site.run('invite', '8', '--yes');
    await site.run('shortlist', '5', '3', '--yes');
    await site.run('decline', '4', '--yes');
    const list = { name: 'readme', path: '/applicants' };
    await take(browser, await site.session(), list, [desktop], (picture) =>
      saveForReadme('console.png', picture),
    );
  } finally {
    await site.close();
  }
}
