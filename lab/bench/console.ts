import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createCalendar } from '#server/operator/calendar.ts';
import { openStore } from '#server/store/open-store.ts';
import { startPostgres } from '#test/postgres.ts';
import { fill } from './console/fill.ts';
import { makeViews, type View } from './console/views.ts';
import { type Finding, median, tell } from './results.ts';
import { type MeasuredServer, startMeasured } from './store/measured-process.ts';

/** What each view of the console costs at the server, alone and while applications come in. */
const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '30' },
    store: { type: 'string' },
  },
});
const count = Number(values.applicants);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const targetMs = 150;
const acceptsPerSecond = 50;
const betweenViewsMs = 20;

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const findings: Finding[] = [];
const lines: string[] = [];
const engines = (['SQLite', 'Postgres'] as const).filter(
  (engine) => values.store === undefined || engine.toLowerCase() === values.store.toLowerCase(),
);
const postgres = engines.includes('Postgres') ? await startPostgres() : null;
try {
  for (const engine of engines) await measure(engine);
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\n| store | view | alone, median ms | worst ms | at ${acceptsPerSecond} accepts a second, median ms | worst ms |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n\n`,
);
await tell('console', `The console with ${count.toLocaleString('en')} applicants`, findings);

async function runOnce(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function measure(engine: 'SQLite' | 'Postgres'): Promise<void> {
  const place = {
    databaseUrl: engine === 'SQLite' ? null : ((await postgres?.createDatabase()) ?? null),
    dataDir: join(folder, engine),
  };
  await (await openStore(place)).close();
  await fill(place, count);
  const startedAtMs = performance.now();
  await (await openStore(place)).close();
  findings.push({
    subject: engine,
    measure: 'carrying a store over',
    value: (performance.now() - startedAtMs) / 1_000,
    unit: 's',
  });

  // As autovacuum does within minutes.
  if (place.databaseUrl !== null) await runOnce(place.databaseUrl, 'vacuum analyze');

  const calendar = createCalendar('Australia/Sydney');
  const today = calendar.formatDay(Date.now());
  const day = (daysAgo: number) => calendar.addDays(today, -daysAgo);
  const server = await startMeasured({ hasStore: true, hasLimits: false, ...place });
  try {
    const filter = { to: day(60) };
    const middle = await server.readView('subjects', { filter, sort: 'newest', after: null, limit: 1 });
    const views = makeViews(count, day, middle.next ?? '');
    const quiet = await readAll(server, views, rounds);
    const running = server.run(seconds, 16, acceptsPerSecond);
    const busy = await readWhile(server, views, running, betweenViewsMs);
    const { acceptedPerSecond, latencyP99Ms } = await running;
    findings.push({ subject: engine, measure: 'accepts/s meanwhile', value: acceptedPerSecond, unit: '' });
    findings.push({
      subject: engine,
      measure: 'p99 of an accept meanwhile',
      value: latencyP99Ms,
      unit: 'ms',
    });
    report(engine, views, quiet, busy);
  } finally {
    await server.stop();
  }
}

async function readAll(server: MeasuredServer, views: readonly View[], times: number) {
  const found = new Map<string, number[]>();
  for (let time = 0; time < times; time += 1) {
    for (const { name, call, body } of views) {
      const { ms } = await server.readView(call, body);
      found.set(name, [...(found.get(name) ?? []), ms]);
    }
  }
  return found;
}

/** One view after the other, going on where the last round ended. */
async function readWhile(
  server: MeasuredServer,
  views: readonly View[],
  running: Promise<unknown>,
  betweenMs: number,
) {
  const found = new Map<string, number[]>();
  let nextView = 0;
  let isRunning = true;
  void running.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const { name, call, body } = views[nextView++ % views.length] as View;
    const { ms } = await server.readView(call, body);
    found.set(name, [...(found.get(name) ?? []), ms]);
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
  return found;
}

function report(
  engine: string,
  views: readonly View[],
  quiet: Map<string, number[]>,
  busy: Map<string, number[]>,
) {
  const cells = (times: readonly number[]) =>
    times.length === 0 ? ['–', '–'] : [median(times).toFixed(1), Math.max(...times).toFixed(1)];
  for (const { name } of views) {
    const [alone, under] = [quiet.get(name) ?? [], busy.get(name) ?? []];
    lines.push(`| ${engine} | ${name} | ${[...cells(alone), ...cells(under)].join(' | ')} |`);
    findings.push({
      subject: `${engine}, ${name}`,
      measure: 'median while accepts run',
      value: median(under),
      unit: 'ms',
      target: { atMost: targetMs },
    });
  }
}
