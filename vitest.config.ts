import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { openBundledWorker } from './test/bundle.ts';

// Each test file has processes of its own, and many start the store's worker or a server: what one has compiled
// serves the others. Node checks it against the sources.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.cache/compile');

export default defineConfig({
  plugins: [
    {
      name: 'bundled-store-worker',
      enforce: 'pre',
      transform: (code, id) =>
        /\/server\/store\/sqlite\/open-(sqlite-calls|console-worker)\.ts$/.test(id)
          ? openBundledWorker(code)
          : null,
    },
  ],
  test: {
    include: [
      'contract/**/*.test.ts',
      'site/**/*.test.{ts,tsx}',
      'admin/**/*.test.ts',
      'server/**/*.test.ts',
      'cli/**/*.test.ts',
      'scripts/**/*.test.ts',
      'lab/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['node_modules', 'dist', 'test/browser', 'test/engines'],
    environment: 'node',
    pool: 'forks',
    // Tests of processes mostly wait. In CI one file at a time: the fault tests that mount disks can disturb each other.
    maxWorkers: process.env['CI'] === undefined ? Math.max(2, availableParallelism()) : 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: process.env['CI'] === undefined,
    restoreMocks: true,
  },
});
