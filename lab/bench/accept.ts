import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildShim } from '#lab/fault-disks/build-shim.ts';
import { startPostgres } from '#test/postgres.ts';
import { type Finding, tell } from './results.ts';
import type { Mode } from './store/accept-server.ts';
import { type Measured, type MeasuredServer, median, startMeasured } from './store/measured-process.ts';

/** Accepts per second over HTTP, by how they are committed; the control in the same run. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '64' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const slowMs = 5;

interface Row {
  store: string;
  disk: string;
  mode: Mode;
  hasLimits: boolean;
  perSecond: number;
  latencyP99Ms: number;
  eventLoopP99Ms: number;
  /** Processor time of the server's process: comparable between stores on a busy machine too. */
  cpuUsPerAccept: number;
}

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
// A Postgres does not run as root, and a library that it cannot read is left out with a word in its log.
await chmod(folder, 0o755);
const rows: Row[] = [];
try {
  const library = await buildShim('slow-disk', folder);
  if (library === null) process.stdout.write('No C compiler: the slow disk is left out.\n');
  const slow =
    library === null ? null : { LD_PRELOAD: library, ENTREE_FSYNC_DELAY_US: String(slowMs * 1_000) };

  for (const [disk, env] of [
    ['as it is', {}],
    ['+5 ms per flush', slow],
  ] as const) {
    if (env === null) continue;
    // Postgres flushes in its own processes.
    Object.assign(process.env, env);
    const postgres = await startPostgres();
    for (const name of Object.keys(env)) delete process.env[name];
    try {
      const ownUrl = await postgres.createDatabase();
      const limitedUrl = await postgres.createDatabase();
      const singlyUrl = await postgres.createDatabase();
      await measureInTurns(disk, [
        { store: 'none', mode: 'none', hasLimits: true, databaseUrl: null, env: {} },
        { store: 'SQLite', mode: 'group commit', hasLimits: true, databaseUrl: null, env },
        { store: 'Postgres', mode: 'group commit', hasLimits: true, databaseUrl: limitedUrl, env: {} },
        { store: 'none', mode: 'none', hasLimits: false, databaseUrl: null, env: {} },
        { store: 'SQLite', mode: 'per request', hasLimits: false, databaseUrl: null, env },
        { store: 'SQLite', mode: 'group commit', hasLimits: false, databaseUrl: null, env },
        { store: 'Postgres', mode: 'per request', hasLimits: false, databaseUrl: singlyUrl, env: {} },
        { store: 'Postgres', mode: 'group commit', hasLimits: false, databaseUrl: ownUrl, env: {} },
      ]);
    } finally {
      await postgres.stop();
    }
  }

  print();
  await tell('accept', `Accepts at ${connections} connections (medians of ${runs} runs of ${seconds} s)`, [
    ...[true, false].flatMap((hasLimits) => [
      compare('SQLite', `${withLimits(hasLimits)} / no store`, shareOfCeiling('SQLite', hasLimits), 0.8),
      compare('Postgres', `${withLimits(hasLimits)} / no store`, shareOfCeiling('Postgres', hasLimits), 0.5),
    ]),
    ...(slow === null ? [] : ['SQLite', 'Postgres'].flatMap(checkSlowDisk)),
  ]);
} finally {
  await rm(folder, { recursive: true });
}

interface Subject {
  store: string;
  mode: Mode;
  hasLimits: boolean;
  databaseUrl: string | null;
  env: Record<string, string>;
}

/** A run of each, and again: what else this machine does meanwhile slows all of them. */
async function measureInTurns(disk: string, subjects: readonly Subject[]): Promise<void> {
  const servers: { subject: Subject; server: MeasuredServer; results: Measured[] }[] = [];
  try {
    for (const subject of subjects) {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      const server = await startMeasured({ ...subject, dataDir }, subject.env);
      servers.push({ subject, server, results: [] });
      // The first second compiles and fills caches.
      await server.run(1, connections);
    }
    for (let run = 0; run < runs; run += 1) {
      for (const { server, results } of servers) results.push(await server.run(seconds, connections));
    }
  } finally {
    for (const { server } of servers) await server.stop();
  }
  for (const { subject, results } of servers) {
    const { store, mode, hasLimits } = subject;
    if (results.some(({ refused }) => refused > 0)) throw new Error(`${store}, ${mode}: some were refused.`);
    rows.push({
      store,
      disk,
      mode,
      hasLimits,
      perSecond: Math.round(median(results.map(({ acceptedPerSecond }) => acceptedPerSecond))),
      latencyP99Ms: round(median(results.map(({ latencyP99Ms }) => latencyP99Ms))),
      eventLoopP99Ms: round(median(results.map(({ eventLoopP99Ms }) => eventLoopP99Ms))),
      cpuUsPerAccept: Math.round(median(results.map(({ cpuMs, accepted }) => (cpuMs * 1_000) / accepted))),
    });
  }
}

function find(store: string, disk: string, mode: Mode, hasLimits: boolean): Row {
  const row = rows.find(
    (row) => row.store === store && row.disk === disk && row.mode === mode && row.hasLimits === hasLimits,
  );
  if (row === undefined) throw new Error(`${store}, ${disk}, ${mode} was not measured.`);
  return row;
}

function withLimits(hasLimits: boolean): string {
  return hasLimits ? 'with the limits' : 'without the limits';
}

/** Accepts a second, of those without a store and with the same limits, on the disk as it is. */
function shareOfCeiling(store: string, hasLimits: boolean): number {
  const ceiling = find('none', 'as it is', 'none', hasLimits).perSecond;
  return find(store, 'as it is', 'group commit', hasLimits).perSecond / ceiling;
}

function print() {
  process.stdout.write(`\nMedians of ${runs} runs of ${seconds} s, ${connections} connections\n\n`);
  process.stdout.write(
    '| store | disk | commit | limits | accepts/s | latency p99 ms | event-loop p99 ms | server CPU µs an accept |\n',
  );
  process.stdout.write('|---|---|---|---|---|---|---|---|\n');
  for (const row of rows) {
    process.stdout.write(
      `| ${row.store} | ${row.disk} | ${row.mode} | ${row.hasLimits ? 'on' : 'off'} | ${row.perSecond} | ${row.latencyP99Ms} | ${row.eventLoopP99Ms} | ${row.cpuUsPerAccept} |\n`,
    );
  }
  process.stdout.write('\n');
}

function compare(store: string, measure: string, value: number, atLeast: number): Finding {
  return { subject: store, measure, value, unit: '×', target: { atLeast } };
}

function checkSlowDisk(store: string): Finding[] {
  const disk = `+${slowMs} ms per flush`;
  const perRequest = find(store, disk, 'per request', false).perSecond;
  const { perSecond, eventLoopP99Ms } = find(store, disk, 'group commit', false);
  return [
    compare(store, `group commit / per request, ${disk}`, perSecond / perRequest, 10),
    {
      subject: store,
      measure: `event-loop p99, ${disk}`,
      value: eventLoopP99Ms,
      unit: 'ms',
      target: { atMost: 10 },
    },
  ];
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
