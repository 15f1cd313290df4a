import { writeFileSync } from 'node:fs';

/**
 * @typedef {{ name: string, file: string, state: 'passed' | 'failed' | 'skipped', durationMs: number, note: string }} TestOutcome
 * @typedef {{ tests: TestOutcome[], errorsOutsideTests: number }} VitestReport
 */

/**
 * Writes to the file that `ENTREE_TEST_REPORT` names what each test came to. Vitest's own JSON leaves
 * out why a test was skipped.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from a file's default export
export default class VitestReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {VitestReport} */
    const report = { tests: [], errorsOutsideTests: unhandledErrors.length };
    for (const module of modules) {
      // A file that cannot be loaded, or a hook that fails, has no test that failed.
      report.errorsOutsideTests += module.errors().length;
      for (const suite of module.children.allSuites()) report.errorsOutsideTests += suite.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        report.tests.push({
          name: test.fullName,
          file: module.relativeModuleId,
          // Pending: the run ended before the test did.
          state: result.state === 'pending' ? 'failed' : result.state,
          durationMs: test.diagnostic()?.duration ?? 0,
          note: (result.state === 'skipped' && result.note) || '',
        });
      }
    }
    writeFileSync(process.env['ENTREE_TEST_REPORT'] ?? 'test-report.json', JSON.stringify(report));
  }
}
