import { everyPath, expect, hydrated, missing, test, withMotion } from './fixtures.ts';

test.use(withMotion);
test.use({ expectedConsole: { anyOf: [/404/] } });

interface Revealed {
  withTransition?: boolean;
}

for (const path of everyPath) {
  test(`the change to ${path} is a transition, also while its further sheets are on their way`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      // With fewer cores it is skipped.
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
      addEventListener('pagereveal', ({ viewTransition }) => {
        (window as Revealed).withTransition = viewTransition !== null;
      });
    });
    await page.goto(path === missing ? '/' : missing);
    await hydrated(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/*.css', async (route) => {
      await released;
      await route.continue();
    });
    await Promise.all([
      page.waitForURL(path, { waitUntil: 'commit' }),
      page.evaluate((to) => location.assign(to), path),
    ]);
    try {
      await expect.poll(() => page.evaluate(() => (window as Revealed).withTransition)).toBe(true);
    } finally {
      release();
    }
    await hydrated(page);
  });
}
