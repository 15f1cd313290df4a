/**
 * The result of a part of `npm test`.
 *
 * @typedef {{ passed: number, failed: number, notRun: string[], tests: TimedTest[] }} PartResult
 * @typedef {{ name: string, durationMs: number }} TimedTest
 */

/** A runner that ended badly without a report counts as one failure. */
const failedRun = () => ({ passed: 0, failed: 1, notRun: [], tests: [] });

/**
 * @param {import('./vitest-reporter.mjs').VitestReport | null} report null: the runner left none
 * @param {boolean} isGreen whether the runner itself ended with success
 * @param {string} [skipReason] of a skipped test that says none; without it such a test is named
 * @returns {PartResult}
 */
export function summarizeVitest(report, isGreen, skipReason = '') {
  if (report === null) return failedRun();
  const { tests, errorsOutsideTests } = report;
  const count = (/** @type {string} */ state) => tests.filter((test) => test.state === state).length;
  return {
    passed: count('passed'),
    failed: Math.max(count('failed') + errorsOutsideTests, isGreen ? 0 : 1),
    notRun: groupByReason(
      tests
        .filter(({ state }) => state === 'skipped')
        .map(({ file, name, note }) => ({ name: `${file} › ${name}`, reason: note || skipReason })),
    ),
    tests: tests
      .filter(({ state }) => state !== 'skipped')
      .map(({ file, name, durationMs }) => ({ name: `${file} › ${name}`, durationMs })),
  };
}

/**
 * @typedef {{ title: string, file?: string, suites?: PlaywrightSuite[], specs?: { title: string, tests: { projectName: string, status: string, annotations?: { type: string, description?: string }[], results: { duration: number }[] }[] }[] }} PlaywrightSuite
 * @param {{ suites: PlaywrightSuite[], errors: unknown[] } | null} report null: the runner left none
 * @param {boolean} isGreen whether the runner itself ended with success
 * @returns {PartResult}
 */
export function summarizePlaywright(report, isGreen) {
  if (report === null) return failedRun();
  /** @type {{ name: string, status: string, durationMs: number, reason: string }[]} */
  const tests = [];
  const collect = (/** @type {PlaywrightSuite} */ suite, /** @type {string[]} */ titles) => {
    for (const { title, tests: runs } of suite.specs ?? []) {
      for (const { projectName, status, results, annotations } of runs) {
        tests.push({
          name: [projectName, ...titles, title].join(' › '),
          status,
          durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
          reason: annotations?.find(({ type }) => type === 'skip')?.description ?? '',
        });
      }
    }
    for (const inner of suite.suites ?? []) collect(inner, [...titles, inner.title]);
  };
  for (const suite of report.suites) collect(suite, [suite.title]);
  const passed = tests.filter(({ status }) => status === 'expected');
  const skipped = tests.filter(({ status }) => status === 'skipped');
  const failed = tests.length - passed.length - skipped.length + report.errors.length;
  return {
    passed: passed.length,
    failed: Math.max(failed, isGreen ? 0 : 1),
    notRun: groupByReason(skipped),
    tests: tests.filter(({ status }) => status !== 'skipped'),
  };
}

/**
 * One line for all tests that were skipped for the same reason; a test without a reason has its own.
 *
 * @param {readonly { name: string, reason: string }[]} skipped
 */
function groupByReason(skipped) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { reason } of skipped) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [
    ...[...counts].map(([reason, count]) => `${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`),
    ...skipped.filter(({ reason }) => !reason).map(({ name }) => name),
  ];
}

/** @param {readonly PartResult[]} outcomes */
export function addUp(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    notRun: outcomes.flatMap(({ notRun }) => notRun),
    tests: outcomes.flatMap(({ tests }) => tests),
  };
}

/**
 * The last lines of `npm test` and its exit code.
 *
 * @param {PartResult} total
 * @param {{ isCi: boolean }} options `isCi`: what was not run counts as failed
 * @returns {{ lines: string[], exitCode: number }}
 */
export function describeRun({ passed, failed, notRun, tests }, { isCi }) {
  const lines = [];
  const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, 10);
  if (slowest.length > 0) lines.push('', 'The slowest tests:');
  for (const { name, durationMs } of slowest) {
    lines.push(`${(durationMs / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
  if (notRun.length > 0) lines.push('', 'NOT RUN:', ...notRun.map((reason) => `  ${reason}`));
  const counted = failed + (isCi ? notRun.length : 0);
  if (isCi && notRun.length > 0) {
    lines.push('With CI set, each line of what was not run counts as a failure.');
  }
  const isNothing = passed === 0 && counted === 0;
  if (isNothing) lines.push('', 'Nothing was tested, so this run is no success.');
  lines.push('', `${passed} passed, ${counted} failed`);
  return { lines, exitCode: counted === 0 && !isNothing ? 0 : 1 };
}
