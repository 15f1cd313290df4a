import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCalendar } from '#server/operator/calendar.ts';
import { openStore } from '#server/store/open-store.ts';
import { startPostgres } from '#test/postgres.ts';
import { buildList } from './console/build-list.ts';
import { fill } from './console/fill.ts';
import { makeViews, type View } from './console/views.ts';
import { type Finding, median, tell } from './results.ts';
import { type MeasuredServer, startMeasured } from './store/measured-process.ts';

/** What each view of the console costs at the server, and what the accepts lose by it. */
const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    store: { type: 'string' },
  },
});
const count = Number(values.applicants);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const targetMs = count <= 100_000 ? 100 : 500;
/** Somebody who works in the console opens a view a second; the accepts that this costs are counted. */
const betweenViewsMs = 1_000;
/** To measure each view while accepts run; the accepts that this costs are not counted. */
const betweenMeasuredMs = 20;

let nextView = 0;
const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const findings: Finding[] = [];
const lines: string[] = [];
const engines = (['SQLite', 'Postgres'] as const).filter(
  (engine) => values.store === undefined || engine.toLowerCase() === values.store.toLowerCase(),
);
const postgres = await startPostgres();
try {
  for (const engine of engines) await measure(engine);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\n| store | view | quiet, median ms | quiet, worst ms | while accepts run, median ms | worst ms |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n\n`,
);
await tell(
  'console',
  `The console with ${count.toLocaleString('en')} applicants (${rounds} rounds, of ${seconds} s with accepts)`,
  findings,
);

async function measure(engine: 'SQLite' | 'Postgres'): Promise<void> {
  const place = {
    databaseUrl: engine === 'SQLite' ? null : await postgres.createDatabase(),
    dataDir: join(folder, engine),
  };
  await (await openStore(place)).close();
  await fill(place, count);
  findings.push({
    subject: engine,
    measure: 'first build of the list',
    value: await buildList(place),
    unit: 's',
  });

  const calendar = createCalendar('Australia/Sydney');
  const today = calendar.formatDay(Date.now());
  const day = (daysAgo: number) => calendar.addDays(today, -daysAgo);
  const server = await startMeasured({ mode: 'group commit', hasLimits: true, hasConsole: true, ...place });
  try {
    const middle = await server.readView('subjects', {
      filter: { to: day(60) },
      sort: 'newest',
      after: null,
      limit: 1,
    });
    const views = makeViews(count, day, middle.next ?? '');
    const quiet = await readAll(server, views, rounds);
    await server.run(1);
    const busy = new Map<string, number[]>();
    const perSecond = { none: [] as number[], follows: [] as number[], reads: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      // In turns: what else this machine does meanwhile slows all of them.
      await server.setConsole(false);
      perSecond.none.push((await server.run(seconds)).acceptedPerSecond);
      await server.setConsole(true);
      perSecond.follows.push((await server.run(seconds)).acceptedPerSecond);
      const running = server.run(seconds);
      await readWhile(server, views, running, betweenViewsMs);
      perSecond.reads.push((await running).acceptedPerSecond);
      for (const [name, times] of await readWhile(server, views, server.run(seconds), betweenMeasuredMs))
        busy.set(name, [...(busy.get(name) ?? []), ...times]);
    }
    report(engine, views, quiet, busy);
    reportAccepts(engine, perSecond);
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
      measure: 'worst, while accepts run and without',
      value: Math.max(...alone, ...under),
      unit: 'ms',
      target: { atMost: targetMs },
    });
  }
}

function reportAccepts(engine: string, perSecond: Record<'none' | 'follows' | 'reads', number[]>) {
  const { none, follows, reads } = perSecond;
  findings.push({
    subject: engine,
    measure: 'accepts/s without a console',
    value: Math.round(median(none)),
    unit: '',
  });
  // Each round is compared with itself: this machine is not equally fast in all of them.
  for (const [measure, times] of [
    ['while the list follows', follows],
    ['while a view is read each second', reads],
  ] as const) {
    const shares = times.map((value, round) => value / (none[round] as number));
    findings.push({
      subject: engine,
      measure: `accepts ${measure}, of those without a console`,
      value: median(shares),
      unit: '×',
      target: { atLeast: 0.95 },
    });
  }
}
