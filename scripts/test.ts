import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { buildIfChanged } from './build.ts';
import { chromiumPackages, ensureTestChromium } from './chromium.ts';
import { findOnPath, installCommand, installMissing } from './debian.mjs';
import { engines } from './engines.ts';
import { shortRun } from './long-tests.ts';
import { postgres } from './postgres.ts';
import { root, run, StepError, toolEnv, tryStep } from './step.mjs';

const parts = ['check', 'unit', 'browser'];
const reports = join(root, '.cache', 'test');
const isCi = Boolean(process.env['CI']) && process.env['CI'] !== 'false';

/** Some fault tests compile a library that makes the disk fail, others mount a file system of their own or run a pooler. */
const faultTools = [
  { label: 'cc', packages: ['gcc', 'libc6-dev'] },
  { label: 'mkfs.ext4', packages: ['e2fsprogs'] },
  { label: 'mount', packages: ['mount'] },
  { label: 'pgbouncer', packages: ['pgbouncer'] },
].map((tool) => ({ ...tool, find: () => findOnPath(tool.label) ?? findInSbin(tool.label) }));

/** Debian installs some in a folder that is not on a plain user's PATH. */
function findInSbin(name: string): string | null {
  const path = join('/usr/sbin', name);
  return existsSync(path) ? path : null;
}

interface Tool {
  label: string;
  packages: readonly string[];
  find: () => unknown;
}

interface Outcome {
  passed: number;
  failed: number;
  /** Each with the first line of what was wrong. Said again at the end, because of a long output the end is what is kept. */
  failures: string[];
  /** Names of tests, or what is missing for them. */
  notRun: string[];
}

const passed: Outcome = { passed: 1, failed: 0, failures: [], notRun: [] };

export async function main(args: string[]): Promise<void> {
  const { all, only = parts } = parseArgs({
    args,
    options: { all: { type: 'boolean', default: isCi }, only: { type: 'string', multiple: true } },
  }).values;
  const unknown = only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new StepError(`--only takes ${parts.join(', ')}; not ${unknown.join(', ')}.`);

  const [checks, unit, browser] = parts.map((part) => only.includes(part));
  if (!all) Object.assign(process.env, shortRun);
  const tools = [postgres, ...(all ? faultTools : [])];
  if (unit) await installMissing(tools);
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
      ...(unit ? [() => runUnitTests(tools)] : []),
      ...(browser && built === passed ? [() => runBrowserTests(chromium, all ? engines : {})] : []),
    ];
    // The unit tests mostly wait and the browser tests mostly compute: side by side they take a tenth less. In CI
    // one after the other: there a short run matters less than that nothing else slows a test.
    if (isCi) for (const runPart of runParts) outcomes.push(...(await runPart()));
    else outcomes.push(...(await Promise.all(runParts.map((runPart) => runPart()))).flat());
  }
  const notRun = outcomes.flatMap((outcome) => outcome.notRun);
  const sumOf = (count: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
  const passedCount = sumOf('passed');
  // CI has everything that the tests need: what was not run there is a fault.
  const failedCount = sumOf('failed') + (isCi ? notRun.length : 0);
  const isNothing = passedCount === 0 && failedCount === 0;
  console.log(`\nEverything together took ${Math.round((performance.now() - startedAt) / 1000)} s.`);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) console.log(`\nFAILED:\n  ${failures.join('\n  ')}`);
  if (!all) console.log('\nThe long tests were left out (scripts/long-tests.ts): npm test -- --all');
  if (notRun.length > 0)
    console.log(`\nNOT RUN${isCi ? ', which counts as failed with CI set' : ''}:\n  ${notRun.join('\n  ')}`);
  if (isNothing) console.log('\nNothing was tested, so this run is no success.');
  console.log(`\n${passedCount} passed, ${failedCount} failed`);
  process.exitCode = failedCount === 0 && !isNothing ? 0 : 1;
}

/** Each uses one core: all at once they take as long as the longest. */
function runChecks(): Promise<Outcome[]> {
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

async function runUnitTests(tools: readonly Tool[]): Promise<Outcome[]> {
  const path = join(reports, 'unit.json');
  const outcome = await runTests(
    'Unit, function, store and fault tests (vitest)',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${path}`],
    { label: 'unit', env: { PATH: [toolEnv()['PATH'], postgres.find()].filter(Boolean).join(delimiter) } },
    () => {
      const report: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
      const tests = report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map((test) => ({ ...test, name: `${relative(root, name)} ${test.fullName}` })),
      );
      const namesOf = (wanted: string) =>
        tests
          .filter(({ status }) => status === wanted)
          .map(({ name, failureMessages }) => describeFailure(name, failureMessages?.[0]));
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        failures: namesOf('failed'),
        notRun: namesOf('skipped'),
      };
    },
  );
  return [...describeMissing(tools), outcome];
}

async function runBrowserTests(
  chromium: string | null,
  otherEngines: Partial<typeof engines>,
): Promise<Outcome[]> {
  const browsers = {
    chromium: { label: 'Chromium', packages: chromiumPackages, find: () => chromium },
    ...otherEngines,
  };
  const missing = describeMissing(Object.values(browsers));
  const found = Object.entries(browsers).filter(([, { find }]) => find() !== null);
  if (found.length === 0) return missing;
  const names = found.map(([name]) => name);
  const path = join(reports, 'browser.json');
  const outcome = await runTests(
    `Browser tests in ${names.join(', ')} (playwright)`,
    ['playwright', 'test', '--reporter=list,json', ...names.map((name) => `--project=${name}`)],
    {
      label: 'browser',
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path, ...(chromium !== null && { CHROMIUM_PATH: chromium }) },
    },
    () => {
      const { stats, suites }: JSONReport = JSON.parse(readFileSync(path, 'utf8'));
      const tests = suites.flatMap(listTests);
      const namesOf = (isWanted: (status: string) => boolean) =>
        tests.filter(({ status }) => isWanted(status)).map(({ name, error }) => describeFailure(name, error));
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
        failures: namesOf((status) => status === 'unexpected' || status === 'flaky'),
        notRun: namesOf((status) => status === 'skipped'),
      };
    },
  );
  return [...missing, outcome];
}

function listTests({
  specs,
  suites = [],
}: JSONReportSuite): { name: string; status: string; error: string | undefined }[] {
  const tests = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName, results }) => ({
      name: `${file} [${projectName}] ${title}`,
      status,
      error: results.find(({ error }) => error)?.error?.message,
    })),
  );
  return [...tests, ...suites.flatMap(listTests)];
}

const describeFailure = (name: string, message = '') =>
  [name, stripVTControlCharacters(message).split('\n')[0]].filter(Boolean).join(': ');

const describeMissing = (tools: readonly Tool[]): Outcome[] =>
  tools
    .filter(({ find }) => find() === null)
    .map(({ label, packages }) => ({
      passed: 0,
      failed: 0,
      failures: [],
      notRun: [`the tests that need ${label}, which is missing. Run: ${installCommand(packages)}`],
    }));

/** Runs a test runner that leaves a report for `read`. A runner that ended badly counts as a failure where no test failed. */
async function runTests(
  title: string,
  [command, ...args]: [string, ...string[]],
  { label, env }: { label: string; env: Record<string, string> },
  read: () => Outcome,
): Promise<Outcome> {
  const isGreen = await tryStep(title, () => run(command, args, { label, env: { ...toolEnv(), ...env } }));
  const outcome = existsSync(join(reports, `${label}.json`)) ? read() : describeFailed(title);
  return isGreen || outcome.failed > 0 ? outcome : { ...outcome, failed: 1, failures: [title] };
}

/** A step that counts as one test. */
async function countAsOne(title: string, work: () => Promise<void>): Promise<Outcome> {
  return (await tryStep(title, work)) ? passed : describeFailed(title);
}

const describeFailed = (title: string): Outcome => ({ passed: 0, failed: 1, failures: [title], notRun: [] });
