import type { Locator, Page } from '@playwright/test';
import { bar, expect, hydrated, open, paths, scrollSettled, test } from './fixtures.ts';
import { contactForm, creator, fill, forms, submitButton, toasts, venue, waitlistForm } from './forms.ts';

const missing = '/no-such-page';
const everyPath = [...paths, missing];
const dayMs = 24 * 60 * 60 * 1000;

test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/] } });

/** Tab until the element has the focus, as someone without a pointer would. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await element.evaluate((candidate) => candidate === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab do not reach ${element}`);
}

async function typeInto(page: Page, form: Locator, typed: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(typed)) {
    await tabTo(page, form.locator(`[name="${name}"]`));
    await page.keyboard.type(value);
  }
}

const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('the keyboard alone', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const { kind, path, form, person } of forms) {
    test(`sends the ${kind} form from the top of its page`, async ({ page, testSite }) => {
      await open(page, path);
      const typed = person();
      await typeInto(page, form(page), typed);
      await tabTo(page, submitButton(form(page)));
      await page.keyboard.press('Enter');
      await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
      await testSite.messageWith(typed['email'] ?? '');
      await expect(submitButton(form(page)), 'the focus comes back to the button').toBeFocused();
    });
  }

  test('an incomplete form takes the focus to what is missing', async ({ page }) => {
    await open(page, '/creators');
    const form = waitlistForm(page);
    await typeInto(page, form, { name: creator()['name'] ?? '' });
    await tabTo(page, submitButton(form));
    await page.keyboard.press('Enter');
    await expect(form.locator('[name="email"]')).toBeFocused();
    await expect(form.locator('[name="email"]')).toHaveAttribute('aria-describedby', /error/);
  });

  test('a choice in the bar takes home to the venue form, which it sends', async ({ page, testSite }) => {
    await open(page, '/');
    await tabTo(page, bar(page).getByRole('button', { name: 'Join Waitlist' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Join as Creator' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const form = waitlistForm(page);
    await expect(form.locator('[name="venueName"]')).toBeVisible();
    const typed = venue();
    await typeInto(page, form, typed);
    await tabTo(page, submitButton(form));
    await page.keyboard.press('Enter');
    await expect(toasts(page).locator('[data-variant="default"]')).toBeVisible();
    await testSite.messageWith(typed['email'] ?? '');
  });

  test('Escape closes the menu and gives the focus back', async ({ page }) => {
    await open(page, '/creators');
    const opener = bar(page).getByRole('button', { name: 'Join Waitlist' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('#join-menu-bar')).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('sets both numbers of the bill, typed and by the slider', async ({ page }) => {
    await open(page, '/venues');
    const total = page.locator('[data-bill-line="total"]');
    const before = await total.textContent();
    await tabTo(page, page.locator('input[type="range"]').first());
    await page.keyboard.press('ArrowRight');
    await expect(total).not.toHaveText(before ?? '');
    await tabTo(page, page.locator('#bill-costPercent'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('50');
    await expect(page.locator('[data-bill-line="costPercent"]')).toHaveText('50%');
    await page.keyboard.type('0');
    await page.keyboard.press('Tab');
    await expect(page.locator('#bill-costPercent'), 'what counts is what it says').toHaveValue('100');
  });

  test('reads the details of the notice', async ({ page }) => {
    await open(page, '/contact');
    await tabTo(page, page.locator('summary'));
    await page.keyboard.press('Enter');
    await expect(page.locator('details dl')).toBeVisible();
  });

  test('finds home again from where nothing is', async ({ page }) => {
    await open(page, missing);
    await tabTo(page, page.getByRole('link', { name: 'Return to Home' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/$/);
  });

  test.describe('on a small screen', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('opens the panel, stays inside it, leaves it by Escape and by a choice', async ({ page }) => {
      await open(page, '/contact');
      const opener = page.getByRole('button', { name: 'Open navigation' });
      const panel = page.getByRole('dialog', { name: 'Navigation' });
      await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await expect(panel).toBeVisible();
      for (let presses = 0; presses < 10; presses++) {
        await page.keyboard.press('Tab');
        const outside = await page.evaluate(() => {
          const active = document.activeElement;
          return active !== document.body && active?.closest('dialog') === null;
        });
        expect(outside, 'the page behind is out of reach').toBe(false);
      }
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await tabTo(page, panel.getByRole('button', { name: 'Join as Venue' }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/venues\??#waitlist-form$/);
    });
  });
});

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  // A window of 1280 × 1024 at 400 %.
  { width: 320, height: 256 },
]) {
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of everyPath) {
      test(`the focus is never hidden on ${path}, forwards or backwards`, async ({ page }) => {
        await open(page, path);
        for (const key of ['Tab', 'Shift+Tab']) {
          for (let presses = 0; presses < 60; presses++) {
            await page.keyboard.press(key);
            const hidden = await page.evaluate(() => {
              const active = document.activeElement;
              if (!active || active === document.body || active.closest('header, .skip-link')) return null;
              const { left, right, top, bottom } = active.getBoundingClientRect();
              const barBottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
              // Something of it must be in sight below the bar, and on top there.
              const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
              const y = (Math.max(top, barBottom) + Math.min(bottom, innerHeight)) / 2;
              const shown = document.elementFromPoint(x, y);
              const inSight = shown !== null && (active.contains(shown) || shown.contains(active));
              return inSight && top >= barBottom - 1 ? null : `${active.outerHTML.slice(0, 120)} at ${top}`;
            });
            expect(hidden).toBeNull();
            if (await page.evaluate(() => document.activeElement === document.body)) break;
          }
        }
      });

      test(`${path} does not scroll sideways`, async ({ page }) => {
        await open(page, path);
        expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
      });
    }

    test('filled, refused, failed and sent forms do not scroll sideways', async ({ page }) => {
      const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
      for (const { path, form, person } of forms) {
        await open(page, path);
        await submitButton(form(page)).click();
        expect(await sidewaysOverflow(page), `${path} invalid`).toBeLessThanOrEqual(0);
        const typed = Object.fromEntries(
          Object.entries(person()).map(([name, value]) => [name, name === 'email' ? value : long]),
        );
        await fill(form(page), typed);
        expect(await sidewaysOverflow(page), `${path} filled`).toBeLessThanOrEqual(0);
        await submitButton(form(page)).click();
        await expect(toasts(page).locator('[data-variant]')).toBeVisible();
        expect(await sidewaysOverflow(page), `${path} answered`).toBeLessThanOrEqual(0);
      }
    });
  });
}

/** Words whose box, or a box around it, cuts them. */
const findCut = (page: Page) =>
  page.evaluate(() => {
    const cut = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility() || !text.textContent?.trim()) continue;
      if (parent.closest('.visually-hidden, .skip-link, script, style')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (left < -1 || right > innerWidth + 1) cut.add(`${text.textContent} leaves the window`);
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(box);
          if (overflowX === 'visible' || textOverflow === 'ellipsis') continue;
          const edge = box.getBoundingClientRect();
          const isOut = right > edge.right + 1 || left < edge.left - 1;
          // A line's box is taller than its letters.
          if (isOut || bottom > edge.bottom + 4 || top < edge.top - 4) cut.add(text.textContent);
        }
      }
    }
    return [...cut];
  });

for (const width of [320, 390, 768, 1280]) {
  test.describe(`words set apart at ${width}`, () => {
    test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

    test('cut nothing: WCAG 2.2, 1.4.12', async ({ page }) => {
      for (const path of everyPath) {
        await open(page, path);
        await page.evaluate(() => {
          const apart = new CSSStyleSheet();
          apart.replaceSync(
            '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
          );
          document.adoptedStyleSheets = [apart];
        });
        expect(await findCut(page), path).toEqual([]);
        expect(await sidewaysOverflow(page), path).toBeLessThanOrEqual(0);
      }
    });
  });
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 320, height: 256 },
  { width: 1280, height: 800 },
]) {
  test.describe(`in a window of ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });
    test.use({ expectedConsole: { anyOf: [/Failed to/] } });

    test('a toast that stays never hides what has the focus', async ({ page }) => {
      await open(page, '/creators');
      const form = waitlistForm(page);
      await fill(form, creator());
      await page.route('**/functions/v1/**', (route) => route.abort());
      await submitButton(form).press('Enter');
      await expect(toasts(page).locator('[data-variant="destructive"]')).toBeVisible();
      for (let presses = 0; presses < 8; presses++) {
        await page.keyboard.press('Shift+Tab');
        const hidden = await page.evaluate(() => {
          const active = document.activeElement;
          const toast = document.querySelector('.toast')?.getBoundingClientRect();
          if (!active?.closest('main') || !toast) return null;
          const { left, right, top, bottom } = active.getBoundingClientRect();
          const isBehind =
            left >= toast.left && right <= toast.right && top >= toast.top && bottom <= toast.bottom;
          return isBehind || top >= innerHeight ? active.outerHTML.slice(0, 90) : null;
        });
        expect(hidden).toBeNull();
      }
    });
  });
}

for (const width of [390, 1280]) {
  test.describe(`fingers at ${width}`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const path of everyPath) {
      test(`every target of ${path} is at least 44 px, every control's text at least 16 px`, async ({
        page,
      }) => {
        await open(page, path);
        if (width < 768) await page.getByRole('button', { name: 'Open navigation' }).click();
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input, textarea')]
            .filter((target) => target.checkVisibility() && !target.closest('.visually-hidden, .skip-link'))
            // A link in the middle of a sentence is as tall as its line: WCAG 2.2 excepts it.
            .filter((target) => !target.matches('p a:only-of-type, dd a') || target.matches('.door-home'))
            .filter((target) => {
              // A label belongs to its control's target.
              const { width, height } = target.getBoundingClientRect();
              return width < 44 || height < 43.9;
            })
            .map(
              (target) => `${target.outerHTML.slice(0, 90)} ${target.offsetWidth} × ${target.offsetHeight}`,
            ),
        );
        expect(small).toEqual([]);
        const fine = await page.evaluate(() =>
          [...document.querySelectorAll('input, textarea')]
            .filter((control) => control.checkVisibility() && !control.closest('.visually-hidden'))
            .filter((control) => Number.parseFloat(getComputedStyle(control).fontSize) < 16)
            .map((control) => control.outerHTML),
        );
        expect(fine).toEqual([]);
      });
    }
  });
}

for (const path of everyPath) {
  test(`${path} has its landmarks, and headings that outline it`, async ({ page }) => {
    await open(page, path);
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark), landmark).toHaveCount(1);
    }
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
    const levels = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
        .filter((heading) => heading.checkVisibility())
        .map((heading) => Number(heading.tagName[1])),
    );
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `levels ${levels.join(' ')}`).toEqual([]);
  });
}

test('security.txt is good for another 30 days at least', async ({ request }) => {
  const text = await (await request.get('/.well-known/security.txt')).text();
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(30 * dayMs);
  // RFC 9116 asks for less than a year.
  expect(expires - Date.now()).toBeLessThan(365 * dayMs);
});

test('every icon of the manifest and of the head is there, in the size it says', async ({
  page,
  request,
}) => {
  const manifest: { icons: { src: string; sizes: string; type: string }[] } = await (
    await request.get('/manifest.webmanifest')
  ).json();
  await page.goto('/');
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await request.get(src);
    expect(answer.headers()['content-type']).toContain(type);
    if (type !== 'image/png') continue;
    const width = (await answer.body()).readUInt32BE(16);
    expect(`${width}x${width}`).toBe(sizes);
  }
  const touchIcon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await request.get(touchIcon ?? '')).ok()).toBe(true);
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of everyPath) {
    test(`nothing moves on ${path}, whatever is pointed at, opened or sent`, async ({ page }) => {
      await page.addInitScript(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        for (const type of ['animationstart', 'transitionrun']) {
          document.addEventListener(
            type,
            (event) => moved.push(`${type} ${(event.target as Element).outerHTML.slice(0, 80)}`),
            true,
          );
        }
      });
      await open(page, path);
      for (const target of await page.locator('header a, main a, main button, .house-card, .door').all()) {
        if (await target.isVisible()) await target.hover({ force: true });
      }
      await bar(page).getByRole('button', { name: 'Join Waitlist' }).click();
      await page.keyboard.press('Escape');
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await scrollSettled(page);
      if (path === '/contact') {
        await submitButton(contactForm(page)).click();
      }
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    });
  }
});

test.describe('nothing shifts', () => {
  const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

  /** From the first frame on; what a person's own press moves within half a second does not count. */
  async function recordShifts(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          const nodes = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? 'text');
          shifts.push(`${entry.value.toFixed(5)} ${nodes.join(' | ')}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
  }

  async function scrollThrough(page: Page): Promise<void> {
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
        window.scrollTo({ top, behavior: 'instant' });
        await new Promise<void>((painted) =>
          requestAnimationFrame(() => requestAnimationFrame(() => painted())),
        );
      }
    });
  }

  for (const width of [390, 768, 1280, 1920]) {
    test.describe(`at ${width}`, () => {
      test.use({ viewport: { width, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

      test('when the fonts come after the first paint', async ({ page }) => {
        await recordShifts(page);
        let release = () => {};
        await page.route('**/*.woff2', async (route) => {
          await held;
          await route.continue();
        });
        let held = Promise.resolve();
        for (const path of everyPath) {
          held = new Promise<void>((resolve) => {
            release = resolve;
          });
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('footer').waitFor();
          await page.evaluate(
            () =>
              new Promise<void>((painted) =>
                requestAnimationFrame(() => requestAnimationFrame(() => painted())),
              ),
          );
          release();
          await page.evaluate(() => document.fonts.ready.then(() => {}));
          await hydrated(page);
          await scrollThrough(page);
          expect(await shifts(page), path).toEqual([]);
        }
      });

      test.describe('when they never come', () => {
        test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/, /ERR_FAILED/, /preload/] } });

        test('either', async ({ page }) => {
          await recordShifts(page);
          await page.route('**/*.woff2', (route) => route.abort());
          for (const path of everyPath) {
            await open(page, path);
            await scrollThrough(page);
            expect(await shifts(page), path).toEqual([]);
          }
        });
      });
    });
  }
});
