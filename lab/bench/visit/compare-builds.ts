import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { median } from '#lab/bench/results.ts';
import { startSite } from '#lab/bench/site-process.ts';
import { findChromium } from '../../../scripts/chromium.mjs';
import type { Observed } from './observe.ts';
import { openPhone, visit } from './phone.ts';

const help = `npm run bench:visit:builds -- [options] DIR DIR...: first visits of several built sites, visit by visit in
turns, because this machine's speed changes between two runs of a benchmark by more than a build does.
  --runs 9   visits of each page of each build; the median counts`;

const { values, positionals: folders } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (values.help || folders.length < 2 || !Number.isInteger(runs) || runs < 1) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}
const pagePaths = ['/', '/creators', '/venues', '/contact', '/no-such-page'];
const measures = ['firstPaint', 'largestPaint', 'formReady', 'longestTask'] as const;

const executablePath = await findChromium();
if (executablePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const builds = await Promise.all(
  folders.map(async (folder) => ({
    folder,
    site: await startSite(folder),
    seen: new Map<string, Observed[]>(),
  })),
);
try {
  for (let run = 0; run < runs; run += 1) {
    for (const path of pagePaths) {
      // Another one begins each time.
      for (const { site, seen } of [
        ...builds.slice(run % builds.length),
        ...builds.slice(0, run % builds.length),
      ]) {
        const phone = await openPhone(browser);
        seen.set(path, [
          ...(seen.get(path) ?? []),
          await visit(phone, site.url + path, path !== '/no-such-page'),
        ]);
        await phone.close();
      }
    }
  }
} finally {
  await browser.close();
  await Promise.all(builds.map(({ site }) => site.close()));
}
console.log(`| page | build | ${measures.join(', ms | ')}, ms |\n|---|---|${'---|'.repeat(measures.length)}`);
for (const path of pagePaths) {
  for (const { folder, seen } of builds) {
    const cells = measures.map((measure) =>
      median((seen.get(path) ?? []).map((each) => each[measure])).toFixed(0),
    );
    console.log(`| ${[path, folder, ...cells].join(' | ')} |`);
  }
}
