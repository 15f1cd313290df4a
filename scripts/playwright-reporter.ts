import { writeFileSync } from 'node:fs';
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';
import type { TestOutcome } from './test-report.ts';

/** Playwright's words for the outcome of a test. */
const states = {
  expected: 'passed',
  skipped: 'skipped',
  unexpected: 'failed',
  flaky: 'failed',
} as const;

/** Writes the outcome of each test to the file that `ENTREE_TEST_REPORT` names. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a reporter from a file's default export
export default class PlaywrightReporter implements Reporter {
  outcomes: TestOutcome[] = [];
  tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onError(): void {
    this.outcomes.push({ name: 'an error outside of tests', state: 'failed' });
  }

  onEnd(): void {
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
