import { Stryker } from '@stryker-mutator/core';

const [folder, ...tests] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder: npm run mutate -- contract');

/**
 * Breaks each expression of a folder's files, one at a time, and runs the tests that reach it: a break that fails none
 * survives. What runs in another process or thread than the tests, as the queries on SQLite do, counts by its other
 * tests alone. Texts may be changed without a test, and what is computed once at the start cannot be broken alone.
 */
await new Stryker({
  mutate: [`${folder.replace(/\/$/, '')}/**/*.ts`, '!**/*.test.ts', '!**/*-fixture.ts'],
  testFiles: tests.length > 0 ? tests : [`${folder}/**/*.test.ts`],
  // Stryker would read it with the API of an earlier TypeScript; it tells the tests nothing.
  tsconfigFile: 'none',
  testRunner: 'vitest',
  vitest: { configFile: 'lab/mutate.config.ts', pool: 'forks' },
  ignoreStatic: true,
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  dryRunTimeoutMinutes: 60,
  timeoutMS: 60_000,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['/.cache', '/test-results'],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  allowConsoleColors: false,
}).runMutationTest();
