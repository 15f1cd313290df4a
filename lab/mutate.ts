import { Stryker } from '@stryker-mutator/core';

const [path, ...tests] = process.argv.slice(2);
if (path === undefined) throw new Error('Name a folder or a file: npm run mutate -- contract');
const mutated = path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.ts`;

/**
 * Breaks each expression of a file or of a folder's files, one at a time, and runs the tests that reach it: a break
 * that fails none survives. What runs in another process or thread than the tests, as the queries on SQLite do, counts
 * by its other tests alone. Texts may be changed without a test, and what is computed once at the start cannot be
 * broken alone.
 */
await new Stryker({
  mutate: [mutated, '!**/*.test.ts', '!**/*-fixture.ts'],
  testFiles: tests.length > 0 ? tests : [mutated.replace(/\.ts$/, '.test.ts')],
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
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutation.json' },
  allowConsoleColors: false,
}).runMutationTest();
