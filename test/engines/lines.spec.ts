import { pages } from '#contract/pages.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/** The lines through and under these elements, as the engine has understood the styles. */
const linesOf = (visitor: Visitor, selector: string): Promise<string[]> =>
  visitor.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].map((element) => getComputedStyle(element).textDecorationLine),
    selector,
  );

test('the current page is underlined in the footer, the address in contact', async ({ visitor }) => {
  await visitor.open(pages.contact.path);
  expect(await linesOf(visitor, 'footer [aria-current]')).toEqual(['underline']);
  expect(new Set(await linesOf(visitor, 'main a[href^="mailto:"]'))).toEqual(new Set(['underline']));
});

test.describe('the missing path', () => {
  test.use({ expectedConsole: { anyOf: [/404/] } });

  test('is struck through on the 404 page', async ({ visitor }) => {
    await visitor.open('/late-table');
    const stroke = await visitor.evaluate((wanted) => {
      const path = document.querySelector(wanted);
      if (!path) throw new Error(`Nothing is ${wanted}.`);
      const drawn = getComputedStyle(path, '::after');
      return {
        outline: drawn.clipPath.replace(/\(.*/, ''),
        share: Number.parseFloat(drawn.width) / path.getBoundingClientRect().width,
        isRed: drawn.backgroundColor === getComputedStyle(document.querySelector('h1 em') ?? path).color,
      };
    }, '[data-missing-path]');
    expect(stroke).toMatchObject({ outline: 'polygon', isRed: true });
    expect(stroke.share, 'of the path’s width').toBeGreaterThan(0.8);
  });
});
