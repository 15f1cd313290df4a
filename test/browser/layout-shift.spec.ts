import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import {
  everyPath,
  expect,
  firstVisit,
  hold,
  hydrated,
  specifiedPaths,
  test,
  twoFrames,
} from './fixtures.ts';

test.use(firstVisit);

/** Nothing shifts. */

const fonts = '**/*.woff2';

const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** From the first frame on; what a person's own press moves within half a second does not count. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          return element?.outerHTML.slice(0, 80) ?? 'what is gone';
        });
        shifts.push(`${entry.value.toFixed(5)} ${moved.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise<void>((painted) =>
        requestAnimationFrame(() => requestAnimationFrame(() => painted())),
      );
    }
  });
}

// Another page need not have anything below its first screen, and so no sheets for it.
for (const path of specifiedPaths) {
  test(`the first screen of ${path} is painted before the sheets of what follows, and nothing moves when they come`, async ({
    page,
  }) => {
    await recordShifts(page);
    const release = await hold(page, '**/*.css');
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('footer')).toHaveCount(0);
    release();
    await page.locator('footer').waitFor();
    await hydrated(page);
    await scrollThrough(page);
    expect(await shifts(page)).toEqual([]);
  });
}

/** Serves what the site serves, but this page's document in pieces, cut in its bar and its first section. */
async function serveInPieces(siteUrl: string, path: string) {
  const whole = await (await fetch(new URL(path, siteUrl))).text();
  const pieces = cutFirstScreen(whole, path).map((piece) => Buffer.from(piece));
  const sent: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', siteUrl));
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    if (request.url !== path) return response.end(body);
    sent.push(() => {
      const piece = pieces.shift();
      if (piece) response.write(piece);
      if (pieces.length === 0) response.end();
    });
    sent[0]?.();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    isWhole: () => pieces.length === 0,
    sendNext: () => sent[0]?.(),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A piece ends where an element of the bar or of the first section ends. */
function cutFirstScreen(html: string, path: string): string[] {
  const start = html.indexOf('<header class="bar');
  const section = html.indexOf('<section id="first-screen"', start);
  const end = html.indexOf('</section>', section);
  if (start < 0 || section < 0 || end < 0) {
    throw new Error(
      `${path} has no <section id="first-screen"> after its bar: give its first section this id, which keeps it from being shown in halves.`,
    );
  }
  const inScreen = html
    .slice(start, end)
    .split(/(?<=<\/(?:dt|dd|h1|p|li|a|nav|button|span|picture|div|header)>)/);
  return [html.slice(0, start) + inScreen[0], ...inScreen.slice(1), html.slice(end)];
}

for (const path of everyPath) {
  test(`while the first screen of ${path} arrives in pieces, nor is half of it shown`, async ({
    page,
    testSite,
  }) => {
    await recordShifts(page);
    const slow = await serveInPieces(testSite.url, path);
    await page.goto(slow.url, { waitUntil: 'commit' });
    await page.locator('.bar').waitFor({ state: 'attached' });
    let count = 0;
    while (!slow.isWhole()) {
      await expect(page.locator('.bar:not(:has(+ main))'), `piece ${count}`).toBeHidden();
      await expect(page.locator('#first-screen'), `piece ${count}`).toBeHidden();
      slow.sendNext();
      await twoFrames(page);
      count++;
    }
    expect(count, 'pieces; one would prove nothing').toBeGreaterThan(1);
    await page.locator('footer').waitFor();
    await expect(page.locator('#first-screen')).toBeVisible();
    await hydrated(page);
    expect(await shifts(page)).toEqual([]);
    await slow.close();
  });
}

for (const width of [390, 1280]) {
  test(`when the fonts come after the first paint, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await recordShifts(page);
    for (const path of everyPath) {
      const release = await hold(page, fonts);
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('footer').waitFor();
      await twoFrames(page);
      release();
      await hydrated(page);
      await scrollThrough(page);
      expect(
        await shifts(page),
        `These moved on ${path} when the fonts came. Break their lines by hand, as site/sections/shared/headline.tsx does, or give them a width at which the lines break alike in the fallback fonts.`,
      ).toEqual([]);
      await page.unroute(fonts);
    }
  });
}
