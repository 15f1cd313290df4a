import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { fill } from '#lab/bench/fill.ts';
import { openStore } from '#server/store/open-store.ts';
import { fillSite } from '#test/browser/console-people.ts';
import { type ConsoleSite, startConsoleSite } from '#test/browser/console-site.ts';
import { buildIfChanged } from '../../scripts/build.mjs';
import { addTroubled, type ConsoleView, viewsOf } from './console-views.ts';

const root = path.dirname(path.dirname(import.meta.dirname));

/** How many applied: nobody, one, a few pages, many. */
const counts = [0, 1, 300, 100_000] as const;

/** 320 × 200: a window of 1280 × 800 at 400 %. */
const windows = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 320, height: 200 },
] as const;

/**
 * Every view of the console with nobody, one, 300 and 100,000 applicants, or with as many as are named; and the
 * README's picture, the list with nine. Answers the files' names.
 */
export async function takeConsolePictures(
  browser: Browser,
  folder: string,
  [named]: readonly string[] = [],
): Promise<string[]> {
  await buildIfChanged();
  await mkdir(folder, { recursive: true });
  const taken: string[] = [];
  for (const count of named === undefined ? counts : [Number(named)])
    taken.push(...(await withSite(count, (site) => takeViews(browser, site, folder, count))));
  await takeReadmePicture(browser);
  return taken;
}

async function withSite<Result>(
  count: number,
  take: (site: ConsoleSite) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-pictures-'));
  const place = { databaseUrl: null, dataDir };
  if (count > 0) {
    await (await openStore(place)).close();
    await fill(place, count);
    // What the program derives of so many rows takes longer than a site may take to start.
    await (await openStore(place)).close();
  }
  const site = await startConsoleSite({
    DATA_DIR: dataDir,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'list@waitlist.example',
  });
  try {
    if (count > 1) await addTroubled(site);
    return await take(site);
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeViews(browser: Browser, site: ConsoleSite, folder: string, count: number) {
  const taken: string[] = [];
  const session = await site.session();
  for (const view of viewsOf(count)) {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: windows[0] });
    const page = await context.newPage();
    await open(page, site, session, view);
    for (const size of windows) {
      await page.setViewportSize(size);
      const file = `${count}-${view.name}-${size.width}.png`;
      await page.screenshot({ path: path.join(folder, file) });
      taken.push(file);
    }
    await context.close();
  }
  return taken;
}

async function open(
  page: Page,
  site: ConsoleSite,
  session: Awaited<ReturnType<ConsoleSite['session']>>,
  view: ConsoleView,
) {
  if (!view.isSignedOut) await page.context().addCookies([session]);
  if (view.media) await page.emulateMedia({ reducedMotion: 'reduce', ...view.media });
  await page.goto(`${site.url}/#${view.path}`);
  await waitUntilShown(page);
  await view.pose?.(page);
  await waitUntilShown(page);
}

/** On a busy machine the answer can come after the network has been idle for its half second. */
async function waitUntilShown(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.loading').waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
}

async function takeReadmePicture(browser: Browser) {
  const site = await startConsoleSite({ RATE_LIMIT_PER_MINUTE: '0' });
  try {
    await fillSite(site);
    await site.run('invite', '8', '--yes');
    await site.run('shortlist', '5', '3', '--yes');
    await site.run('decline', '4', '--yes');
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await open(page, site, await site.session(), { name: 'readme', path: '/applicants' });
    await sharp(await page.screenshot())
      .png({ palette: true, colours: 16, dither: 0, effort: 10 })
      .toFile(path.join(root, 'docs', 'console.png'));
    await page.close();
  } finally {
    await site.close();
  }
}
