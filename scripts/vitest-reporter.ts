import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { TestOutcome } from './test-report.ts';

/** Writes the outcome of each test (`TestOutcome`) to the file that `ENTREE_TEST_REPORT` names. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from a file's default export
export default class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const outcomes: TestOutcome[] = unhandledErrors.map(() => ({
      name: 'an error outside of tests',
      state: 'failed',
    }));
    for (const module of modules) {
      const file = module.relativeModuleId;
      // A file that cannot be loaded, or a hook that fails, has no test that failed.
      for (const part of [module, ...module.children.allSuites()])
        for (const _ of part.errors()) outcomes.push({ name: file, state: 'failed' });
      for (const test of module.children.allTests()) {
        const result = test.result();
        outcomes.push({
          name: `${file} › ${test.fullName}`,
          // Pending: the run ended before the test did.
          state: result.state === 'pending' ? 'failed' : result.state,
          durationMs: test.diagnostic()?.duration,
          reason: result.state === 'skipped' ? result.note : undefined,
        });
      }
    }
    writeFileSync(String(process.env['ENTREE_TEST_REPORT']), JSON.stringify(outcomes));
  }
}
