import type { Page } from '@playwright/test';
import { everyPath, expect, missing, open, sidewaysOverflow, test } from './fixtures.ts';
import { fill, forms, inLongWords, longWord, submitButton, toasts } from './forms.ts';

/** Faults of the layout of text. That no page scrolls sideways by itself is in test/engines/layout.spec.ts. */

// The first is a window of 1280 at 400 %.
const widths = [320, 390, 768, 1280, 1920];
const height = 844;

/** Text that a box around it cuts without an ellipsis, that leaves the window sideways, or that lies on other text. */
const findFaults = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const blocks = new Map<Element, { isInBar: boolean; cores: DOMRect[] }>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!text.textContent?.trim()) continue;
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // What lies over the page by design, and what is visually hidden.
      if (parent.closest('dialog, [popover], .toasts, .visually-hidden, .skip-link, script, style')) continue;
      let block: Element = parent;
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement;
      const range = document.createRange();
      range.selectNodeContents(text);
      let rects = [...range.getClientRects()];
      if (getComputedStyle(block).textOverflow === 'ellipsis') {
        // What an ellipsis stands for is not on the page.
        const edge = block.getBoundingClientRect().right;
        rects = rects
          .filter(({ left }) => left < edge)
          .map((rect) => new DOMRect(rect.x, rect.y, Math.min(rect.width, edge - rect.x), rect.height));
      }
      for (const { left, right, top, bottom } of rects) {
        if (left < -1 || right > innerWidth + 1) found.add(`"${text.textContent}" leaves the window`);
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(box);
          if (overflowX === 'visible' || textOverflow === 'ellipsis') continue;
          const edge = box.getBoundingClientRect();
          const isOut = right > edge.right + 1 || left < edge.left - 1;
          // A line's box is taller than its letters.
          if (isOut || bottom > edge.bottom + 4 || top < edge.top - 4) found.add(`cut: ${text.textContent}`);
        }
      }
      // A numeral alone is drawn large, in a box that is wider than it. Of a line's box, only the middle half has letters.
      const isWord = text.textContent.trim().length > 1;
      const cores = (isWord ? rects : []).map((rect) => {
        const { x, y, width, height } = rect;
        return new DOMRect(x + 1, y + height / 4, width - 2, height / 2);
      });
      const isInBar = parent.closest('header') !== null;
      blocks.set(block, { isInBar, cores: [...(blocks.get(block)?.cores ?? []), ...cores] });
    }
    const all = [...blocks];
    for (const [index, [block, { isInBar, cores }]] of all.entries()) {
      for (const [otherBlock, other] of all.slice(index + 1)) {
        // The page is scrolled below the bar.
        if (isInBar !== other.isInBar || block.contains(otherBlock) || otherBlock.contains(block)) continue;
        const meets = cores.some((a) =>
          other.cores.some(
            (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
        );
        if (meets) found.add(`"${block.textContent}" on "${otherBlock.textContent}"`);
      }
    }
    return [...found];
  });

/** The boxes of what lies askew are larger than it: everything is looked at straight. */
const setStraight = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(
      '.tilted, .list-sheet, .receipt-card, .receipt-letter, .rubber-stamp',
    ))
      element.style.rotate = 'none';
  });

async function expectInOrder(page: Page, state: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    expect.soft(await findFaults(page), `${state}, at ${width}`).toEqual([]);
    expect.soft(await sidewaysOverflow(page), `${state} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
  }
}

/** What a browser's translation makes of the shortest words; other texts get a third longer. */
const inGerman: Readonly<Record<string, string>> = {
  Home: 'Startseite',
  Creators: 'Inhaltsersteller',
  Venues: 'Veranstaltungsorte',
  Contact: 'Kontaktaufnahme',
  'Join Waitlist': 'Der Warteliste beitreten',
  'Join as Creator': 'Als Inhaltsersteller beitreten',
  'Join as Venue': 'Als Veranstaltungsort beitreten',
  'Send Message': 'Nachricht jetzt abschicken',
};

/** As Chrome's translation does it: each text in a `<font>`. */
const translate = (page: Page) =>
  page.evaluate((known) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text);
    for (const text of found) {
      const value = text.data.trim();
      if (!/\p{L}/u.test(value) || text.parentElement?.closest('script, style, textarea, option')) continue;
      const font = document.createElement('font');
      const longer = value.length < 200 ? `${value} ${value.slice(0, value.length / 3).trim()}` : value;
      font.textContent = known[value] ?? (/@|€|\$/.test(value) ? value : longer);
      text.replaceWith(font);
    }
  }, inGerman);

/** WCAG 2.2, 1.4.12 */
const setApart = (page: Page) =>
  page.evaluate(() => {
    const apart = new CSSStyleSheet();
    apart.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [apart];
  });

for (const [state, change] of [
  ['as it is', () => {}],
  ['with its words set apart', setApart],
  ['translated', translate],
] as const) {
  for (const path of everyPath) {
    test(`no words of ${path} are cut or overlap, ${state}`, async ({ page }) => {
      await open(page, path);
      await setStraight(page);
      await change(page);
      await expectInOrder(page, state);
    });
  }
}

for (const { kind, path, form, person } of forms) {
  test(`the ${kind} form, refused, filled with long names, or answered, does not scroll sideways, and no words are cut or overlap`, async ({
    page,
  }) => {
    await open(page, path);
    await setStraight(page);
    await submitButton(form(page)).click();
    await expect(form(page).locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectInOrder(page, 'refused');
    await fill(form(page), inLongWords(person(), 3));
    await expectInOrder(page, 'filled');
    await submitButton(form(page)).click();
    await expect(toasts(page).locator('[data-variant]')).toBeVisible();
    await setStraight(page);
    await expectInOrder(page, 'answered');
  });
}

test('a long path that is no page does not scroll sideways', async ({ page }) => {
  await open(page, `${missing}-${longWord.repeat(5)}`);
  await expectInOrder(page, 'the 404 page');
});

test('with a large default font no page scrolls sideways on a phone, and no words leave the window', async ({
  playwright,
  launchOptions,
  testSite,
}) => {
  for (const size of [20, 24, 32]) {
    const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    const page = await browser.newPage({ viewport: { width: 390, height }, reducedMotion: 'reduce' });
    for (const path of everyPath) {
      await open(page, testSite.url + path);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height });
        const faults = (await findFaults(page)).filter((fault) => /leaves the window$/.test(fault));
        const overflow = await sidewaysOverflow(page);
        expect
          .soft({ faults, overflow }, `${path}, ${size} px, at ${width}`)
          .toEqual({ faults: [], overflow: 0 });
      }
    }
    await open(page, `${testSite.url}/`);
    await page.locator('main').getByRole('button', { name: 'Join Waitlist' }).first().click();
    const choices = page.locator('main').getByRole('menuitem');
    for (const choice of await choices.all()) {
      expect
        .soft(await choice.evaluate((item) => item.scrollWidth - item.clientWidth))
        .toBeLessThanOrEqual(0);
      await expect.soft(choice, `${size} px`).toBeInViewport({ ratio: 1 });
    }
    await browser.close();
  }
});

test('the links of the contact page have one line on narrow phones', async ({ page }) => {
  await open(page, '/contact');
  for (const width of [320, 344, 390]) {
    await page.setViewportSize({ width, height });
    for (const link of await page.locator('.directory-link').all())
      expect.soft((await link.boundingBox())?.height, `at ${width}`).toBeLessThan(50);
  }
});

test('on a phone that lies on its side, what a page offers is in the first screen', async ({ page }) => {
  for (const [path, name] of [
    ['/creators', 'Join as Creator'],
    ['/venues', 'Partner With Entrée'],
    ['/contact', 'hello@entree.example'],
  ] as const) {
    await open(page, path);
    for (const [width, height] of [
      [844, 390],
      [667, 375],
    ] as const) {
      await page.setViewportSize({ width, height });
      const link = page.locator('main').getByRole('link', { name });
      await expect.soft(link.first(), `${path}, ${width} × ${height}`).toBeInViewport({ ratio: 1 });
    }
  }
});

test('the picture of the venues page ends below the bar on large screens', async ({ page }) => {
  await open(page, '/venues');
  for (const [width, height] of [
    [1280, 800],
    [2560, 1440],
    [3440, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { picture, bar } = await page.evaluate(() => ({
      picture: document.querySelector('.hero-cloche')?.getBoundingClientRect().top,
      bar: document.querySelector('.bar')?.getBoundingClientRect().bottom,
    }));
    expect.soft(picture, `at ${width}`).toBeGreaterThanOrEqual((bar ?? 0) - 1);
  }
});

test('the first line of a long text stands as far below its label as the line of any other field', async ({
  page,
}) => {
  for (const { path, form, person } of [...forms, { ...forms[0], path: '/' }]) {
    await open(page, path);
    // The label of an empty field lies in it.
    await fill(form(page), person());
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      const gaps = await form(page)
        .locator('.field')
        .evaluateAll((fields) =>
          fields.map((field) => {
            const control = field.querySelector('input, textarea') as HTMLElement;
            const { top, bottom } = control.getBoundingClientRect();
            const { paddingTop, lineHeight } = getComputedStyle(control);
            const isLong = control.tagName === 'TEXTAREA';
            const line = isLong
              ? top + Number.parseFloat(paddingTop) + Number.parseFloat(lineHeight)
              : bottom;
            return line - Number(field.querySelector('label')?.getBoundingClientRect().bottom);
          }),
        );
      const apart = Math.max(...gaps) - Math.min(...gaps);
      expect.soft(apart, `${path} at ${width}: ${gaps.join(', ')}`).toBeLessThan(3);
    }
  }
});

test('printed, every card is whole on a sheet of A4 or Letter, upright or across', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  // Within a browser's margins.
  for (const [width, height] of [
    [718, 1046],
    [740, 979],
    [1046, 718],
    [979, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, '/creators');
    const { cards, benefits } = await page.evaluate(() => {
      const edge = (selector: string, side: 'top' | 'bottom') =>
        [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()[side] + scrollY);
      const [sectionTop = 0] = edge('.notes-section', 'top');
      const tops = edge('.note', 'top');
      return {
        cards: edge('#first-screen .creator-card', 'bottom'),
        // The first is on one sheet with the heading.
        benefits: edge('.note', 'bottom').map(
          (bottom, at) => bottom - (at === 0 ? sectionTop : (tops[at] ?? 0)),
        ),
      };
    });
    // Letter across has its words on one sheet and its card on the next.
    if (width !== 979) expect.soft(Math.max(...cards), `${width} × ${height}`).toBeLessThan(height);
    expect.soft(Math.max(...benefits), `${width} × ${height}`).toBeLessThan(height);
    for (const selector of ['.creator-card', '.note'])
      await expect.soft(page.locator(selector).last()).toHaveCSS('break-inside', 'avoid');
  }
  await open(page, '/contact');
  await expect(page.locator('.directory')).toHaveCSS('break-inside', 'avoid');
});

test('the gaps of the footer are alike', async ({ page }) => {
  await open(page, '/');
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height });
    const gaps = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('footer :is(a, .foot-date)')]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect();
        });
      return boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0));
    });
    const [narrowest, widest] = [Math.min(...gaps), Math.max(...gaps)];
    // Hinted letters are wider than on a phone.
    expect.soft(narrowest, `at ${width}`).toBeGreaterThan(4);
    expect.soft(widest - narrowest, `at ${width}`).toBeLessThan(6);
  }
});
