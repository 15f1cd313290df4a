import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { findChromium } from '../../scripts/chromium.mjs';
import { type Finding, median, tell } from '../results.ts';
import { distDir, startSite } from '../site-process.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, dist: { type: 'string', default: distDir } },
});
const paths = ['/', '/creators', '/venues', '/contact', '/not-on-the-list'];
const targets = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };

const chromePath = await findChromium();
if (chromePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
const site = await startSite(values.dist);
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
try {
  const findings: Finding[] = [];
  for (const device of ['mobile', 'desktop'] as const) {
    for (const path of paths) findings.push(...(await judge(device, path)));
  }
  await tell('lighthouse', `Lighthouse (median of ${values.rounds})`, findings);
} finally {
  chrome.kill();
  await site.close();
}

async function judge(device: 'mobile' | 'desktop', path: string): Promise<Finding[]> {
  const scores = new Map<string, number[]>();
  const options = {
    port: chrome.port,
    logLevel: 'error' as const,
    onlyCategories: Object.keys(targets),
    // A 404 is what is asked for there; without this Lighthouse declines to judge it.
    ignoreStatusCode: true,
  };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const run = await lighthouse(site.url + path, options, device === 'desktop' ? desktopConfig : undefined);
    for (const [name, { score }] of Object.entries(run?.lhr.categories ?? {})) {
      scores.set(name, [...(scores.get(name) ?? []), 100 * (score ?? 0)]);
    }
    const failed = Object.values(run?.lhr.audits ?? {}).filter(
      ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
    );
    if (round === 0 && failed.length > 0) {
      console.log(`${device} ${path}: ${failed.map(({ id }) => id).join(', ')}`);
    }
  }
  return Object.entries(targets).map(([name, atLeast]) => ({
    subject: `${device} ${path}`,
    measure: name,
    value: median(scores.get(name) ?? []),
    unit: '',
    target: { atLeast },
  }));
}
