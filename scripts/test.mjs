import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { installDependencies } from './install.mjs';
import { ensurePostgres } from './postgres.mjs';
import { readDotEnv, root, run, runScript, StepError, step, toolEnv } from './step.mjs';

/**
 * What a test runner counted; a run that broke off counts as one failure.
 *
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Count
 */

const parts = ['check', 'unit', 'browser'];
const reports = join(root, '.cache', 'test');
const isCi = Boolean(process.env['CI']) && process.env['CI'] !== 'false';

const { only } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values;

/** @param {string} part */
const isWanted = (part) => only === undefined || only.includes(part);

/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: [] };

await runScript(async () => {
  const unknown = only?.filter((part) => !parts.includes(part)) ?? [];
  if (unknown.length > 0) throw new StepError(`--only takes ${parts.join(', ')}; not ${unknown.join(', ')}.`);

  readDotEnv();
  await installDependencies({ dev: true });
  const postgres = isWanted('unit') ? await ensurePostgres() : null;
  const chromium = isWanted('browser') ? await ensureChromium() : null;
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  if (isWanted('check')) {
    await attempt('Style and import walls (biome)', () =>
      run('biome', ['check', '.', '--error-on-warnings']),
    );
    await attempt('Types (tsc)', () => run('tsc', ['--noEmit']));
    await attempt('Dead code (knip)', () => run('knip', []));
  }
  if (isWanted('unit') || isWanted('browser')) {
    const isBuilt = await attempt('The built site is current', buildIfChanged);
    if (isWanted('unit')) await runUnitTests(postgres);
    if (isWanted('browser') && isBuilt) await runBrowserTests(chromium);
  }
  tell();
});

/** @param {string | null} postgres */
async function runUnitTests(postgres) {
  if (postgres === null) {
    total.skipped.push('everything on Postgres: no initdb found, and none could be installed without asking');
  }
  const report = join(reports, 'vitest.json');
  const path = [postgres, process.env['PATH']].filter(Boolean).join(delimiter);
  const isGreen = await passes('Unit, function and store tests (vitest)', () =>
    run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
      env: withBin({ PATH: path }),
    }),
  );
  add(isGreen, existsSync(report) ? countVitest(JSON.parse(readFileSync(report, 'utf8'))) : null);
}

/** @param {string | null} chromium */
async function runBrowserTests(chromium) {
  if (chromium === null) {
    total.skipped.push('the browser tests: no Chromium found, and none could be installed');
    return;
  }
  const report = join(reports, 'playwright.json');
  const isGreen = await passes('Browser tests (playwright)', () =>
    run('playwright', ['test'], {
      env: toolEnv({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    }),
  );
  add(isGreen, existsSync(report) ? countPlaywright(JSON.parse(readFileSync(report, 'utf8'))) : null);
}

/** @param {Record<string, string>} env whose PATH comes before the tools' */
function withBin(env) {
  const tools = toolEnv();
  return { ...tools, PATH: [join(root, 'node_modules', '.bin'), env['PATH']].join(delimiter) };
}

/**
 * A step whose failure counts as one and lets the others run.
 *
 * @param {string} title
 * @param {() => Promise<void>} work
 */
async function attempt(title, work) {
  const isGreen = await passes(title, work);
  if (!isGreen) total.failed += 1;
  return isGreen;
}

/**
 * @param {string} title
 * @param {() => Promise<void>} work
 */
async function passes(title, work) {
  try {
    await step(title, work);
    return true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.error(error.message);
    return false;
  }
}

/**
 * @param {boolean} isGreen whether the runner itself was content
 * @param {Count | null} count null when the runner left no report
 */
function add(isGreen, count) {
  total.passed += count?.passed ?? 0;
  // Content is the runner's word: an error outside any test fails a run in which every test passed.
  total.failed += Math.max(count?.failed ?? 0, isGreen ? 0 : 1);
  total.skipped.push(...(count?.skipped ?? []));
}

/**
 * @param {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} report
 * @returns {Count}
 */
function countVitest({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  // A file that could not be loaded has no test that failed.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failed: tests.filter((test) => test.status === 'failed').length + brokenFiles.length,
    skipped: tests
      .filter((test) => test.status !== 'passed' && test.status !== 'failed')
      .map((test) => test.fullName),
  };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Count}
 */
function countPlaywright({ stats }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped === 0 ? [] : [`${stats.skipped} browser tests (named in the list above)`],
  };
}

function tell() {
  console.log('');
  for (const reason of total.skipped) console.log(`Skipped: ${reason}`);
  if (isCi && total.skipped.length > 0) {
    console.log('With CI set nothing may be skipped: each counts as a failure.');
    total.failed += total.skipped.length;
  }
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
}
