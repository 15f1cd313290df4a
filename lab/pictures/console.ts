import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { fillSite } from '#test/browser/console-people.ts';
import { type ConsoleSite, startConsoleSite } from '#test/browser/console-site.ts';
import { buildIfChanged } from '../../scripts/build.mjs';

const root = path.dirname(path.dirname(import.meta.dirname));

const lists = ['applicants', 'messages', 'held', 'overview'] as const;
const widths = [390, 1280, 1920] as const;
const heightPx = 800;
/** More than one page of the list. */
const many = 300;

/**
 * Every view of the console with nobody, with nine people and with many; the list with nine is the README's
 * picture. Answers the files' names.
 */
export async function takeConsolePictures(browser: Browser, folder: string): Promise<string[]> {
  await buildIfChanged();
  await mkdir(folder, { recursive: true });
  const site = await startConsoleSite({ RATE_LIMIT_PER_MINUTE: '0' });
  try {
    const taken = await takeViews(browser, site, folder, 'nobody', [...lists, 'sign-in']);
    await fillSite(site);
    await site.run('invite', '8', '--yes');
    await site.run('shortlist', '5', '3', '--yes');
    await site.run('decline', '4', '--yes');
    taken.push(...(await takeViews(browser, site, folder, 'nine', [...lists, 'person'])));
    await sharp(path.join(folder, 'nine-applicants-1280.png'))
      .png({ palette: true, colours: 16, dither: 0, effort: 10 })
      .toFile(path.join(root, 'docs', 'console.png'));
    for (let index = 1; index <= many; index += 1) {
      await site.apply(index % 3 === 0 ? 'venue' : 'creator', { email: `sample${index}@example.com` });
    }
    taken.push(...(await takeViews(browser, site, folder, 'many', lists)));
    return taken;
  } finally {
    await site.close();
  }
}

type View = (typeof lists)[number] | 'person' | 'sign-in';

async function takeViews(
  browser: Browser,
  site: ConsoleSite,
  folder: string,
  name: string,
  views: readonly View[],
): Promise<string[]> {
  const taken: string[] = [];
  for (const view of views) {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    if (view !== 'sign-in') await context.addCookies([await site.session()]);
    const page = await context.newPage();
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightPx });
      await page.goto(`${site.url}/#/${view === 'person' || view === 'sign-in' ? 'applicants' : view}`);
      if (view === 'person') await page.getByRole('row').nth(1).getByRole('link').click();
      await page.waitForLoadState('networkidle');
      const file = `${name}-${view}-${width}.png`;
      await page.screenshot({ path: path.join(folder, file) });
      taken.push(file);
      // The next width begins at the list again.
      await page.goto('about:blank');
    }
    await context.close();
  }
  return taken;
}
