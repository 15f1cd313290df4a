import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type Finding, median, tell } from '#lab/bench/results.ts';
import { openStore } from '#server/store/open-store.ts';
import { startConsoleSite } from '#test/browser/console-site.ts';
import { startPostgres } from '#test/postgres.ts';
import { buildIfChanged } from '../../../scripts/build.mjs';
import { findChromium } from '../../../scripts/chromium.mjs';
import { buildList } from './build-list.ts';
import { fill } from './fill.ts';
import { presses } from './presses.ts';
import { timeToOpen, timeToShow } from './time-to-show.ts';

/** How soon a browser shows each view of the console, of the real server, from the press to the paint. */
const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    store: { type: 'string' },
  },
});
const count = Number(values.applicants);
const rounds = Number(values.rounds);
const targetMs = 300;

const engines = (['SQLite', 'Postgres'] as const).filter(
  (engine) => values.store === undefined || engine.toLowerCase() === values.store.toLowerCase(),
);
const executablePath = await findChromium();
if (executablePath === null) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
await buildIfChanged();
const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const postgres = engines.includes('Postgres') ? await startPostgres() : null;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const found = new Map<string, Map<string, number[]>>();
try {
  for (const engine of engines) {
    const databaseUrl = engine === 'Postgres' && postgres ? await postgres.createDatabase() : null;
    found.set(engine, await measure(browser, { databaseUrl, dataDir: join(folder, engine) }));
  }
} finally {
  await browser.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
await report();

async function measure(browser: Browser, place: { databaseUrl: string | null; dataDir: string }) {
  await (await openStore(place)).close();
  await fill(place, count);
  await buildList(place);
  const site = await startConsoleSite({
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl !== null && { DATABASE_URL: place.databaseUrl }),
  });
  const times = new Map<string, number[]>();
  const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies([await site.session()]);
    const page = await context.newPage();
    for (let round = 0; round < rounds; round += 1) {
      const opened = await timeToOpen(page, `${site.url}/#/applicants`, ['.subjects tbody tr']);
      add('load the console', opened);
      for (const { name, act, shows, first } of presses) {
        // The answers that the last press still waits for are not this press's.
        await page.waitForLoadState('networkidle');
        try {
          add(name, await timeToShow(page, () => act(page), shows, first));
        } catch (cause) {
          throw new Error(`${name}: it was not shown.`, { cause });
        }
      }
    }
    await context.close();
  } finally {
    await site.close();
  }
  return times;
}

async function report() {
  const names = [...new Set([...found.values()].flatMap((times) => [...times.keys()]))];
  const cell = (times: readonly number[] = []) =>
    `${median(times).toFixed(0)} (${Math.max(...times).toFixed(0)})`;
  const lines = names.map(
    (name) => `| ${[name, ...[...found.values()].map((times) => cell(times.get(name)))].join(' | ')} |`,
  );
  process.stdout.write(
    `\n| from the press to the paint, median ms (worst) | ${[...found.keys()].join(' | ')} |\n|---|${'---|'.repeat(found.size)}\n${lines.join('\n')}\n\n`,
  );
  const findings = [...found].flatMap(([engine, times]) =>
    [...times].map(
      ([name, each]): Finding => ({
        subject: `${engine}, ${name}`,
        measure: 'from the press to the paint, worst',
        value: Math.max(...each),
        unit: 'ms',
        target: { atMost: targetMs },
      }),
    ),
  );
  await tell(
    'console-show',
    `The console in a browser with ${count.toLocaleString('en')} applicants (${rounds} rounds)`,
    findings,
  );
}
