import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCalendar } from '#server/operator/calendar.ts';
import { rest, startLoad, submit } from '#test/faults/load.ts';
import { joinTeam } from '#test/faults/team.ts';
import { startPostgres } from '#test/postgres.ts';
import { findFreePort, type RunningProgram, startProgram } from '#test/program.ts';
import type { StorePlace } from '#test/run-on-store.ts';
import { fill } from './fill.ts';
import { type Finding, median, printFindings } from './results.ts';
import { makeViews, type View } from './views.ts';

/**
 * On each engine, with the load on the same cores: a burst of applications into an empty store, with the defaults; and
 * each view of the console of a full one, alone and while applications come in.
 */
const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    store: { type: 'string' },
  },
});
const applicants = Number(values.applicants);
const rounds = Number(values.rounds);
/** A burst as many as the limits take for no flood. */
const burst = { submissions: 10_000, connections: 64, atLeastPerSecond: 1_000, p99AtMostMs: 150 };
const meanwhile = { seconds: 30, connections: 5, perSecond: 50, viewAtMostMs: 150 };

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const engines = ['SQLite', 'Postgres'].filter(
  (engine) => values.store === undefined || engine.toLowerCase() === values.store.toLowerCase(),
);
const postgres = engines.includes('Postgres') ? await startPostgres() : null;
try {
  for (const engine of engines) {
    const createDatabase = async () =>
      engine === 'Postgres' && postgres !== null ? postgres.createDatabase() : null;
    printFindings(
      `${engine}: a burst of ${burst.submissions} (medians of ${rounds})`,
      await measureBursts(createDatabase),
    );
    const place = { databaseUrl: await createDatabase(), dataDir: join(folder, engine) };
    printFindings(`${engine}: the console with ${applicants} applicants`, await measureConsole(place));
  }
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureBursts(createDatabase: () => Promise<string | null>): Promise<Finding[]> {
  const found: { perSecond: number; p99Ms: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const databaseUrl = await createDatabase();
    await using program = await startProgram(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl });
    found.push(await sendBurst(program));
  }
  const { atLeastPerSecond: atLeast, p99AtMostMs: atMost } = burst;
  return [
    {
      measure: 'accepts a second',
      value: median(found.map(({ perSecond }) => perSecond)),
      target: { atLeast },
    },
    { measure: 'p99, ms', value: median(found.map(({ p99Ms }) => p99Ms)), target: { atMost } },
  ];
}

async function sendBurst({ url }: RunningProgram): Promise<{ perSecond: number; p99Ms: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: burst.connections });
  const timesMs: number[] = [];
  let sent = 0;
  const send = async () => {
    while (sent++ < burst.submissions) {
      const sentAtMs = performance.now();
      const { status } = await submit(url, { agent });
      if (status !== 200) throw new Error(`An application was answered with ${status}.`);
      timesMs.push(performance.now() - sentAtMs);
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: burst.connections }, send));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  agent.destroy();
  timesMs.sort((a, b) => a - b);
  return {
    perSecond: burst.submissions / seconds,
    p99Ms: timesMs[Math.floor(burst.submissions * 0.99)] ?? Number.NaN,
  };
}

async function measureConsole(place: StorePlace): Promise<Finding[]> {
  await fill(place, applicants);
  const settings = {
    DATA_DIR: place.dataDir,
    ADMIN_PORT: String(await findFreePort()),
    ...(place.databaseUrl !== null && { DATABASE_URL: place.databaseUrl }),
  };
  await using program = await startProgram({ RATE_LIMIT_PER_MINUTE: '0', ...settings });
  const { consoleUrl } = program;
  if (consoleUrl === null) throw new Error(`The console is not served:\n${program.output()}`);
  const team = joinTeam(settings);
  const measure: MeasureView = async ({ call, body }) => {
    const startedAtMs = performance.now();
    await team.call(consoleUrl, call, body);
    return performance.now() - startedAtMs;
  };
  const calendar = createCalendar('Australia/Sydney');
  const today = calendar.formatDay(Date.now());
  const day = (daysAgo: number) => calendar.addDays(today, -daysAgo);
  const newest = { filter: { to: day(60) }, sort: 'newest', after: null, limit: 1 };
  const middle = await team.call(consoleUrl, 'subjects', newest);
  const views = makeViews(applicants, day, middle?.next ?? '');
  const alone = new Map(views.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const view of views) alone.get(view.name)?.push(await measure(view));
  const busy = await measureWhileLoaded(program.url, views, measure);
  return [
    ...views.flatMap(({ name }): Finding[] => [
      { measure: `${name}, alone, ms`, value: median(alone.get(name) ?? []) },
      {
        measure: `${name}, at ${meanwhile.perSecond} accepts a second, ms`,
        value: median(busy.get(name) ?? []),
        target: { atMost: meanwhile.viewAtMostMs },
      },
    ]),
  ];
}

/** In milliseconds. */
type MeasureView = (view: View) => Promise<number>;

/** One view after the other, as often as there is time for. */
async function measureWhileLoaded(url: string, views: readonly View[], measure: MeasureView) {
  const { connections, perSecond, seconds } = meanwhile;
  const load = startLoad({
    urls: () => [url],
    connections,
    pauseMs: (connections * 1_000) / perSecond,
  });
  const found = new Map(views.map(({ name }) => [name, [] as number[]]));
  const endsAtMs = performance.now() + seconds * 1_000;
  while (performance.now() < endsAtMs) {
    for (const view of views) {
      found.get(view.name)?.push(await measure(view));
      await rest(20);
    }
  }
  await load.stop();
  return found;
}
