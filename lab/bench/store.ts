import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { consoleCallPath } from '#contract/console-calls.ts';
import { createCalendar } from '#server/operator/calendar.ts';
import { openStore } from '#server/store/open-store.ts';
import { type ConsoleSite, startConsoleSite } from '#test/browser/console-site.ts';
import { rest, startLoad, submit } from '#test/faults/load.ts';
import { startPostgres } from '#test/postgres.ts';
import { type RunningProgram, startProgram } from '#test/program.ts';
import { fill } from './fill.ts';
import { type Finding, median, tell } from './results.ts';
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
    tell(
      `${engine}: a burst of ${burst.submissions} (medians of ${rounds})`,
      await measureBursts(createDatabase),
    );
    const place = { databaseUrl: await createDatabase(), dataDir: join(folder, engine) };
    tell(`${engine}: the console with ${applicants} applicants`, await measureConsole(place));
  }
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureBursts(createDatabase: () => Promise<string | null>): Promise<Finding[]> {
  const found: { perSecond: number; p99Ms: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const databaseUrl = await createDatabase();
    const program = await startProgram({
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    });
    found.push(await sendBurst(program));
    await program.stop();
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

async function measureConsole(place: { databaseUrl: string | null; dataDir: string }): Promise<Finding[]> {
  await (await openStore(place)).close();
  await fill(place, applicants);
  const openedAtMs = performance.now();
  await (await openStore(place)).close();
  const carriedOverS = (performance.now() - openedAtMs) / 1_000;

  const site = await startConsoleSite({
    DATA_DIR: place.dataDir,
    LOG_LEVEL: 'warn',
    SLACK_WEBHOOK_URL: '',
    SLACK_CONTACT_WEBHOOK_URL: '',
    ...(place.databaseUrl !== null && { DATABASE_URL: place.databaseUrl }),
  });
  try {
    const read = await createReader(site);
    const calendar = createCalendar('Australia/Sydney');
    const today = calendar.formatDay(Date.now());
    const day = (daysAgo: number) => calendar.addDays(today, -daysAgo);
    const filter = { to: day(60) };
    const { next } = await read({
      name: '',
      call: 'subjects',
      body: { filter, sort: 'newest', after: null, limit: 1 },
    });
    const views = makeViews(applicants, day, next ?? '');
    const alone = new Map(views.map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1)
      for (const view of views) alone.get(view.name)?.push((await read(view)).ms);
    const busy = await readWhileLoaded(site, views, read);
    return [
      { measure: 'carrying the store over, s', value: carriedOverS },
      ...views.flatMap(({ name }): Finding[] => [
        { measure: `${name}, alone, ms`, value: median(alone.get(name) ?? []) },
        {
          measure: `${name}, at ${meanwhile.perSecond} accepts a second, ms`,
          value: median(busy.get(name) ?? []),
          target: { atMost: meanwhile.viewAtMostMs },
        },
      ]),
    ];
  } finally {
    await site.close();
  }
}

/** Calls the console as its page does. */
async function createReader(site: ConsoleSite) {
  const { name, value } = await site.session();
  const headers = { Origin: site.url, 'Content-Type': 'application/json', Cookie: `${name}=${value}` };
  return async ({ call, body }: View): Promise<{ ms: number; next: string | null }> => {
    const startedAtMs = performance.now();
    const answer = await fetch(site.url + consoleCallPath(call), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const read = (await answer.json()) as { next?: string | null };
    if (!answer.ok) throw new Error(`${call} was answered with ${answer.status}: ${JSON.stringify(read)}`);
    return { ms: performance.now() - startedAtMs, next: read.next ?? null };
  };
}

/** One view after the other, as often as there is time for. */
async function readWhileLoaded(
  site: ConsoleSite,
  views: readonly View[],
  read: Awaited<ReturnType<typeof createReader>>,
) {
  const { connections, perSecond, seconds } = meanwhile;
  const load = startLoad({
    chooseUrl: () => site.siteUrl,
    connections,
    pauseMs: (connections * 1_000) / perSecond,
  });
  const found = new Map(views.map(({ name }) => [name, [] as number[]]));
  const endsAtMs = performance.now() + seconds * 1_000;
  while (performance.now() < endsAtMs) {
    for (const view of views) {
      found.get(view.name)?.push((await read(view)).ms);
      await rest(20);
    }
  }
  load.stop();
  await load.ended;
  return found;
}
