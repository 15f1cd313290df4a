import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './build.ts';
import { chromiumPackages, ensureTestChromium } from './chromium.ts';
import { findOnPath, installCommand, installMissing } from './debian.mjs';
import { engines } from './engines.ts';
import { shortRun } from './long-tests.ts';
import { postgres } from './postgres.ts';
import { root, run, StepError, toolEnv, tryStep } from './step.mjs';
import { describeRun, type TestOutcome } from './test-report.ts';

const parts = ['check', 'unit', 'browser'];
const reports = join(root, '.cache', 'test');
const isCi = Boolean(process.env['CI']) && process.env['CI'] !== 'false';

/** Some fault tests compile a library that makes the disk fail, others mount a file system of their own or run a pooler. */
const faultTools = [
  { label: 'cc', packages: ['gcc', 'libc6-dev'] },
  { label: 'mkfs.ext4', packages: ['e2fsprogs'] },
  { label: 'mount', packages: ['mount'] },
  { label: 'pgbouncer', packages: ['pgbouncer'] },
].map((tool) => ({ ...tool, find: () => findOnPath(tool.label) }));

export async function main(args: string[]): Promise<void> {
  const { all, only = parts } = parseArgs({
    args,
    options: { all: { type: 'boolean', default: isCi }, only: { type: 'string', multiple: true } },
  }).values;
  const unknown = only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new StepError(`--only takes ${parts.join(', ')}; not ${unknown.join(', ')}.`);

  const [checks, unit, browser] = parts.map((part) => only.includes(part));
  if (!all) Object.assign(process.env, shortRun);
  if (unit) await installMissing([postgres, ...(all ? faultTools : [])]);
  const chromium = browser ? await ensureTestChromium() : null;
  if (browser && all) await installMissing(Object.values(engines));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const startedAt = performance.now();
  const outcomes = checks ? await runChecks() : [];
  if (unit || browser) {
    const built = await countAsOne('The built site is current', buildIfChanged);
    outcomes.push(built);
    const runParts = [
      ...(unit ? [runUnitTests] : []),
      ...(browser && built.state === 'passed' ? [() => runBrowserTests(chromium, all ? engines : {})] : []),
    ];
    // The unit tests mostly wait and the browser tests mostly compute: side by side they take a tenth less. In CI
    // one after the other: there a short run matters less than that nothing else slows a test.
    if (isCi) for (const runPart of runParts) outcomes.push(...(await runPart()));
    else outcomes.push(...(await Promise.all(runParts.map((runPart) => runPart()))).flat());
  }
  const { lines, exitCode } = describeRun(outcomes, { isCi });
  if (!all) lines.unshift('', 'The long tests were left out (scripts/long-tests.ts): npm test -- --all');
  console.log(`\nEverything together took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  console.log(lines.join('\n'));
  process.exitCode = exitCode;
}

/** Each uses one core: all at once they take as long as the longest. */
function runChecks(): Promise<TestOutcome[]> {
  return Promise.all([
    countAsOne('Style and import walls (biome)', () =>
      run('biome', ['check', '.', '--error-on-warnings'], { label: 'biome' }),
    ),
    countAsOne('Types (tsc)', () => run('tsc', ['--noEmit'], { label: 'tsc' })),
    countAsOne('Dead code (knip)', () =>
      run('knip', ['--cache', '--cache-location', join('.cache', 'knip')], { label: 'knip' }),
    ),
  ]);
}

async function runUnitTests(): Promise<TestOutcome[]> {
  const folder = postgres.find();
  const outcomes = await runTests(
    'Unit, function, store and fault tests (vitest)',
    ['vitest', 'run', '--reporter=default', '--reporter=./scripts/vitest-reporter.ts'],
    { label: 'unit', env: { PATH: [toolEnv()['PATH'], folder].filter(Boolean).join(delimiter) } },
  );
  // The tests on Postgres are the ones that are skipped without saying why.
  const skipReason =
    folder === null ? `there is no Postgres. Run: ${installCommand(postgres.packages)}` : undefined;
  return outcomes.map((each) => ({ ...each, reason: each.reason || skipReason }));
}

async function runBrowserTests(
  chromium: string | null,
  otherEngines: Partial<typeof engines>,
): Promise<TestOutcome[]> {
  const browsers = Object.entries({
    chromium: { label: 'Chromium', packages: chromiumPackages, find: () => chromium },
    ...otherEngines,
  }).map(([project, { label, packages, find }]) => ({ project, label, packages, isFound: find() !== null }));
  const notRun = browsers
    .filter(({ isFound }) => !isFound)
    .map(({ label, packages }) => ({
      name: `the tests in ${label}`,
      state: 'skipped' as const,
      reason: `there is none that runs. Run: ${installCommand(packages)}`,
    }));
  const found = browsers.filter(({ isFound }) => isFound).map(({ project }) => project);
  if (found.length === 0) return notRun;
  const outcomes = await runTests(
    `Browser tests in ${found.join(', ')} (playwright)`,
    [
      'playwright',
      'test',
      '--reporter=list,./scripts/playwright-reporter.ts',
      ...found.map((project) => `--project=${project}`),
    ],
    { label: 'browser', env: chromium === null ? {} : { CHROMIUM_PATH: chromium } },
  );
  return [...notRun, ...outcomes];
}

/** Runs a test runner whose reporter leaves a list of `TestOutcome`. */
async function runTests(
  title: string,
  [command, ...args]: [string, ...string[]],
  { label, env }: { label: string; env: Record<string, string> },
): Promise<TestOutcome[]> {
  const path = join(reports, `${label}.json`);
  const tools = toolEnv({ ENTREE_TEST_REPORT: path });
  const isGreen = await tryStep(title, () => run(command, args, { label, env: { ...tools, ...env } }));
  const hasReport = existsSync(path);
  const outcomes: TestOutcome[] = hasReport ? JSON.parse(readFileSync(path, 'utf8')) : [];
  // A runner that ended badly counts as one failure where none of its tests failed.
  if (!(isGreen && hasReport) && !outcomes.some(({ state }) => state === 'failed'))
    outcomes.push({ name: title, state: 'failed' });
  return outcomes;
}

/** A step that counts as one test. */
async function countAsOne(title: string, work: () => Promise<void>): Promise<TestOutcome> {
  return { name: title, state: (await tryStep(title, work)) ? 'passed' : 'failed' };
}
