import type { Page } from '@playwright/test';
import { everyPath, expect, open, test as unpaintedTest } from './fixtures.ts';

/** Pictures: all there at rest, and never in the way of words. */

const widths = [390, 768, 1280, 1920];
/** Words are scrolled to this place, in CSS px below the window's top. */
const roomForBar = 100;

/** In a browser that paints: the one of the other tests leaves most of a window white. */
const test = unpaintedTest.extend({
  context: async ({ playwright, launchOptions, contextOptions, baseURL }, use) => {
    const args = launchOptions.args?.filter((each) => !each.startsWith('--force-gpu-mem-available-mb'));
    // The pages' policy would refuse the style that hides the words.
    const options = { ...contextOptions, bypassCSP: true, ...(baseURL && { baseURL }) };
    const browser = await playwright.chromium.launch({ ...launchOptions, ...(args && { args }) });
    await use(await browser.newContext(options));
    await browser.close();
  },
});

/**
 * Scrolls through the page, as pictures come when they are near the window. One that was resized still has the files of
 * the other width for a moment, which are loaded too.
 */
async function reachPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isOfWindow = (image: HTMLImageElement) => {
          const sources = image.closest('picture')?.querySelectorAll('source') ?? [];
          const { srcset } = [...sources].find(({ media }) => matchMedia(media).matches) ?? image;
          const { pathname } = new URL(image.currentSrc || 'about:none');
          return (srcset || image.src).includes(pathname);
        };
        return [...document.images]
          .filter((image) => image.checkVisibility())
          .filter((image) => !(isOfWindow(image) && image.complete && image.naturalWidth > 0))
          .map(({ src }) => src);
      }),
    )
    .toEqual([]);
}

interface Words {
  text: string;
  /** Of the whole page, in CSS px. */
  x: number;
  y: number;
  width: number;
  height: number;
  colour: string;
  /** Contrast that WCAG asks for: 3 from 24 px, below it 4.5. */
  needed: number;
}

/** Lines of text that lie over a picture: the boxes of their letters, without the room above and below. */
const findWordsOnArt = (page: Page): Promise<Words[]> =>
  page.evaluate(() => {
    const art = [...document.querySelectorAll('main .engraved img, main .rosette')].map((image) =>
      image.getBoundingClientRect(),
    );
    const found: Words[] = [];
    const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || !parent.checkVisibility()) continue;
      // Letters on the card and the bill are part of their pictures.
      if (parent.closest('.visually-hidden, [role="img"], [aria-hidden="true"], script, style')) continue;
      const { color, fontSize } = getComputedStyle(parent);
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, right, top, bottom, height } of range.getClientRects()) {
        const meets = art.some((a) => left < a.right && a.left < right && top < a.bottom && a.top < bottom);
        const [x, y] = [left + scrollX, top + scrollY + height * 0.15];
        if (!meets || right - left < 2) continue;
        found.push({
          text: text.textContent.trim().slice(0, 40),
          x,
          y,
          width: right - left,
          height: height * 0.7,
          colour: color,
          needed: Number.parseFloat(fontSize) >= 24 ? 3 : 4.5,
        });
      }
    }
    return found;
  });

/** A screenshot as a canvas in the page, which can read its pixels. */
const onCanvas = (page: Page, screenshot: Buffer) =>
  page.evaluateHandle(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (!canvas) throw new Error('There is no canvas.');
    canvas.drawImage(picture, 0, 0);
    return canvas;
  }, screenshot.toString('base64'));

/** Of each text the lowest contrast with any pixel behind it: the whole page is painted without its words. */
async function worstContrasts(page: Page, words: readonly Words[]): Promise<number[]> {
  // What is not decoded yet is painted a frame later.
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter((image) => image.checkVisibility()).map((image) => image.decode()),
    ),
  );
  const style =
    'main * { color: #0000 !important; text-shadow: none !important; transition: none !important; }';
  const canvas = await onCanvas(page, await page.screenshot({ fullPage: true, scale: 'css', style }));
  return page.evaluate(
    ({ canvas, words }) => {
      const linear = (value: number) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      const luminance = (r: number, g: number, b: number) =>
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
      const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

      return words.map(({ x, y, width, height, colour }) => {
        const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
        const own = luminance(r, g, b);
        const [left, top] = [Math.max(0, Math.floor(x)), Math.floor(y)];
        const right = Math.min(left + Math.ceil(width), canvas.canvas.width);
        const bottom = Math.min(top + Math.ceil(height), canvas.canvas.height);
        if (right <= left || bottom <= top) return 21;
        const { data } = canvas.getImageData(left, top, right - left, bottom - top);
        let worst = 21;
        for (let i = 0; i < data.length; i += 4)
          worst = Math.min(worst, contrast(own, luminance(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)));
        return worst;
      });
    },
    { canvas, words },
  );
}

for (const path of everyPath) {
  test(`every picture of ${path} is there once it was near the window, and words over it keep their contrast at its worst pixel`, async ({
    page,
  }) => {
    await open(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : width < 1000 ? 1024 : 800 });
      await reachPictures(page);
      const words = await findWordsOnArt(page);
      const worst = await worstContrasts(page, words);
      for (const [index, { text, needed }] of words.entries())
        expect.soft(worst[index], `at ${width}: ${text}`).toBeGreaterThanOrEqual(needed);
    }
  });
}

/** Words whose own place in the window is taken by a picture. The bar stands over what is scrolled below it. */
const findCoveredWords = (page: Page) =>
  page.evaluate((top) => {
    const words = [...document.querySelectorAll('main :is(h1, h2, h3, p, dt, dd, label, a)')];
    return words
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        scrollBy({ top: range.getBoundingClientRect().top - top, behavior: 'instant' });
        return [...range.getClientRects()].some((line) =>
          document
            .elementFromPoint(line.left + line.width / 2, line.top + line.height / 2)
            ?.matches('picture, picture *'),
        );
      })
      .map((element) => element.textContent);
  }, roomForBar);

const darkeningTest = test.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--blink-settings=forceDarkModeEnabled=true'];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});

for (const path of ['/', '/venues', '/contact']) {
  darkeningTest(
    `a browser that darkens light pages by itself leaves ${path} its paper, on which the pictures are drawn`,
    async ({ page }) => {
      // Only then does a page's own wish count.
      await page.emulateMedia({ colorScheme: 'dark' });
      await open(page, path);
      for (const picture of await page.locator('.engraved-paper').filter({ visible: true }).all()) {
        await picture.scrollIntoViewIfNeeded();
        const mean = await page.evaluate(
          (canvas) => {
            const { data } = canvas.getImageData(0, 0, canvas.canvas.width, canvas.canvas.height);
            return (
              data.filter((_, at) => at % 4 < 3).reduce((sum, value) => sum + value, 0) / (data.length * 0.75)
            );
          },
          await onCanvas(page, await picture.screenshot()),
        );
        expect(mean).toBeGreaterThan(128);
      }
    },
  );
}

test.describe('with forced colours, where pictures have a ground of their own', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  for (const path of everyPath) {
    test(`no picture of ${path} covers words`, async ({ page }) => {
      await open(page, path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
        await reachPictures(page);
        expect.soft(await findCoveredWords(page), `at ${width}`).toEqual([]);
      }
    });
  }
});
