/**
 * What `npm test` leaves out unless it is told `--all`, as in CI, so that it takes a few minutes: tests that kill, fill
 * and flood the program, that install and start it anew, that try many orders of events, that wait for letters, and
 * that look at pages in many windows or in other browsers.
 * Whoever names such a file to a runner gets it.
 */
export const longTests = {
  unit: [
    'test/{abuse,faults,older-store}/**',
    'test/{fuzz,linear-expressions,npm-start,slack-app,systemd-unit}.test.ts',
    'cli/{copy-store,email-spellings,import,main,one-list,restored,waves}.test.ts',
    'lab/try/trial.test.ts',
    'server/{main,abuse/abuse-check,admin/provider,operator/import/import}.test.ts',
    'server/store/{delivery-states,review-schedules}.test.ts',
    'server/store/{postgres/open-postgres,sqlite/deleted-content}.test.ts',
    'server/outbox/{event-outbox,letter-outbox,slack-trouble}.test.ts',
  ],
  browser: [
    'browser/{art,composition,first-picture,layout-shift,older-browsers}.spec.ts',
    'browser/{accessibility,answering,form-failures,without-scripts}.spec.ts',
    'browser/{focus,form-submissions,let-in,pinched,reduced-motion,scrolling,touch-targets}.spec.ts',
    'browser/{invitation,missing-backend}.spec.ts',
    'browser/console-{accessibility,answers,providers,remind,views,who-comes}.spec.ts',
    'engines/*.spec.ts',
  ],
};

/** The setting of the two runners' configurations. */
export const shortRun = { ENTREE_TESTS: 'short' };

/** Files that this run leaves out. */
export const leftOut =
  process.env['ENTREE_TESTS'] === shortRun.ENTREE_TESTS ? longTests : { unit: [], browser: [] };
