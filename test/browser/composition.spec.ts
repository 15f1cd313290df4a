import type { Page } from '@playwright/test';
import { everyPath, expect, open, sidewaysOverflow, test } from './fixtures.ts';
import { fill, forms, inLongWords, submitButton, toasts } from './forms.ts';

/** Faults of the layout of text: a single word on the last line of a headline, cut words, words that overlap. */

const widths = [390, 768, 1280, 1920];

test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/] } });

/** Headlines whose last line is one word, and less than half as wide as the widest line. */
const findOrphans = (page: Page) =>
  page.evaluate(() => {
    const orphans: string[] = [];
    for (const heading of document.querySelectorAll('h1, h2, h3')) {
      if (!heading.checkVisibility()) continue;
      const lines: { top: number; left: number; right: number; words: string[] }[] = [];
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const { top, bottom, left, right } = range.getBoundingClientRect();
          const middle = (top + bottom) / 2;
          const line = lines.find((each) => Math.abs(each.top - middle) < (bottom - top) / 3);
          if (!line) lines.push({ top: middle, left, right, words: [word] });
          else {
            line.words.push(word);
            line.left = Math.min(line.left, left);
            line.right = Math.max(line.right, right);
          }
        }
      }
      const last = lines.at(-1);
      const widest = Math.max(...lines.map(({ left, right }) => right - left));
      if (lines.length > 1 && last?.words.length === 1 && last.right - last.left < widest / 2) {
        orphans.push(lines.map(({ words }) => words.join(' ')).join(' / '));
      }
    }
    return orphans;
  });

/** Text that its box cuts without an ellipsis, that leaves the window sideways, or that lies on other text. */
const findCollisions = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const blocks = new Map<Element, DOMRect[]>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (
        !parent ||
        !text.textContent?.trim() ||
        !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      // The bar and the toasts lie over the page by design; what is visually hidden is nowhere.
      if (parent.closest('header, dialog, [popover], .toasts, .visually-hidden, .skip-link, script, style'))
        continue;
      let block: Element = parent;
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement;
      const range = document.createRange();
      // Only words longer than any of ours may be broken.
      for (const { index, 0: word } of text.textContent.matchAll(/[^\s\u002d]{2,20}/g)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(`broken: ${word}`);
      }
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()];
      if (rects.some(({ left, right }) => left < -1 || right > innerWidth + 1)) {
        const clips = getComputedStyle(block).textOverflow === 'ellipsis';
        if (!clips) found.push(`leaves the window: ${text.textContent}`);
      }
      // What an ellipsis stands for is not on the page.
      const edge = block.getBoundingClientRect().right;
      const clipped =
        getComputedStyle(block).overflowX === 'visible' ? rects : rects.filter(({ left }) => left < edge);
      const shown = clipped.map((rect) =>
        clipped === rects
          ? rect
          : new DOMRect(rect.x, rect.y, Math.min(rect.width, edge - rect.x), rect.height),
      );
      blocks.set(block, [...(blocks.get(block) ?? []), ...shown]);
    }
    for (const element of [...blocks.keys(), ...document.querySelectorAll('input, textarea')]) {
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (overflowX === 'visible' || textOverflow === 'ellipsis' || element.closest('.visually-hidden'))
        continue;
      if (element.scrollWidth > element.clientWidth + 1)
        found.push(`cut: ${element.outerHTML.slice(0, 100)}`);
    }
    // A line's box is taller than its letters: only its middle half counts.
    const cores = [...blocks].map(([block, rects]) => ({
      block,
      rects: rects.map(({ left, right, top, height }) => ({
        left: left + 1,
        right: right - 1,
        top: top + height / 4,
        bottom: top + (3 * height) / 4,
      })),
    }));
    for (const [index, one] of cores.entries()) {
      for (const other of cores.slice(index + 1)) {
        if (one.block.contains(other.block) || other.block.contains(one.block)) continue;
        const meets = one.rects.some((a) =>
          other.rects.some(
            (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
        );
        if (meets) found.push(`"${one.block.textContent}" on "${other.block.textContent}"`);
      }
    }
    return found;
  });

/** The boxes of what lies askew are larger than it: everything is looked at straight. */
const setStraight = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(
      '.tilted, .list-sheet, .receipt-card, .receipt-letter, .rubber-stamp',
    ))
      element.style.rotate = 'none';
  });

const height = 844;

for (const path of everyPath) {
  test(`${path} does not scroll sideways, no headline leaves a word alone, and no words are cut or overlap`, async ({
    page,
  }) => {
    await open(page, path);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    for (const width of widths) {
      await test.step(`at ${width}`, async () => {
        await page.setViewportSize({ width, height });
        expect(await sidewaysOverflow(page), `scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      });
    }
    await setStraight(page);
    for (const width of widths) {
      await test.step(`set straight, at ${width}`, async () => {
        await page.setViewportSize({ width, height });
        expect(await findOrphans(page), `at ${width}`).toEqual([]);
        expect(await findCollisions(page), `at ${width}`).toEqual([]);
      });
    }
  });
}

for (const { kind, path, form, person } of forms) {
  test(`the ${kind} form, refused, filled with long names, or answered, does not scroll sideways, and no words are cut or overlap`, async ({
    page,
  }) => {
    await open(page, path);
    await setStraight(page);
    const expectInOrder = async (state: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        expect(await findCollisions(page), `${state}, at ${width}`).toEqual([]);
        expect(await sidewaysOverflow(page), `${state} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
      }
    };
    await submitButton(form(page)).click();
    await expect(form(page).locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectInOrder('refused');
    await fill(form(page), inLongWords(person(), 3));
    await expectInOrder('filled');
    await submitButton(form(page)).click();
    await expect(toasts(page).locator('[data-variant]')).toBeVisible();
    await setStraight(page);
    await expectInOrder('answered');
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      expect(await findOrphans(page), `answered, at ${width}`).toEqual([]);
    }
  });
}

test('on paper nothing is fixed, which would stand on every sheet', async ({ page }) => {
  await open(page, '/');
  await page.emulateMedia({ media: 'print' });
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).position === 'fixed')
      .map(({ className }) => className),
  );
  expect(fixed).toEqual([]);
});

test('the card’s back has its stripe, whichever of the two sheets comes first', async ({ page }) => {
  await open(page, '/creators');
  const layers = await page
    .locator('.card-back')
    .evaluate((back) => getComputedStyle(back).backgroundImage.match(/gradient/g)?.length);
  expect(layers).toBe(2);
});

test('on a phone of 360 px the footer is one line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/contact');
  expect(
    (await page.locator('footer').boundingBox())?.height,
    'The links of contract/pages.ts fit one line no more: shorten their labels, or let the footer have two lines and change this test.',
  ).toBeLessThanOrEqual(52);
});

for (const width of [320, 390, 768, 1024, 1280, 1920]) {
  test(`the result of the venue’s sum is its largest figure in a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/venues');
    const sizes = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((elements) =>
          elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
        );
    const result = await sizes('.sum .bill-total > dd');
    const inputs = await sizes('.sum-number');
    expect(result).toHaveLength(1);
    expect(inputs.length).toBeGreaterThan(0);
    expect(result[0]).toBeGreaterThan(1.1 * Math.max(...inputs));
  });
}

for (const [width, height] of [
  [390, 664],
  [360, 640],
] as const) {
  test(`home’s first screen says what it is, what it costs and how to join in a window of ${width} × ${height} px, as a phone’s browser leaves it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/');
    for (const selector of ['h1', '.hero-offer', '.hero-actions button']) {
      await expect(page.locator(selector), selector).toBeInViewport({ ratio: 1 });
    }
  });
}
