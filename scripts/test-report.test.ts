import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './step.mjs';
import { addUp, describeRun, summarizePlaywright, summarizeVitest } from './test-report.mjs';

const outcome = (values: object) => ({ passed: 0, failed: 0, notRun: [], tests: [], ...values });

describe('the last lines of a run', () => {
  test('everything passed: the count, and success', () => {
    const { lines, exitCode } = describeRun(outcome({ passed: 3 }), { isCi: false });
    expect(lines.at(-1)).toBe('3 passed, 0 failed');
    expect(exitCode).toBe(0);
  });

  test('a run in which nothing was tested is no success', () => {
    const { lines, exitCode } = describeRun(outcome({}), { isCi: false });
    expect(lines).toContain('Nothing was tested, so this run is no success.');
    expect(exitCode).toBe(1);
  });

  test('a part that could not run is named; in CI it counts as a failure', () => {
    const total = outcome({ passed: 3, notRun: ['the browser tests: there is no Chromium.'] });
    const here = describeRun(total, { isCi: false });
    expect(here.lines.slice(-4)).toEqual([
      'NOT RUN:',
      '  the browser tests: there is no Chromium.',
      '',
      '3 passed, 0 failed',
    ]);
    expect(here.exitCode).toBe(0);
    const inCi = describeRun(total, { isCi: true });
    expect(inCi.lines.at(-1)).toBe('3 passed, 1 failed');
    expect(inCi.exitCode).toBe(1);
  });

  test('the ten slowest tests stand above the count, the slowest first', () => {
    const tests = Array.from({ length: 12 }, (_, index) => ({
      name: `test ${index}`,
      durationMs: index * 1000,
    }));
    const { lines } = describeRun(outcome({ passed: 12, tests }), { isCi: false });
    const named = lines.filter((line) => line.includes(' s  '));
    expect(named).toHaveLength(10);
    expect(named[0]).toBe('   11.0 s  test 11');
    expect(named[9]).toBe('    2.0 s  test 2');
  });

  test('parts are added up', () => {
    const sum = addUp([outcome({ passed: 1, failed: 1 }), outcome({ passed: 2, notRun: ['a'] })]);
    expect(sum).toEqual(outcome({ passed: 3, failed: 1, notRun: ['a'] }));
  });
});

describe("what Vitest's tests came to", () => {
  let folder: string;
  let report: Parameters<typeof summarizeVitest>[0];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(root, 'node_modules', '.entree-reporter-'));
    await writeFile(
      path.join(folder, 'a.test.ts'),
      `import { test, beforeAll, describe, expect } from 'vitest';
      test('passes', () => {});
      test('fails', () => expect(1).toBe(2));
      test('is skipped', (context) => context.skip('no compiler'));
      test('is skipped too', (context) => context.skip('no compiler'));
      test.skip('is skipped without a word', () => {});
      describe('whose hook fails', () => {
        beforeAll(() => { throw new Error('no server'); });
        test('is not reached', () => {});
      });`,
    );
    await writeFile(path.join(folder, 'b.test.ts'), `import './missing.ts';`);
    const file = path.join(folder, 'report.json');
    const reporter = path.join(root, 'scripts', 'vitest-reporter.mjs');
    spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--dir',
        folder,
        `--reporter=${reporter}`,
      ],
      { cwd: folder, env: { ...process.env, ENTREE_TEST_REPORT: file, CI: '' } },
    );
    report = JSON.parse(await readFile(file, 'utf8'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('a failed test, a failed hook and a file that cannot be loaded each count', () => {
    const { passed, failed } = summarizeVitest(report, false);
    expect(passed).toBe(1);
    expect(failed).toBe(3);
  });

  test('skipped tests are named by their reason, or by themselves', () => {
    const { notRun } = summarizeVitest(report, false);
    expect(notRun[0]).toBe('2 tests: no compiler');
    expect(notRun[1]).toMatch(/a\.test\.ts › is skipped without a word$/);
  });

  test('what many lack is named once: the reason of those that say none can be told', () => {
    const { notRun } = summarizeVitest(report, false, 'there is no Postgres');
    // The second one is the test whose hook failed: Vitest says no more of it either.
    expect(notRun).toEqual(['2 tests: no compiler', '2 tests: there is no Postgres']);
  });

  test('a runner that was not content without a failed test counts as one failure, also without a report', () => {
    expect(summarizeVitest({ tests: [], errorsOutsideTests: 0 }, false).failed).toBe(1);
    expect(summarizeVitest(null, false).failed).toBe(1);
  });
});

describe("what Playwright's tests came to", () => {
  const spec = (title: string, status: string, annotations: object[] = []) => ({
    title,
    tests: [{ projectName: 'firefox', status, annotations, results: [{ duration: 100 }, { duration: 50 }] }],
  });

  test('passed, failed, flaky and skipped ones, with the time of all their runs', () => {
    const report = {
      errors: [],
      suites: [
        {
          title: 'forms.spec.ts',
          specs: [spec('sends', 'expected'), spec('fails', 'unexpected')],
          suites: [
            {
              title: 'in a window',
              specs: [
                spec('flickers', 'flaky'),
                spec('waits', 'skipped', [{ type: 'skip', description: 'why' }]),
              ],
            },
          ],
        },
      ],
    };
    const { passed, failed, notRun, tests } = summarizePlaywright(report as never, false);
    expect({ passed, failed, notRun }).toEqual({ passed: 1, failed: 2, notRun: ['1 test: why'] });
    expect(tests[2]).toMatchObject({
      name: 'firefox › forms.spec.ts › in a window › flickers',
      durationMs: 150,
    });
  });

  test('an error outside every test is a failure', () => {
    expect(summarizePlaywright({ suites: [], errors: [{}] }, false).failed).toBe(1);
  });
});
