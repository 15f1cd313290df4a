import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type Finding, median, tell } from './results.ts';
import { type Measured, type MeasuredServer, startMeasured } from './store/measured-process.ts';

/**
 * What an accept costs now, and at an earlier commit, in one run: the limits on, group commit, both stores.
 * The two take turns, each first every second time, so that what else the machine does slows both.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
  },
});
const [commit] = positionals;
if (commit === undefined) throw new Error('Name the commit: npm run bench:accept:before -- COMMIT');
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const root = resolve(import.meta.dirname, '../..');
/** Of the earlier accepts a second: what is left at least. */
const least = 0.97;

interface Side {
  server: MeasuredServer;
  results: Measured[];
}

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
// A Postgres does not run as root.
await chmod(folder, 0o755);
try {
  const earlier = await checkOut(commit);
  const findings: Finding[] = [];
  const postgres = await startPostgres();
  try {
    findings.push(...(await compare('SQLite', earlier, null)));
    findings.push(...(await compare('Postgres', earlier, postgres)));
  } finally {
    await postgres.stop();
  }
  await tell('accept-before', `Accepts now and at ${commit} (${runs} runs of ${seconds} s each)`, findings);
} finally {
  await rm(folder, { recursive: true });
}

/** The program as it was, with today's dependencies and built pages. */
async function checkOut(commit: string): Promise<string> {
  const tree = join(folder, 'earlier');
  await mkdir(tree);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(tree, name));
  return tree;
}

async function compare(store: string, earlier: string, postgres: RunningPostgres | null): Promise<Finding[]> {
  const start = async (tree: string): Promise<Side> => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const databaseUrl = (await postgres?.createDatabase()) ?? null;
    const options = { mode: 'group commit', hasLimits: true, dataDir, databaseUrl } as const;
    return { server: await startMeasured(options, {}, tree), results: [] };
  };
  const before = await start(earlier);
  const after = await start(root);
  try {
    for (const { server } of [before, after]) await server.run(1, connections);
    for (let run = 0; run < runs; run += 1) {
      const sides = run % 2 === 0 ? [before, after] : [after, before];
      for (const { server, results } of sides) results.push(await server.run(seconds, connections));
    }
  } finally {
    await before.server.stop();
    await after.server.stop();
  }
  const refused = [...before.results, ...after.results].some((result) => result.refused > 0);
  if (refused) throw new Error(`${store}: some were refused.`);
  return toFindings(store, before.results, after.results);
}

function toFindings(store: string, before: readonly Measured[], after: readonly Measured[]): Finding[] {
  const perSecond = (results: readonly Measured[]) =>
    median(results.map(({ acceptedPerSecond }) => acceptedPerSecond));
  const cpuUs = (results: readonly Measured[]) =>
    median(results.map(({ cpuMs, accepted }) => (cpuMs * 1_000) / accepted));
  const share = median(
    after.map(({ acceptedPerSecond }, run) => acceptedPerSecond / (before[run]?.acceptedPerSecond ?? 0)),
  );
  return [
    {
      subject: store,
      measure: `accepts a second, ${commit}`,
      value: Math.round(perSecond(before)),
      unit: '',
    },
    { subject: store, measure: 'accepts a second, now', value: Math.round(perSecond(after)), unit: '' },
    {
      subject: store,
      measure: 'now / before, median of the pairs',
      value: share,
      unit: '×',
      target: { atLeast: least },
    },
    { subject: store, measure: `processor time an accept, ${commit}`, value: cpuUs(before), unit: 'µs' },
    { subject: store, measure: 'processor time an accept, now', value: cpuUs(after), unit: 'µs' },
  ];
}
