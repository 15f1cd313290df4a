import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { type Finding, median, tell } from './results.ts';
import { type Measured, type MeasuredServer, startMeasured } from './store/measured-process.ts';

/**
 * What an accept costs at earlier commits and now, in one run: the limits on, group commit, both stores. They
 * take turns, each first in its turn, so that what else the machine does slows all of them. Now is measured
 * twice: how far the two are apart is the measure's error.
 */
const { values, positionals: commits } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
  },
});
if (commits.length === 0) throw new Error('Name commits: npm run bench:accept:before -- COMMIT…');
const runs = Number(values.runs);
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const root = resolve(import.meta.dirname, '../..');
/** Of the first commit's accepts a second: what is left at least. */
const least = 0.97;

interface Side {
  name: string;
  server: MeasuredServer;
  results: Measured[];
}

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
// A Postgres does not run as root.
await chmod(folder, 0o755);
try {
  const releases = [
    ...(await Promise.all(commits.map(async (commit) => ({ name: commit, tree: await checkOut(commit) })))),
    { name: 'now', tree: root },
    { name: 'now, once more', tree: root },
  ];
  const postgres = await startPostgres();
  try {
    const title = `Accepts at earlier commits and now (medians of ${runs} runs of ${seconds} s)`;
    await tell('accept-before', title, [
      ...toFindings('SQLite', await measure(releases, null)),
      ...toFindings('Postgres', await measure(releases, postgres)),
    ]);
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(folder, { recursive: true });
}

/** The program as it was, with today's dependencies and built pages. */
async function checkOut(commit: string): Promise<string> {
  const tree = join(folder, commit);
  await mkdir(tree);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(tree, name));
  return tree;
}

async function measure(
  releases: readonly { name: string; tree: string }[],
  postgres: RunningPostgres | null,
): Promise<Side[]> {
  const sides: Side[] = [];
  try {
    for (const { name, tree } of releases) {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      const databaseUrl = (await postgres?.createDatabase()) ?? null;
      const options = { mode: 'group commit', hasLimits: true, dataDir, databaseUrl } as const;
      const server = await startMeasured(options, {}, tree);
      sides.push({ name, server, results: [] });
      // The first second compiles and fills caches.
      await server.run(1, connections);
    }
    for (let run = 0; run < runs; run += 1) {
      const first = run % sides.length;
      for (const { server, results } of [...sides.slice(first), ...sides.slice(0, first)]) {
        results.push(await server.run(seconds, connections));
      }
    }
  } finally {
    for (const { server } of sides) await server.stop();
  }
  const refused = sides.flatMap(({ results }) => results).some((result) => result.refused > 0);
  if (refused) throw new Error('Some were refused.');
  return sides;
}

function toFindings(store: string, sides: readonly Side[]): Finding[] {
  const perSecond = ({ results }: Side) => results.map(({ acceptedPerSecond }) => acceptedPerSecond);
  const cpuUs = ({ results }: Side) => results.map(({ cpuMs, accepted }) => (cpuMs * 1_000) / accepted);
  const [before, ...others] = sides as [Side, ...Side[]];
  const shares = (side: Side) => perSecond(side).map((value, run) => value / (perSecond(before)[run] ?? 0));
  return [
    ...sides.map((side) => ({
      subject: store,
      measure: `accepts a second, ${side.name}`,
      value: Math.round(median(perSecond(side))),
      unit: '',
    })),
    ...sides.map((side) => ({
      subject: store,
      measure: `processor time an accept, ${side.name}`,
      value: median(cpuUs(side)),
      unit: 'µs',
    })),
    ...others.map((side) => ({
      subject: store,
      measure: `${side.name} / ${before.name}`,
      value: median(shares(side)),
      unit: '×',
      target: { atLeast: least },
    })),
  ];
}
