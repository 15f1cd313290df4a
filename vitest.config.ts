import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'site/**/*.test.{ts,tsx}',
      'server/**/*.test.ts',
      'cli/**/*.test.ts',
      'scripts/**/*.test.ts',
      'lab/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: ['node_modules', 'dist', 'test/browser'],
    environment: 'node',
    pool: 'forks',
    // Vitest's default leaves one core free, which here is half of the machine; tests of processes mostly wait.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: process.env['CI'] === undefined,
    restoreMocks: true,
  },
});
