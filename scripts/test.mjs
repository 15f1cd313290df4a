import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './build.mjs';
import { chromiumPackages, ensureTestChromium } from './chromium.mjs';
import { installCommand } from './debian.mjs';
import { engines, ensureEngines } from './engines.mjs';
import { ensureFaultTools } from './fault-tools.mjs';
import { installDependencies } from './install.mjs';
import { shortRun } from './long-tests.mjs';
import { ensurePostgres, postgresPackages } from './postgres.mjs';
import { readDotEnv, root, run, runScript, StepError, toolEnv, tryStep } from './step.mjs';
import { addUp, describeRun, summarizePlaywright, summarizeVitest } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').PartResult} PartResult */

const parts = ['check', 'unit', 'browser'];
const reports = join(root, '.cache', 'test');
const isCi = Boolean(process.env['CI']) && process.env['CI'] !== 'false';

const { all, only } = parseArgs({
  options: { all: { type: 'boolean', default: isCi }, only: { type: 'string', multiple: true } },
}).values;

/** @param {string} part */
const isWanted = (part) => only === undefined || only.includes(part);

await runScript(async () => {
  const unknown = only?.filter((part) => !parts.includes(part)) ?? [];
  if (unknown.length > 0) throw new StepError(`--only takes ${parts.join(', ')}; not ${unknown.join(', ')}.`);

  readDotEnv();
  await installDependencies({ dev: true });
  const postgres = isWanted('unit') ? await ensurePostgres() : null;
  if (isWanted('unit') && all) await ensureFaultTools();
  const chromium = isWanted('browser') ? await ensureTestChromium() : null;
  const missingEngines = isWanted('browser') && all ? await ensureEngines() : [];
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const startedAt = performance.now();
  /** @type {PartResult[]} */
  const outcomes = [];
  if (isWanted('check')) outcomes.push(...(await runChecks()));
  if (isWanted('unit') || isWanted('browser')) {
    const built = await countAsOne('The built site is current', buildIfChanged);
    outcomes.push(built);
    const runParts = [
      ...(isWanted('unit') ? [() => runUnitTests(postgres)] : []),
      ...(isWanted('browser') && built.failed === 0 ? [() => runBrowserTests(chromium, missingEngines)] : []),
    ];
    // The unit tests mostly wait and the browser tests mostly compute: side by side they take a tenth less. In CI
    // one after the other: there a short run matters less than that nothing else slows a test.
    if (isCi) for (const runPart of runParts) outcomes.push(await runPart());
    else outcomes.push(...(await Promise.all(runParts.map((runPart) => runPart()))));
  }
  const { lines, exitCode } = describeRun(addUp(outcomes), { isCi });
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

/**
 * @param {string | null} postgres folder of its programs
 * @returns {Promise<PartResult>}
 */
async function runUnitTests(postgres) {
  const path = join(reports, 'vitest.json');
  const tools = toolEnv({ ENTREE_TEST_REPORT: path, ...(!all && shortRun) });
  const isGreen = await tryStep('Unit, function, store and fault tests (vitest)', () =>
    run('vitest', ['run', '--reporter=default', '--reporter=./scripts/vitest-reporter.mjs'], {
      label: 'unit',
      env: { ...tools, PATH: [tools['PATH'], postgres].filter(Boolean).join(delimiter) },
    }),
  );
  // The tests on Postgres are the ones that are skipped without saying why.
  const skipReason =
    postgres === null ? `there is no Postgres. Run: ${installCommand(postgresPackages)}` : undefined;
  return summarizeVitest(readReport(path), isGreen, skipReason);
}

/**
 * @param {string | null} chromium
 * @param {readonly import('./engines.mjs').EngineName[]} missingEngines
 * @returns {Promise<PartResult>}
 */
async function runBrowserTests(chromium, missingEngines) {
  const notRun = missingEngines.map(
    (name) =>
      `the tests in ${engines[name].label}: it is not installed. Run: ${installCommand(engines[name].packages)}`,
  );
  if (chromium === null) {
    notRun.push(
      `the browser tests: there is no Chromium that runs. Run: ${installCommand(chromiumPackages)}`,
    );
  }
  const present = ['chromium', ...(all ? Object.keys(engines) : [])]
    .filter((name) => name !== 'chromium' || chromium !== null)
    .filter((name) => !missingEngines.some((missing) => missing === name));
  if (present.length === 0) return { passed: 0, failed: 0, notRun, tests: [] };
  const path = join(reports, 'playwright.json');
  const isGreen = await tryStep(`Browser tests in ${present.join(', ')} (playwright)`, () =>
    run('playwright', ['test', ...present.map((name) => `--project=${name}`)], {
      label: 'browser',
      env: toolEnv({
        ...(chromium && { CHROMIUM_PATH: chromium }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
        ...(!all && shortRun),
      }),
    }),
  );
  const outcome = summarizePlaywright(readReport(path), isGreen);
  return { ...outcome, notRun: [...notRun, ...outcome.notRun] };
}

/**
 * A function declaration, because it is called while this module is still being evaluated.
 *
 * @param {string} path
 */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/**
 * A step that counts as one test.
 *
 * @param {string} title
 * @param {() => Promise<void>} work
 * @returns {Promise<PartResult>}
 */
async function countAsOne(title, work) {
  const isGreen = await tryStep(title, work);
  return { passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, notRun: [], tests: [] };
}
