import process from 'node:process';

/**
 * What `npm test` leaves out unless it is told `--all`, as in CI, so that it takes a few minutes: tests that kill, fill
 * and flood the program, that install and start it anew, and that look at pages in many windows or in other browsers.
 * Whoever names such a file to a runner gets it.
 */
const longTests = {
  unit: ['test/{abuse,faults,todays-store}/**', 'test/{fuzz,npm-start,slack-app,systemd-unit}.test.ts'],
  browser: [
    'browser/{art,card,composition,faces,first-picture,layout-shift,older-browsers,page-transition}.spec.ts',
    'browser/{focus,let-in,overflow,pinched,reduced-motion,scrolling,touch-targets}.spec.ts',
    'browser/{console-accessibility,console-buttons,console-postgres,missing-backend}.spec.ts',
    'engines/**',
  ],
};

/** The setting of the two runners' configurations. */
export const shortRun = { ENTREE_TESTS: 'short' };

/** Files that this run leaves out. */
export const leftOut =
  process.env['ENTREE_TESTS'] === shortRun.ENTREE_TESTS ? longTests : { unit: [], browser: [] };
