import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './build.mjs';
import { chromiumPackages, ensureTestChromium } from './chromium.mjs';
import { findOnPath, installCommand, installMissing } from './debian.mjs';
import { engines } from './engines.mjs';
import { installDependencies } from './install.mjs';
import { shortRun } from './long-tests.mjs';
import { postgres } from './postgres.mjs';
import { readDotEnv, root, run, runScript, StepError, toolEnv, tryStep } from './step.mjs';
import { describeRun } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').TestOutcome} TestOutcome */

const parts = ['check', 'unit', 'browser'];
const reports = join(root, '.cache', 'test');
const isCi = Boolean(process.env['CI']) && process.env['CI'] !== 'false';

const { all, only } = parseArgs({
  options: { all: { type: 'boolean', default: isCi }, only: { type: 'string', multiple: true } },
}).values;

/** Some fault tests compile a library that makes the disk fail, others mount a file system of their own or run a pooler. */
const faultTools = [
  { label: 'cc', packages: ['gcc', 'libc6-dev'] },
  { label: 'mkfs.ext4', packages: ['e2fsprogs'] },
  { label: 'mount', packages: ['mount'] },
  { label: 'pgbouncer', packages: ['pgbouncer'] },
].map((tool) => ({ ...tool, find: () => findOnPath(tool.label) }));

/** @param {string} part */
const isWanted = (part) => only === undefined || only.includes(part);

await runScript(async () => {
  const unknown = only?.filter((part) => !parts.includes(part)) ?? [];
  if (unknown.length > 0) throw new StepError(`--only takes ${parts.join(', ')}; not ${unknown.join(', ')}.`);

  readDotEnv();
  await installDependencies({ dev: true });
  if (isWanted('unit')) await installMissing([postgres, ...(all ? faultTools : [])]);
  const chromium = isWanted('browser') ? await ensureTestChromium() : null;
  if (isWanted('browser') && all) await installMissing(Object.values(engines));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const startedAt = performance.now();
  /** @type {TestOutcome[]} */
  const outcomes = isWanted('check') ? await runChecks() : [];
  if (isWanted('unit') || isWanted('browser')) {
    const built = await countAsOne('The built site is current', buildIfChanged);
    outcomes.push(built);
    const runParts = [
      ...(isWanted('unit') ? [runUnitTests] : []),
      ...(isWanted('browser') && built.state === 'passed' ? [() => runBrowserTests(chromium)] : []),
    ];
    // The unit tests mostly wait and the browser tests mostly compute: side by side they take a tenth less. In CI
    // one after the other: there a short run matters less than that nothing else slows a test.
    if (isCi) for (const runPart of runParts) outcomes.push(...(await runPart()));
    else outcomes.push(...(await Promise.all(runParts.map((runPart) => runPart()))).flat());
  }
  const { lines, exitCode } = describeRun(outcomes, { isCi });
  if (!all) lines.unshift('', 'The long tests were left out (scripts/long-tests.mjs): npm test -- --all');
  console.log(`\nEverything together took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  console.log(lines.join('\n'));
  process.exitCode = exitCode;
});

/** Each uses one core: all at once they take as long as the longest. */
function runChecks() {
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

/** @returns {Promise<TestOutcome[]>} */
async function runUnitTests() {
  const folder = postgres.find();
  const outcomes = await runTests(
    'Unit, function, store and fault tests (vitest)',
    ['vitest', 'run', '--reporter=default', '--reporter=./scripts/vitest-reporter.mjs'],
    { label: 'unit', env: { PATH: [toolEnv()['PATH'], folder].filter(Boolean).join(delimiter) } },
  );
  // The tests on Postgres are the ones that are skipped without saying why.
  const skipReason =
    folder === null ? `there is no Postgres. Run: ${installCommand(postgres.packages)}` : undefined;
  return outcomes.map((each) => ({ ...each, reason: each.reason || skipReason }));
}

/**
 * @param {string | null} chromium
 * @returns {Promise<TestOutcome[]>}
 */
async function runBrowserTests(chromium) {
  const browsers = Object.entries({
    chromium: { label: 'Chromium', packages: chromiumPackages, find: () => chromium },
    ...(all && engines),
  }).map(([project, { label, packages, find }]) => ({ project, label, packages, isFound: find() !== null }));
  /** @type {TestOutcome[]} */
  const notRun = browsers
    .filter(({ isFound }) => !isFound)
    .map(({ label, packages }) => ({
      name: `the tests in ${label}`,
      state: 'skipped',
      reason: `there is none that runs. Run: ${installCommand(packages)}`,
    }));
  const found = browsers.filter(({ isFound }) => isFound).map(({ project }) => project);
  if (found.length === 0) return notRun;
  const outcomes = await runTests(
    `Browser tests in ${found.join(', ')} (playwright)`,
    [
      'playwright',
      'test',
      '--reporter=list,./scripts/playwright-reporter.mjs',
      ...found.map((project) => `--project=${project}`),
    ],
    { label: 'browser', env: chromium === null ? {} : { CHROMIUM_PATH: chromium } },
  );
  return [...notRun, ...outcomes];
}

/**
 * Runs a test runner whose reporter leaves a list of `TestOutcome`.
 *
 * @param {string} title
 * @param {[string, ...string[]]} command
 * @param {{ label: string, env: Record<string, string> }} options
 * @returns {Promise<TestOutcome[]>}
 */
async function runTests(title, [command, ...args], { label, env }) {
  const path = join(reports, `${label}.json`);
  const tools = toolEnv({ ENTREE_TEST_REPORT: path, ...(!all && shortRun) });
  const isGreen = await tryStep(title, () => run(command, args, { label, env: { ...tools, ...env } }));
  const hasReport = existsSync(path);
  /** @type {TestOutcome[]} */
  const outcomes = hasReport ? JSON.parse(readFileSync(path, 'utf8')) : [];
  // A runner that ended badly counts as one failure where none of its tests failed.
  if (!(isGreen && hasReport) && !outcomes.some(({ state }) => state === 'failed'))
    outcomes.push({ name: title, state: 'failed' });
  return outcomes;
}

/**
 * A step that counts as one test.
 *
 * @param {string} title
 * @param {() => Promise<void>} work
 * @returns {Promise<TestOutcome>}
 */
async function countAsOne(title, work) {
  return { name: title, state: (await tryStep(title, work)) ? 'passed' : 'failed' };
}
