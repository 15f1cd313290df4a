import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, open, paths, test } from './fixtures.ts';

/** Pictures: all there at rest, printed, and never in the way of words. */

const everyPath = [...paths, '/no-such-page'];
const widths = [390, 768, 1280, 1920];

test.use({
  // A picture of the whole page needs the memory that the other tests do without: what is not painted is missing.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = launchOptions.args?.filter((argument) => !argument.startsWith('--force-gpu-mem'));
      await use({ ...launchOptions, ...(args && { args }) });
    },
    { scope: 'worker' },
  ],
  expectedConsole: { anyOf: [/status of 404/, /^404 Error/] },
  contextOptions: { reducedMotion: 'reduce' },
});

/** Without scrolling: what is below the window comes by itself. */
const picturesLoaded = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        [...document.images]
          .filter((image) => image.checkVisibility() && !(image.complete && image.naturalWidth > 0))
          .map(({ src }) => src),
      ),
    )
    .toEqual([]);

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

/**
 * Leaves what is behind the words, until they are shown again; a sheet that is made by script is not refused by
 * the pages' policy.
 */
async function hideWords(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      'main * { color: #0000 !important; text-shadow: none !important; transition: none !important; }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop());
}

const luminance = (r: number, g: number, b: number): number => {
  const linear = [r, g, b].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** What is painted, three bytes a pixel. */
interface Ground {
  data: Buffer;
  info: { width: number; height: number };
}

/** The lowest contrast of a text with any pixel behind it. */
function worstContrast({ data, info }: Ground, { x, y, width, height, colour }: Words): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const own = luminance(r, g, b);
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const right = Math.min(left + Math.ceil(width), info.width);
  const bottom = Math.min(top + Math.ceil(height), info.height);
  let worst = 21;
  for (let row = top; row < bottom; row += 1) {
    for (let i = (row * info.width + left) * 3; i < (row * info.width + right) * 3; i += 3) {
      const behind = luminance(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0);
      worst = Math.min(worst, contrast(own, behind));
    }
  }
  return worst;
}

for (const path of everyPath) {
  test(`every picture of ${path} is there without scrolling, and words over it keep their contrast at its worst pixel`, async ({
    page,
  }) => {
    await open(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : width < 1000 ? 1024 : 800 });
      await picturesLoaded(page);
      const words = await findWordsOnArt(page);
      const showWords = await hideWords(page);
      const ground = await sharp(await page.screenshot({ fullPage: true, scale: 'css' }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const each of words) {
        expect
          .soft(worstContrast(ground, each), `at ${width}: ${each.text}`)
          .toBeGreaterThanOrEqual(each.needed);
      }
      await showWords();
    }
  });
}
