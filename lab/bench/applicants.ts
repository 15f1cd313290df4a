import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runCli } from '#cli/run-cli.ts';
import { openStore } from '#server/store/open-store.ts';
import { startPostgres } from '#test/postgres.ts';
import { emailOf, fillApplicants, type Place } from './applicants/fill.ts';
import { createPostgresTime, ownProcessorTime, type ProcessorTime } from './applicants/processor-time.ts';
import { type Finding, median, tell } from './results.ts';

/**
 * The processor time that the operator's commands take with a thousand applicants and with a million, store opened and
 * closed: other work on the machine changes it less than the time that passes.
 */
const { values } = parseArgs({
  options: {
    applicants: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'SQLite,Postgres' },
  },
});
const many = Number(values.applicants);
const few = 1_000;
const runs = 9;

interface Case {
  name: string;
  /** Of the run with this number, with so many applicants. */
  argv(run: number, count: number): string[];
  /** It reads or deletes as many as there are: told without a target. */
  isProportional?: true;
}

/** Numbers from all over the newer half, where there are some of every state. */
const within = (run: number, count: number) => count - Math.floor((run * count) / 2 / (runs + 5));

const cases: readonly Case[] = [
  { name: '`list`', argv: () => ['list'] },
  { name: '`list --after N`', argv: (run, count) => ['list', '--after', `${within(run, count)}`] },
  { name: '`list --kind venue`', argv: () => ['list', '--kind', 'venue'] },
  { name: '`list --review new`', argv: () => ['list', '--review', 'new'] },
  {
    name: '`list --review new --after N`',
    argv: (run, count) => ['list', '--review', 'new', '--after', `${within(run, count)}`],
  },
  {
    name: '`list --review new --after N`, N the oldest of them',
    argv: (_run, count) => ['list', '--review', 'new', '--after', `${count / 2 + 1}`],
  },
  {
    name: '`list --review declined --kind venue`',
    argv: () => ['list', '--review', 'declined', '--kind', 'venue'],
  },
  { name: '`list --review new --sort name`', argv: () => ['list', '--review', 'new', '--sort', 'name'] },
  {
    name: '`list --review new --email E`',
    argv: (run, count) => ['list', '--review', 'new', '--email', emailOf(within(run, count))],
  },
  { name: '`show N`', argv: (run, count) => ['show', `${within(run, count)}`] },
  { name: '`person --email E`', argv: (run, count) => ['person', '--email', emailOf(within(run, count))] },
  { name: '`shortlist N`', argv: (run, count) => ['shortlist', `${within(run, count)}`] },
  {
    name: '`prune --review shortlisted --older-than 1d --yes`',
    argv: () => ['prune', '--review', 'shortlisted', '--older-than', '1d', '--yes'],
    isProportional: true,
  },
  { name: '`export --review invited`', argv: () => ['export', '--review', 'invited'], isProportional: true },
  { name: '`stats`', argv: () => ['stats'], isProportional: true },
  {
    name: '`erase --email E --yes`',
    argv: (run, count) => ['erase', '--email', emailOf(within(run, count) - 1), '--yes'],
    isProportional: true,
  },
];

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const postgres = await startPostgres();
const findings: Finding[] = [];
const lines: string[] = [];
try {
  for (const engine of values.engine.split(',')) {
    const small = await createFilled(engine, few);
    const large = await createFilled(engine, many);
    const time = engine === 'SQLite' ? ownProcessorTime : await createPostgresTime(postgres.url());
    for (const each of cases) {
      const [before, after] = await measure(each, time, small, large);
      lines.push(`| ${engine} | ${each.name} | ${before.toFixed(1)} | ${after.toFixed(1)} |`);
      findings.push({
        subject: `${engine}, ${each.name}`,
        measure: `a command with ${many.toLocaleString('en')} applicants`,
        value: after,
        unit: 'ms',
        ...(each.isProportional ? {} : { target: { atMost: before * 2 + 20 } }),
      });
    }
    await time.close();
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\n| store | command | ms of processor time with ${few.toLocaleString('en')} | with ${many.toLocaleString('en')} |\n|---|---|---|---|\n${lines.join('\n')}\n\n`,
);
await tell('applicants', 'The list of applicants', findings);

interface Filled {
  place: Place;
  count: number;
}

async function createFilled(engine: string, count: number): Promise<Filled> {
  const place = {
    databaseUrl: engine === 'SQLite' ? null : await postgres.createDatabase(),
    dataDir: join(folder, `${engine}-${count}`),
  };
  await (await openStore(place)).close();
  const startedAtMs = performance.now();
  await fillApplicants(place, count);
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  process.stderr.write(`${engine}: filled with ${count.toLocaleString('en')} in ${seconds} s\n`);
  return { place, count };
}

/** Median milliseconds on both, in turns. */
async function measure(
  { name, argv }: Case,
  time: ProcessorTime,
  ...stores: readonly [Filled, Filled]
): Promise<[number, number]> {
  const times = stores.map((): number[] => []);
  let mostMs = 0;
  // What takes a second runs less often.
  for (let run = 0; run < runs && !(run >= 3 && mostMs > 1_000); run += 1) {
    for (const [index, { place, count }] of stores.entries()) {
      const startedAt = await time.read();
      await runCommand(place, argv(run, count));
      const ms = (await time.read()) - startedAt;
      times[index]?.push(ms);
      mostMs = Math.max(mostMs, ms);
    }
  }
  const [before = Number.NaN, after = Number.NaN] = times.map(median);
  process.stderr.write(`${name}: ${before.toFixed(1)} and ${after.toFixed(1)} ms\n`);
  return [before, after];
}

async function runCommand({ databaseUrl, dataDir }: Place, argv: string[]): Promise<void> {
  let errors = '';
  const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const collect = new Writable({
    write(chunk, _encoding, done) {
      errors += chunk;
      done();
    },
  });
  const exitCode = await runCli(argv, {
    env: {
      DATA_DIR: dataDir,
      INIT_CWD: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdout: discard(),
    stderr: collect,
    stdin: null,
  });
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ended with ${exitCode}: ${errors}`);
}
