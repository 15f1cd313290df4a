import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildShim } from '#lab/fault-disks/build-shim.ts';
import { startPostgres } from '#test/postgres.ts';
import { type Finding, tell } from './results.ts';
import type { Mode } from './store/accept-server.ts';
import { type Measured, type MeasuredServer, median, startMeasured } from './store/measured-process.ts';
import { measurePgbench } from './store/pgbench.ts';

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
  perSecond: number;
  latencyP99Ms: number;
  eventLoopP99Ms: number;
  /** What the server's process took of the processor: tells stores apart on a busy machine too. */
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
      await measureInTurns(disk, [
        { store: 'none', mode: 'none', databaseUrl: null, env: {} },
        { store: 'SQLite', mode: 'per request', databaseUrl: null, env },
        { store: 'SQLite', mode: 'group commit', databaseUrl: null, env },
        { store: 'Postgres', mode: 'per request', databaseUrl: await postgres.createDatabase(), env: {} },
        { store: 'Postgres', mode: 'group commit', databaseUrl: ownUrl, env: {} },
      ]);
      const ceilings: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const perSecond = await measurePgbench(ownUrl, folder, seconds);
        if (perSecond !== null) ceilings.push(perSecond);
      }
      process.stdout.write(
        ceilings.length > 0
          ? `pgbench, one accept a transaction, 32 clients, disk ${disk}: ${Math.round(median(ceilings))}/s\n`
          : 'No pgbench on this machine.\n',
      );
    } finally {
      await postgres.stop();
    }
  }

  print();
  await tell('accept', `Accepts at ${connections} connections (medians of ${runs} runs of ${seconds} s)`, [
    compare('SQLite', 'group commit / no store', rate('SQLite', 'as it is') / ceiling(), 0.8),
    compare('Postgres', 'group commit / no store', rate('Postgres', 'as it is') / ceiling(), 0.5),
    ...(slow === null ? [] : ['SQLite', 'Postgres'].flatMap(judgeSlowDisk)),
  ]);
} finally {
  await rm(folder, { recursive: true });
}

interface Subject {
  store: string;
  mode: Mode;
  databaseUrl: string | null;
  env: Record<string, string>;
}

/** A run of each, and again: what else this machine does meanwhile slows all of them. */
async function measureInTurns(disk: string, subjects: readonly Subject[]): Promise<void> {
  const servers: { subject: Subject; server: MeasuredServer; results: Measured[] }[] = [];
  try {
    for (const subject of subjects) {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      const server = await startMeasured(subject.mode, dataDir, subject.databaseUrl, subject.env);
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
    const { store, mode } = subject;
    if (results.some(({ refused }) => refused > 0)) throw new Error(`${store}, ${mode}: some were refused.`);
    rows.push({
      store,
      disk,
      mode,
      perSecond: Math.round(median(results.map(({ acceptedPerSecond }) => acceptedPerSecond))),
      latencyP99Ms: round(median(results.map(({ latencyP99Ms }) => latencyP99Ms))),
      eventLoopP99Ms: round(median(results.map(({ eventLoopP99Ms }) => eventLoopP99Ms))),
      cpuUsPerAccept: Math.round(median(results.map(({ cpuMs, accepted }) => (cpuMs * 1_000) / accepted))),
    });
  }
}

function find(store: string, disk: string, mode: Mode): Row {
  const row = rows.find((row) => row.store === store && row.disk === disk && row.mode === mode);
  if (row === undefined) throw new Error(`${store}, ${disk}, ${mode} was not measured.`);
  return row;
}

/** Accepts a second without a store, on the disk as it is. */
function ceiling(): number {
  return find('none', 'as it is', 'none').perSecond;
}

function rate(store: string, disk: string): number {
  return find(store, disk, 'group commit').perSecond;
}

function print() {
  process.stdout.write(`\nMedians of ${runs} runs of ${seconds} s, ${connections} connections\n\n`);
  process.stdout.write(
    '| store | disk | commit | accepts/s | latency p99 ms | event-loop p99 ms | server CPU µs an accept |\n',
  );
  process.stdout.write('|---|---|---|---|---|---|---|\n');
  for (const row of rows) {
    process.stdout.write(
      `| ${row.store} | ${row.disk} | ${row.mode} | ${row.perSecond} | ${row.latencyP99Ms} | ${row.eventLoopP99Ms} | ${row.cpuUsPerAccept} |\n`,
    );
  }
  process.stdout.write('\n');
}

function compare(store: string, measure: string, value: number, atLeast: number): Finding {
  return { subject: store, measure, value, unit: '×', target: { atLeast } };
}

function judgeSlowDisk(store: string): Finding[] {
  const disk = `+${slowMs} ms per flush`;
  const perRequest = find(store, disk, 'per request').perSecond;
  const p99 = find(store, disk, 'group commit').eventLoopP99Ms;
  return [
    compare(store, `group commit / per request, ${disk}`, rate(store, disk) / perRequest, 10),
    { subject: store, measure: `event-loop p99, ${disk}`, value: p99, unit: 'ms', target: { atMost: 10 } },
  ];
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
