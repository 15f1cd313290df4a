import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { type Finding, formatNumber, median, tell } from '#lab/bench/results.ts';
import { distDir, startSite } from '#lab/bench/site-process.ts';
import { findChromium } from '../../../scripts/chromium.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    dist: { type: 'string', default: distDir },
    /** Paths, with commas between. */
    only: { type: 'string' },
  },
});
const missingPath = '/not-on-the-list';
const paths = values.only?.split(',') ?? ['/', '/creators', '/venues', '/contact', missingPath];
const targets = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

/** What a 404 page is marked down for by being one; any other audit that fails there is a fault. */
const inherentAudits: Record<string, string[]> = {
  'best-practices': ['errors-in-console'],
  seo: ['http-status-code', 'is-crawlable'],
};
const inherentNote =
  'A 404 page cannot score 100 here: its status, its noindex and the console error that is asked of it are what is marked down (%s); nothing else failed.';

/** What the score of performance is made of, in milliseconds but for the shift. */
const timingAudits = {
  'first paint': 'first-contentful-paint',
  'largest paint': 'largest-contentful-paint',
  'speed index': 'speed-index',
  'blocked for': 'total-blocking-time',
  shift: 'cumulative-layout-shift',
};

const chromePath = await findChromium();
if (chromePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
const site = await startSite(values.dist);
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
try {
  const findings: Finding[] = [];
  for (const device of ['mobile', 'desktop'] as const) {
    for (const path of paths) findings.push(...(await measurePage(device, path)));
  }
  await tell('lighthouse', `Lighthouse (median of ${values.rounds})`, findings);
} finally {
  chrome.kill();
  await site.close();
}

async function measurePage(device: 'mobile' | 'desktop', path: string): Promise<Finding[]> {
  const scores = new Map<string, number[]>();
  const failed = new Map<string, Set<string>>();
  const timings = new Map<string, number[]>();
  const options = {
    port: chrome.port,
    logLevel: 'error' as const,
    onlyCategories: Object.keys(targets),
    // A 404 is expected there; without this Lighthouse refuses to measure it.
    ignoreStatusCode: true,
  };
  const look = async () => {
    const run = await lighthouse(site.url + path, options, device === 'desktop' ? desktopConfig : undefined);
    if (run === undefined) throw new Error(`Lighthouse gave no result for ${path}.`);
    return run.lhr;
  };
  let withoutScore = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    let result = await look();
    if (!hasScores(result)) result = await look();
    if (!hasScores(result)) {
      withoutScore += 1;
      continue;
    }
    const { categories, audits, environment } = result;
    for (const [name, { score, auditRefs }] of Object.entries(categories)) {
      if (score !== null) push(scores, name, 100 * score);
      const inCategory = failed.get(name) ?? new Set();
      for (const { id, weight } of auditRefs) {
        const audit = audits[id];
        if (weight > 0 && audit?.scoreDisplayMode === 'binary' && audit.score === 0) inCategory.add(id);
      }
      failed.set(name, inCategory);
    }
    for (const [name, id] of Object.entries(timingAudits))
      push(timings, name, audits[id]?.numericValue ?? NaN);
    push(timings, "this machine's index", environment.benchmarkIndex);
  }
  const timed = [...timings].map(([name, found]) => `${name} ${formatNumber(median(found))}`);
  const audits = [...failed.values()].flatMap((ids) => [...ids]);
  const lost = `${withoutScore} of ${values.rounds} rounds gave no score, twice each, and are left out`;
  console.log(
    `${device} ${path}: ${timed.join(', ')}${audits.length > 0 ? `; failed: ${audits.join(', ')}` : ''}${withoutScore > 0 ? `; ${lost}` : ''}`,
  );

  return Object.entries(targets).map(([name, atLeast]) => {
    const inherent = inherentAudits[name] ?? [];
    const inCategory = [...(failed.get(name) ?? [])];
    const isInherent =
      path === missingPath && inCategory.length > 0 && inCategory.every((id) => inherent.includes(id));
    const notes = [
      ...(isInherent ? [inherentNote.replace('%s', inCategory.join(', '))] : []),
      ...(withoutScore > 0 ? [`${device} ${path}: ${lost}.`] : []),
    ];
    return {
      subject: `${device} ${path}`,
      measure: name,
      value: median(scores.get(name) ?? []),
      unit: '',
      target: { atLeast },
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    };
  });
}

/** Now and then Chromium leaves no trace of a visit: that is no score of 0, and says nothing about the page. */
function hasScores({ categories }: Result): boolean {
  return Object.values(categories).every(({ score }) => score !== null);
}

function push(lists: Map<string, number[]>, name: string, value: number): void {
  lists.set(name, [...(lists.get(name) ?? []), value]);
}
