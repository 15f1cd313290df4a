import type { Page } from '@playwright/test';
import { everyPath, expect, open, sidewaysOverflow, test } from './fixtures.ts';
import { fill, forms, inLongWords, submitButton, toasts } from './forms.ts';

/** Faults of the layout of text: cut words, words that overlap. */

const widths = [390, 768, 1280, 1920];

test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/] } });

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
        if (!clips)
          found.push(
            `"${text.textContent}" leaves the window by ${Math.ceil(Math.max(...rects.map(({ left, right }) => Math.max(-left, right - innerWidth))))} px`,
          );
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
        found.push(
          `cut by ${element.scrollWidth - element.clientWidth} px: ${element.outerHTML.slice(0, 100)}`,
        );
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
  test(`${path} does not scroll sideways, and no words are cut or overlap`, async ({ page }) => {
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
