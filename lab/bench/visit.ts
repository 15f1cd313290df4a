import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startProgram } from '#test/program.ts';
import { findChromium } from '../../scripts/chromium.ts';
import { type Finding, median, printFindings } from './results.ts';

/**
 * First visits on a slow phone, to the end of the pictures, each page beside itself without any script; and how soon a
 * press is answered that is made while the page loads.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '9' },
    pages: { type: 'string', default: '/,/creators,/venues,/contact,/not-on-the-list' },
  },
});
const runs = Number(values.runs);
const paths = values.pages.split(',');

const root = path.join(import.meta.dirname, '..', '..');

/** Lighthouse's slow phone: 150 ms a round trip, 1.6 Mbit/s down, 750 kbit/s up, a quarter of this processor. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const processorSlowdown = 4;
const device = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
};
/** After the navigation began, in milliseconds. */
const pressedAtMs = [700, 1_200, 2_000];
/** The menu's button on this phone, in CSS pixels. */
const openerAt = { x: 378, y: 32 };

interface Visit {
  firstPaint: number;
  largestPaint: number;
  /** Beyond 50 ms of each task, summed. */
  blocked: number;
  shift: number;
}

interface Sample extends Visit {
  url: string;
  /** How soon a press was answered; null: the button was not there yet. */
  press: number | null;
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
const bareRelease = await makeReleaseWithoutScripts();
const [site, control] = [await startProgram({}, root), await startProgram({}, bareRelease)];
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-background-networking'],
});
try {
  const samples: Sample[] = [];
  for (let run = -1; run < runs; run += 1) {
    for (const at of paths) {
      const turns = [site.url + at, control.url + at];
      const pressMs = pressedAtMs[(run + 1) % pressedAtMs.length] as number;
      for (const url of run % 2 === 0 ? turns : turns.reverse()) {
        const visit = await withPhone(browser, (page) => measureVisit(page, url));
        const press = await withPhone(browser, (page) => measurePress(page, url, pressMs));
        // The first answers of a new process are slower than all others: they do not count.
        if (run >= 0) samples.push({ url, press, ...visit });
      }
    }
    process.stderr.write(run < 0 ? 'warm\n' : `run ${run + 1} of ${runs}\n`);
  }
  printFindings(
    `First visit on a slow phone (medians of ${runs}, in turns; ratios to the page without scripts)`,
    paths.flatMap((at) => findingsOf(at, samples)),
  );
} finally {
  await browser.close();
  await site.stop();
  await control.stop();
  await rm(bareRelease, { recursive: true });
}

function findingsOf(at: string, samples: readonly Sample[]): Finding[] {
  const own = samples.filter(({ url }) => url === site.url + at);
  const bare = samples.filter(({ url }) => url === control.url + at);
  type Measure = 'firstPaint' | 'largestPaint' | 'blocked' | 'shift';
  const middle = (of: readonly Sample[], measure: Measure) => median(of.map((sample) => sample[measure]));
  const compare = (what: string, measure: Measure): Finding[] => [
    { measure: `${at}: ${what} without scripts, ms`, value: Math.round(middle(bare, measure)) },
    { measure: `${at}: ${what}, ms`, value: Math.round(middle(own, measure)) },
    {
      measure: `${at}: ${what}, ratio`,
      value: middle(own, measure) / middle(bare, measure),
      target: { atMost: 1.1 },
    },
  ];
  const pressed = (what: string, of: readonly Sample[], worst: Pick<Finding, 'target'> = {}): Finding[] => {
    const found = of.flatMap(({ press }) => (press === null ? [] : [press]));
    return [
      { measure: `${at}: ${what}, median of ${found.length}, ms`, value: median(found) },
      { measure: `${at}: ${what}, worst, ms`, value: Math.max(...found), ...worst },
    ];
  };
  const bareBlocked = Math.round(middle(bare, 'blocked'));
  return [
    ...compare('first paint', 'firstPaint'),
    ...compare('largest paint', 'largestPaint'),
    { measure: `${at}: blocked without scripts, ms`, value: bareBlocked },
    {
      measure: `${at}: blocked, ms`,
      value: Math.round(middle(own, 'blocked')),
      target: { atMost: bareBlocked + 50 },
    },
    { measure: `${at}: layout shift`, value: middle(own, 'shift'), target: { atMost: 0 } },
    ...pressed('press on the menu while the page loads', own, { target: { atMost: 200 } }),
    ...pressed('the same without scripts', bare),
  ];
}

/** This program with the same pages, but for their scripts. */
async function makeReleaseWithoutScripts(): Promise<string> {
  const release = await mkdtemp(path.join(tmpdir(), 'entree-bench-'));
  for (const part of ['server', 'contract', 'package.json', 'dist'])
    await cp(path.join(root, part), path.join(release, part), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(release, 'node_modules'));
  const pages = path.join(release, 'dist');
  for (const name of await readdir(pages)) {
    const file = path.join(pages, name);
    if (/\.html\.(br|gz)$/.test(name)) await rm(file);
    if (!name.endsWith('.html')) continue;
    const html = await readFile(file, 'utf8');
    await writeFile(
      file,
      html
        .replace(/<script\b(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
        .replace(/<link[^>]*rel="modulepreload"[^>]*>/g, ''),
    );
  }
  return release;
}

/** A phone with an empty cache. */
async function withPhone<Result>(browser: Browser, use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  await page.addInitScript(observe);
  try {
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else does, so it stands for itself: no imports, no outer names. */
function observe(): void {
  const seen = { firstPaint: 0, largestPaint: 0, blocked: 0, shift: 0 };
  Object.assign(window, { seen, pressed: 0 });
  const watch = (type: string, use: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
      type,
      buffered: true,
      ...options,
    });
  const notePress = ({ duration }: PerformanceEntry) => {
    Object.assign(window, {
      pressed: Math.max((window as unknown as { pressed: number }).pressed, duration),
    });
  };
  // The shortest that browsers tell of.
  watch('event', notePress, { durationThreshold: 16 });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50);
  });
}

async function measureVisit(page: Page, url: string): Promise<Visit> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => (window as unknown as { seen: Visit }).seen);
}

/**
 * Taps on the menu's button.
 * @returns from the touch to the frame that shows what it did, in milliseconds, rounded to 8
 * (https://www.w3.org/TR/event-timing); null when the button was not there yet
 */
async function measurePress(page: Page, url: string, atMs: number): Promise<number | null> {
  const loaded = page.goto(url, { waitUntil: 'networkidle' });
  await wait(atMs);
  await page.touchscreen.tap(openerAt.x, openerAt.y);
  await loaded;
  return page.evaluate(() => {
    const isOpen = document.querySelector('.site-menu[open]') !== null;
    return isOpen ? (window as unknown as { pressed: number }).pressed : null;
  });
}
