import { pages } from '#contract/pages.ts';
import { expect, test } from './fixtures.ts';

const widths = [320, 390, 768, 1280, 1920];
const everyPath = [...Object.values(pages).map(({ path }) => path), '/no-such-page'];

for (const path of everyPath) {
  test.describe(path, () => {
    test.use({ expectedConsole: { anyOf: [/404/] } });

    test(`does not scroll sideways at ${widths.join(', ')}`, async ({ visitor }) => {
      await visitor.open(path);
      const scrolled: Record<number, number> = {};
      for (const width of widths) {
        await visitor.resize({ width, height: 800 });
        scrolled[width] = await visitor.evaluate(() => {
          // What an engine reports as the page's width is not always how far it scrolls.
          window.scrollTo({ left: 1000, top: 0, behavior: 'instant' });
          const left = scrollX;
          window.scrollTo({ left: 0, behavior: 'instant' });
          return left;
        });
      }
      expect(scrolled).toEqual(Object.fromEntries(widths.map((width) => [width, 0])));
    });
  });
}
