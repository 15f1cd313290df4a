import { writeFileSync } from 'node:fs';

/** @typedef {import('./test-report.mjs').TestOutcome} TestOutcome */

/** Playwright's words for the outcome of a test. */
const states = /** @type {const} */ ({
  expected: 'passed',
  skipped: 'skipped',
  unexpected: 'failed',
  flaky: 'failed',
});

/** Writes the outcome of each test to the file that `ENTREE_TEST_REPORT` names. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a reporter from a file's default export
export default class PlaywrightReporter {
  /** @type {TestOutcome[]} */
  outcomes = [];
  /** @type {import('@playwright/test/reporter').TestCase[]} */
  tests = [];

  /**
   * @param {unknown} _config
   * @param {import('@playwright/test/reporter').Suite} suite
   */
  onBegin(_config, suite) {
    this.tests = suite.allTests();
  }

  onError() {
    this.outcomes.push({ name: 'an error outside of tests', state: 'failed' });
  }

  onEnd() {
    for (const test of this.tests) {
      this.outcomes.push({
        name: test.titlePath().filter(Boolean).join(' › '),
        state: states[test.outcome()],
        durationMs: test.results.reduce((sum, { duration }) => sum + duration, 0),
        reason: test.annotations.find(({ type }) => type === 'skip')?.description,
      });
    }
    writeFileSync(String(process.env['ENTREE_TEST_REPORT']), JSON.stringify(this.outcomes));
  }
}
