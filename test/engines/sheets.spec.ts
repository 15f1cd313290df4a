import { navigationPages, pages } from '#contract/pages.ts';
import { expect, test } from './fixtures.ts';
import { startLine } from './line.ts';

/** How much later than the document a sheet comes: long enough that a browser that does not wait is through with it. */
const delayMs = 300;

// Another page than the specification's four need not have anything below its first screen.
for (const name of navigationPages) {
  test(`what stands below the first screen of ${name} is not shown before its styles`, async ({
    visitor,
    testSite,
  }) => {
    // A new port, so that no sheet is in the browser's cache, which WebKit keeps between tests.
    const line = await startLine();
    try {
      line.leadTo(testSite.url);
      const release = line.hold(/\.css$/);
      const opened = visitor.openWithoutScripts(line.url + pages[name].path);
      await expect.poll(() => line.requests().some((each) => each.endsWith('.css'))).toBe(true);
      setTimeout(release, delayMs);
      await opened;
      await visitor.hydrated();
      const { readTo, sheets } = await visitor.evaluate(() => {
        const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return {
          readTo: visit?.domInteractive ?? 0,
          sheets: files.filter((file) => file.name.endsWith('.css')).map((file) => file.responseEnd),
        };
      });
      // The parser stops before what follows a link until the sheet is there.
      expect(sheets.length).toBeGreaterThan(0);
      for (const arrived of sheets) expect(readTo).toBeGreaterThanOrEqual(arrived);
    } finally {
      await line.close();
    }
  });
}
