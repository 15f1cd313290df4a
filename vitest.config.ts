import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { leftOut } from './scripts/long-tests.ts';
import { openBundledWorker } from './test/bundle.ts';

// Each test file has processes of its own, and many start the store's worker or a server: what one has compiled
// serves the others. Node checks it against the sources.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.cache/compile');

const opensWorker = /\/server\/(?:store\/sqlite\/open-sqlite-calls|operator\/import\/read-in-thread)\.ts$/;

/** Modules that keep nothing between calls: what one file has loaded serves the next, which saves 0.4 s a file. */
const stateless = [
  '{contract,server,cli,admin,scripts,lab}/**/*.test.ts',
  'site/{art,build,styles}/**/*.test.ts',
  'test/!(npm-start|fuzz|audit).test.ts',
  'test/{abuse,peers}/!(shared-limits).test.ts',
];

/** All others: modules that keep something, as a page does, and tests that start and kill programs. */
const stateful = ['{site,test}/**/*.test.{ts,tsx}'];

const notRun = ['node_modules', 'dist', 'test/browser', 'test/engines', ...leftOut.unit];

/** They mount disks, and one that turns read-only or cuts its power disturbs the others. */
const onDisks = ['test/faults/disk-faults.test.ts', 'test/faults/power-cut.test.ts'];

const sideBySide = {
  // Tests of processes mostly wait: one more than there are cores, so that they end when the browser tests do.
  maxWorkers: availableParallelism() + 1,
  sequence: { groupOrder: 2 },
  globalSetup: 'test/start-shared-stores.ts',
};

export default defineConfig({
  plugins: [
    {
      name: 'bundled-workers',
      enforce: 'pre',
      transform: (code, id) => (opensWorker.test(id) ? openBundledWorker(code) : null),
      // Vitest keeps what it has transformed, by the module's own text. The bundle is of other modules too.
      configureVitest: ({ defineCacheKeyGenerator }) =>
        defineCacheKeyGenerator(({ id }) => (opensWorker.test(id) ? false : null)),
    },
  ],
  test: {
    environment: 'node',
    pool: 'forks',
    // Only what hangs reaches these, on the slowest machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    allowOnly: process.env['CI'] === undefined,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          ...sideBySide,
          name: 'stateless',
          include: stateless,
          exclude: [...notRun, ...onDisks],
          isolate: false,
          setupFiles: 'test/share-a-process.ts',
        },
      },
      {
        extends: true,
        test: {
          ...sideBySide,
          name: 'side by side',
          include: stateful,
          exclude: [...notRun, ...onDisks, ...stateless],
        },
      },
      {
        extends: true,
        // First: the browser tests, which run beside these, use the other core meanwhile. At the end it would be idle.
        // Not 0: Vitest runs what has one worker last unless another order is told.
        test: {
          name: 'one at a time',
          include: onDisks,
          exclude: notRun,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
