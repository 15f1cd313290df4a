import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type Finding, median, tell } from '#lab/bench/results.ts';
import { distDir, startSite } from '#lab/bench/site-process.ts';
import { findChromium } from '../../../scripts/chromium.mjs';
import { bareReactPath, controlPath, startControlSite, variantPath } from './control-site.ts';
import { filmVisits } from './film.ts';
import { measurePresses } from './measure-presses.ts';
import { measureSecondPage } from './measure-second-page.ts';
import type { Observed } from './observe.ts';
import { openPhone, visit } from './phone.ts';
import { type Part, parts } from './reduce-document.ts';
import { type Weight, weighPage } from './weigh-page.ts';

const help = `npm run bench:visit -- [options]: first visits on a slow phone, each page beside its controls.
  --pages home,venues    only these (home, creators, venues, contact, 404)
  --runs 9               visits of each address; the median counts
  --measures paint       only these (paint, presses, second-page, film)
  --variants styles,art  first paint of the page without these too (styles, art, scripts, fonts),
                         and without nothing, from the same bare server
  --dist DIR             the built site`;

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: 'home,creators,venues,contact,404' },
    runs: { type: 'string', default: '9' },
    measures: { type: 'string', default: 'paint,presses,second-page' },
    variants: { type: 'string' },
    dist: { type: 'string', default: distDir },
    help: { type: 'boolean', default: false },
  },
});
const pagePaths: Record<string, string> = {
  home: '/',
  creators: '/creators',
  venues: '/venues',
  contact: '/contact',
  404: '/not-on-the-list',
};
const targets = {
  firstPaintOfControl: 1.15,
  formReadyOfBareReact: 1.15,
  documentKb: 10,
  artKb: 250,
  longestTaskMs: 100,
  shift: 0,
};

if (values.help) {
  console.log(help);
  process.exit(0);
}
const runs = readRuns();
const names = readList(values.pages, Object.keys(pagePaths));
const measures = readList(values.measures, ['paint', 'presses', 'second-page', 'film']);
const variants: (Part | 'nothing')[] =
  values.variants === undefined ? [] : ['nothing', ...readList(values.variants, parts)];
if (!existsSync(values.dist)) throw new Error(`No pages in ${values.dist}. Build them with: npm run build`);
const executablePath = await findChromium();
if (executablePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');

const site = await startSite(values.dist);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const documents = new Map<string, string>();
for (const name of names) documents.set(name, await (await fetch(site.url + pagePaths[name])).text());
const controls = await startControlSite(browser, values.dist, documents, variants);
try {
  const findings: Finding[] = [];
  if (measures.includes('paint')) findings.push(...(await measurePaints()));
  if (measures.includes('presses')) findings.push(...(await measurePresses(browser, site.url, runs)));
  if (measures.includes('second-page'))
    findings.push(await measureSecondPage(executablePath, site.url, runs));
  await tell('visit', `First visit on a slow phone (median of ${runs}, in turns)`, findings);
  if (measures.includes('film')) console.log(`\nPictures: ${await filmAll(browser)}`);
} finally {
  await browser.close();
  await controls.close();
  await site.close();
}

/** Page, control and bare React take turns, so that other work on this machine slows all of them. */
async function measurePaints(): Promise<Finding[]> {
  const seen = new Map<string, Observed[]>();
  for (let run = -1; run < runs; run += 1) {
    for (const name of names) {
      const hasForm = documents.get(name)?.includes('action="/functions/') ?? false;
      const turns: [url: string, waitsForForm: boolean][] = [
        [site.url + pagePaths[name], hasForm],
        [controls.url + controlPath(name), false],
        ...(hasForm ? [[controls.url + bareReactPath(name), true] as [string, boolean]] : []),
        ...variants.map((variant): [string, boolean] => [controls.url + variantPath(variant, name), false]),
      ];
      for (const [url, waitsForForm] of run % 2 === 0 ? turns : turns.reverse()) {
        const phone = await openPhone(browser);
        const observed = await visit(phone, url, waitsForForm);
        await phone.close();
        // The first answers of a new process are slower than all others: they do not count.
        if (run >= 0) seen.set(url, [...(seen.get(url) ?? []), observed]);
      }
    }
    if (run >= 0) process.stderr.write(`run ${run + 1} of ${runs}\n`);
  }
  const findings: Finding[] = [];
  for (const name of names) {
    const of = (url: string, read: (observed: Observed) => number) => median((seen.get(url) ?? []).map(read));
    findings.push(...describePage(name, of, await weighPage(browser, site.url + pagePaths[name])));
  }
  return findings;
}

function describePage(
  name: string,
  of: (url: string, read: (observed: Observed) => number) => number,
  weight: Weight,
): Finding[] {
  const url = site.url + pagePaths[name];
  const bareReactUrl = controls.url + bareReactPath(name);
  const firstPaint = of(url, (observed) => observed.firstPaint);
  const controlPaint = of(controls.url + controlPath(name), (observed) => observed.firstPaint);
  const formReady = of(url, (observed) => observed.formReady);
  const bareReactReady = of(bareReactUrl, (observed) => observed.formReady);
  const finding = (measure: string, value: number, unit: string, atMost?: number): Finding => ({
    subject: name,
    measure,
    value,
    unit,
    ...(atMost === undefined ? {} : { target: { atMost } }),
  });
  const kB = (bytes: number) => bytes / 1_000;
  return [
    finding('first paint', firstPaint, 'ms'),
    finding('first paint, control', controlPaint, 'ms'),
    ...variants.map((variant) =>
      finding(
        `first paint without ${variant}`,
        of(controls.url + variantPath(variant, name), (observed) => observed.firstPaint),
        'ms',
      ),
    ),
    finding('first paint / control', firstPaint / controlPaint, '×', targets.firstPaintOfControl),
    finding(
      'largest paint',
      of(url, (observed) => observed.largestPaint),
      'ms',
    ),
    ...(Number.isFinite(bareReactReady)
      ? [
          finding('form ready', formReady, 'ms'),
          finding('form ready, bare React', bareReactReady, 'ms'),
          finding('form ready / bare React', formReady / bareReactReady, '×', targets.formReadyOfBareReact),
        ]
      : []),
    finding(
      'layout shift',
      of(url, (observed) => observed.shift),
      '',
      targets.shift,
    ),
    finding(
      'longest task',
      of(url, (observed) => observed.longestTask),
      'ms',
      targets.longestTaskMs,
    ),
    finding('document', kB(weight.document), 'kB', targets.documentKb),
    finding('styles beside it', kB(weight.styles), 'kB'),
    finding('script', kB(weight.script), 'kB'),
    finding('fonts', kB(weight.fonts), 'kB'),
    finding('art', kB(weight.art), 'kB', targets.artKb),
    finding('requests', weight.requests, ''),
  ];
}

function filmAll(filmed: Browser): Promise<string> {
  const visits = names.flatMap((name): [string, string][] => [
    [name, site.url + pagePaths[name]],
    [`${name}, control`, controls.url + controlPath(name)],
  ]);
  return filmVisits(filmed, new Map(visits));
}

function readRuns(): number {
  const count = Number(values.runs);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--runs must be a whole number from 1.\n${help}`);
  return count;
}

function readList<Known extends string>(text: string, known: readonly Known[]): Known[] {
  return text.split(',').map((item) => {
    const found = known.find((name) => name === item.trim());
    if (found === undefined) throw new Error(`${item} is not one of ${known.join(', ')}.\n${help}`);
    return found;
  });
}
