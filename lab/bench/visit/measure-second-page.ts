import { setTimeout as pause } from 'node:timers/promises';
import { launch } from 'chrome-launcher';
import { connect } from 'puppeteer-core';
import { type Finding, median } from '#lab/bench/results.ts';

const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--window-size=1280,800'];
const link = 'header nav a[href="/creators"]';
/** From the pointer's rest on the link to the click: longer than the browser takes to prerender. */
const restMs = 3_000;

/**
 * On a fast network, from the click on a link of the bar to the next page's first paint. Chromium does not
 * prerender while a debugger is attached, so the connection is closed once the pointer rests on the link, the
 * page clicks by itself, and the result is read over a new one. (Playwright cannot read a page that was
 * prerendered: it lists it without an address. Puppeteer can.)
 */
export async function measureSecondPage(
  executablePath: string,
  siteUrl: string,
  runs: number,
): Promise<Finding> {
  const paints: number[] = [];
  let prerendered = 0;
  for (let run = 0; run < runs; run += 1) {
    const chrome = await launch({ chromePath: executablePath, chromeFlags: flags, ignoreDefaultFlags: true });
    try {
      await restOnLink(chrome.port, siteUrl);
      await pause(restMs + 500);
      const { paintMs, wasPrerendered } = await readSecondPage(chrome.port, `${siteUrl}/creators`);
      paints.push(paintMs);
      if (wasPrerendered) prerendered += 1;
    } finally {
      chrome.kill();
    }
  }
  return {
    subject: 'second page',
    measure: 'click to first paint, fast network',
    value: median(paints),
    unit: 'ms',
    target: { atMost: 100 },
    note: `The browser had prerendered ${prerendered} of ${runs} second pages before the click.`,
  };
}

async function restOnLink(port: number, siteUrl: string): Promise<void> {
  const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const page = await browser.newPage();
  await page.goto(siteUrl, { waitUntil: 'networkidle0' });
  await page.evaluate(
    (selector, afterMs) => {
      setTimeout(() => {
        sessionStorage['clickedAt'] = String(performance.timeOrigin + performance.now());
        document.querySelector<HTMLAnchorElement>(selector)?.click();
      }, afterMs);
    },
    link,
    restMs,
  );
  await page.hover(link);
  await browser.disconnect();
}

/** @throws {Error} when the page does not open within ten seconds. */
async function readSecondPage(
  port: number,
  url: string,
): Promise<{ paintMs: number; wasPrerendered: boolean }> {
  const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
  const target = await browser.waitForTarget((each) => each.url() === url, { timeout: 10_000 });
  const page = await target.asPage();
  const seen = await page.evaluate(
    () =>
      new Promise<{ paintMs: number; wasPrerendered: boolean }>((resolve) => {
        const [navigation] = performance.getEntriesByType('navigation');
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (!paint) return;
          resolve({
            paintMs: performance.timeOrigin + paint.startTime - Number(sessionStorage['clickedAt']),
            wasPrerendered: (navigation as unknown as { activationStart: number }).activationStart > 0,
          });
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  await browser.disconnect();
  return seen;
}
