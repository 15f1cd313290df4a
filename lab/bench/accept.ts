import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '#test/postgres.ts';
import { median, tell } from './results.ts';
import { type Measured, startMeasured } from './store/measured-process.ts';

/** Accepts a second over HTTP with the defaults, the load on the same cores; without a store as the control. */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
  },
});
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const postgres = await startPostgres();
try {
  const subjects = await Promise.all(
    [
      { name: 'no store', hasStore: false, databaseUrl: null },
      { name: 'SQLite', hasStore: true, databaseUrl: null },
      { name: 'Postgres', hasStore: true, databaseUrl: await postgres.createDatabase() },
    ].map(async ({ name, ...options }) => {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      const server = await startMeasured({ ...options, hasLimits: true, dataDir });
      return { name, server, results: [] as Measured[] };
    }),
  );
  // The first second compiles and fills caches.
  for (const { server } of subjects) await server.run(1, connections);
  // A run of each, and again: what else this machine does meanwhile slows all of them.
  for (let run = 0; run < runs; run += 1) {
    for (const { name, server, results } of subjects) {
      const result = await server.run(seconds, connections);
      if (result.refused > 0) throw new Error(`${name}: some were refused.`);
      results.push(result);
    }
  }
  for (const { server } of subjects) await server.stop();
  await tell(
    'accept',
    `Accepts at ${connections} connections (medians of ${runs} runs of ${seconds} s)`,
    subjects.flatMap(({ name, results }) => {
      const middle = (read: (result: Measured) => number) => median(results.map(read));
      const hasGoal = name !== 'no store';
      return [
        {
          subject: name,
          measure: 'accepts a second',
          value: Math.round(middle(({ acceptedPerSecond }) => acceptedPerSecond)),
          unit: '',
          ...(hasGoal && { target: { atLeast: 1_000 } }),
        },
        {
          subject: name,
          measure: 'p99',
          value: middle(({ latencyP99Ms }) => latencyP99Ms),
          unit: 'ms',
          ...(hasGoal && { target: { atMost: 150 } }),
        },
      ];
    }),
  );
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
