import { pages } from '#contract/pages.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';
import { untilSeen } from './waits.ts';

const widths = [320, 390, 768, 1280, 1920];
const everyPath = [...Object.values(pages).map(({ path }) => path), '/no-such-page'];

test.use({ expectedConsole: { anyOf: [/404/] } });

async function expectNotSideways(visitor: Visitor, state: string): Promise<void> {
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
  expect(scrolled, `${state}: how far the page scrolls sideways, by width`).toEqual(
    Object.fromEntries(widths.map((width) => [width, 0])),
  );
}

for (const path of everyPath) {
  test(`${path} does not scroll sideways at ${widths.join(', ')}, nor when its pictures have failed`, async ({
    visitor,
  }) => {
    await visitor.open(path);
    await expectNotSideways(visitor, 'as it is');
    await visitor.evaluate(() => {
      for (const source of document.querySelectorAll('picture source')) source.remove();
      for (const image of document.images) {
        image.loading = 'eager';
        image.removeAttribute('srcset');
        image.src = '/no-such-picture.webp';
      }
    });
    await visitor.waitUntil('every picture has failed', () =>
      visitor.evaluate(() => [...document.images].every((image) => image.complete && !image.naturalWidth)),
    );
    await expectNotSideways(visitor, 'its pictures failed');
  });
}

for (const kind of ['creator', 'venue'] as const) {
  test(`the end of home is the whole ${kind} form with its heading, note and footer, in one window`, async ({
    visitor,
  }) => {
    await visitor.open('/');
    await visitor.evaluate((detail) => {
      window.dispatchEvent(new CustomEvent('setFormType', { detail }));
    }, kind);
    const ownField = kind === 'venue' ? 'venueName' : 'handle';
    await untilSeen(visitor, { role: 'field', name: ownField });
    for (const size of [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
      { width: 1280, height: 800 },
    ]) {
      await visitor.resize(size);
      await visitor.waitUntil(`all of it fits ${size.width} × ${size.height}`, () =>
        visitor.evaluate(() => {
          window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
          const barEnd = Number(document.querySelector('header')?.getBoundingClientRect().bottom);
          const boxes = ['#waitlist-form h2', '#waitlist-form .door-note', 'footer'].map((selector) =>
            document.querySelector(selector)?.getBoundingClientRect(),
          );
          return boxes.every((box) => box && box.top >= barEnd - 1 && box.bottom <= innerHeight + 1);
        }),
      );
    }
  });
}
