import path from 'node:path';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { fillSite } from '#test/browser/console-people.ts';
import { type ConsoleSite, startConsoleSite } from '#test/browser/console-site.ts';

const views = ['applicants', 'messages', 'held', 'overview'] as const;
const widths = [390, 1280, 1920] as const;
const heightPx = 800;

/** Every list and the overview of the console, with nobody and with some; the first of them for the README. */
export async function takeConsole(browser: Browser, folder: string, readmeFile: string): Promise<void> {
  const site = await startConsoleSite();
  try {
    await takeViews(browser, site, path.join(folder, 'console-empty'));
    await fillSite(site);
    await site.run('invite', '8', '--yes');
    await site.run('shortlist', '5', '3', '--yes');
    await site.run('decline', '4', '--yes');
    await takeViews(browser, site, path.join(folder, 'console'));
    await sharp(path.join(folder, 'console-applicants-1280.png'))
      .png({ palette: true, colours: 16, dither: 0, effort: 10 })
      .toFile(readmeFile);
  } finally {
    await site.close();
  }
}

async function takeViews(browser: Browser, site: ConsoleSite, name: string): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addCookies([await site.session()]);
  const page = await context.newPage();
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightPx });
    for (const view of views) {
      await page.goto(`${site.url}/#/${view}`);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: `${name}-${view}-${width}.png` });
    }
  }
  await context.close();
}
