import { defineConfig } from '@playwright/test';
import { findTestChromium } from './scripts/chromium.ts';
import { engines } from './scripts/engines.ts';
import { leftOut } from './scripts/long-tests.ts';
import type { EngineWorkerOptions } from './test/engines/fixtures.ts';

/** None: the configuration still loads, for tools that only read it. `npm test` installs one. */
const executablePath = findTestChromium();

/** The tests of test/engines run in each of the other engines that is here. */
const otherEngines = (['firefox', 'webkit'] as const).filter((name) => engines[name].find() !== null);

export default defineConfig<object, EngineWorkerOptions>({
  projects: [
    {
      name: 'chromium',
      testDir: 'test',
      // What every engine must do alike is one test for all three.
      testMatch: [
        'browser/**/*.spec.ts',
        'engines/{answer,bill,early,forms,layout,navigation,returns,still}.spec.ts',
      ],
      testIgnore: leftOut.browser,
      workers: 2,
    },
    ...otherEngines.map((engineName) => ({
      name: engineName,
      testDir: 'test/engines',
      // What a store answers does not depend on the engine: Chromium's tests use both, these one each. Debian's
      // WebKitWebDriver stops answering, while the page idles, in one of eight runs of a test that goes back from the
      // page of a failure, and now and then while the scripts of the bill's page are held: "both forms come back" and
      // the other tests of the bill cover a reload and the sums there.
      grepInvert:
        engineName === 'webkit'
          ? / on Postgres|back with a reload and from a failure|restored before the scripts came/
          : / on SQLite/,
      workers: 1,
      use: { engineName },
    })),
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  // Two for Chromium, whose tests mostly compute. One for the other engines, whose tests mostly wait for them.
  workers: 3,
  retries: 0,
  // Not measures but patience: what is waited for ends the wait, and a busy machine is several times slower. Where a
  // page does something by itself after some seconds, a test does not wait for longer than that.
  timeout: 240_000,
  expect: { timeout: 15_000, toPass: { timeout: 60_000 } },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // What does not concern motion is tested without it: a page that moves costs twice the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Next to nothing is painted, which takes a seventh less processor time. Layout, focus and what lies under the
        // pointer stay as they are. A test that looks at pixels starts a browser that paints (test/browser/art.spec.ts).
        '--force-gpu-mem-available-mb=1',
        // A page that leaves a site and comes back stays in its process: a new one starts, compiles and decodes again
        // for a third of a test's processor time. A context never shares the process of another.
        '--renderer-process-limit=1',
        // One process less that every frame is handed to: 7 % of the processor time of 92 tests.
        '--in-process-gpu',
      ],
    },
  },
});
