import type { Page } from '@playwright/test';
import { everyPath, expect, open, sidewaysOverflow, test } from './fixtures.ts';
import {
  contactForm,
  contactMessage,
  fill,
  forms,
  inLongWords,
  longWord,
  submitButton,
  toasts,
} from './forms.ts';

test.use({ expectedConsole: { anyOf: [/status of 404/, /^404 Error/] } });

test.describe('in a window of 1280 × 1024 at 400 %', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  for (const path of everyPath) {
    test(`${path} does not scroll sideways, in a low window and in a high one`, async ({ page }) => {
      await open(page, path);
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
    });
  }

  test('filled, refused, failed and sent forms do not scroll sideways', async ({ page }) => {
    for (const { path, form, person } of forms) {
      await open(page, path);
      await submitButton(form(page)).click();
      expect(await sidewaysOverflow(page), `${path} invalid`).toBeLessThanOrEqual(0);
      await fill(form(page), inLongWords(person(), 4));
      expect(await sidewaysOverflow(page), `${path} filled`).toBeLessThanOrEqual(0);
      await submitButton(form(page)).click();
      await expect(toasts(page).locator('[data-variant]')).toBeVisible();
      expect(await sidewaysOverflow(page), `${path} answered`).toBeLessThanOrEqual(0);
    }
  });

  test('very long words do not either', async ({ page }) => {
    await open(page, '/contact');
    await fill(contactForm(page), inLongWords(contactMessage(), 5));
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
    await page.goto(`/${longWord.repeat(5)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
  });
});

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

/** What a browser's translation makes of the shortest words; other texts get a third longer. */
const translations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  German: {
    Home: 'Startseite',
    Creators: 'Inhaltsersteller',
    Venues: 'Veranstaltungsorte',
    Contact: 'Kontaktaufnahme',
    'Join Waitlist': 'Der Warteliste beitreten',
    'Join as Creator': 'Als Inhaltsersteller beitreten',
    'Join as Venue': 'Als Veranstaltungsort beitreten',
    'Send Message': 'Nachricht jetzt abschicken',
  },
  French: {
    Home: 'Accueil',
    Creators: 'Créateurs',
    Venues: 'Établissements',
    Contact: 'Nous contacter',
    'Join Waitlist': "S'inscrire sur la liste d'attente",
    'Join as Creator': "S'inscrire en tant que créateur",
    'Join as Venue': "S'inscrire en tant qu'établissement",
    'Send Message': 'Envoyer le message maintenant',
  },
  Russian: {
    Home: 'Главная страница',
    Creators: 'Создатели контента',
    Venues: 'Заведения',
    Contact: 'Связаться с нами',
    'Join Waitlist': 'Присоединиться к списку ожидания',
    'Join as Creator': 'Присоединиться как создатель',
    'Join as Venue': 'Присоединиться как заведение',
    'Send Message': 'Отправить сообщение сейчас',
  },
};

/** As Chrome's translation does it: each text in a `<font>`. */
const translate = (page: Page, words: Readonly<Record<string, string>>) =>
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
  }, words);

/** Words of the bar and the footer that lie on each other. */
const findCollisions = (page: Page) =>
  page.evaluate(() =>
    ['.bar', 'footer'].flatMap((place) => {
      const words = [...document.querySelectorAll(`${place} font`)]
        .filter((font) => font.checkVisibility() && !font.closest('dialog, [popover], .visually-hidden'))
        .flatMap((font) => {
          const range = document.createRange();
          range.selectNodeContents(font);
          return [...range.getClientRects()].map((box) => ({ font, box }));
        });
      return words.flatMap((one, index) =>
        words
          .slice(index + 1)
          .filter(
            ({ font, box }) =>
              font !== one.font &&
              Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
              Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 1,
          )
          .map(({ font }) => `"${one.font.textContent}" lies on "${font.textContent}"`),
      );
    }),
  );

for (const [language, words] of Object.entries(translations)) {
  for (const path of everyPath) {
    test(`words in ${language} leave neither their place nor the window on ${path}`, async ({ page }) => {
      await open(page, path);
      await translate(page, words);
      for (const width of [320, 375, 390, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await findCollisions(page), `at ${width}`).toEqual([]);
        expect.soft(await sidewaysOverflow(page), `at ${width}`).toBeLessThanOrEqual(0);
      }
    });
  }
}

for (const path of everyPath) {
  test(`words set apart cut nothing on ${path}: WCAG 2.2, 1.4.12`, async ({ page }) => {
    await open(page, path);
    await page.evaluate(() => {
      const apart = new CSSStyleSheet();
      apart.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      );
      document.adoptedStyleSheets = [apart];
    });
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await findCut(page), `at ${width}`).toEqual([]);
      expect(await sidewaysOverflow(page), `at ${width}`).toBeLessThanOrEqual(0);
    }
  });
}
