import type { Locator, Page } from 'playwright-core';
import {
  contactForm,
  contactMessage,
  creator,
  fill,
  submitButton,
  toasts,
  venue,
  waitlistForm,
} from '#test/browser/forms.ts';

/** One picture's subject: a page, and what is done to it before the picture is taken. */
export interface State {
  name: string;
  path: string;
  /** The whole page, or the first screen of where it has come to. */
  extent: 'page' | 'screen';
  /** Only in windows that are at least, or less than, this wide, in CSS pixels. */
  from?: number;
  below?: number;
  pose?(page: Page): Promise<void>;
}

/** Where the bar gives its links to the panel. */
const barWidth = 768;
const functions = '**/functions/v1/**';
const longWord = 'Wolfeschlegelsteinhausenbergerdorff';
const longName = `Hubert Blaine ${longWord.repeat(2)} Senior the Third of ${longWord}`;
const longTyped = {
  creator: {
    ...creator(),
    name: longName,
    handle: `@${longWord.toLowerCase().repeat(3)}`,
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    bio: `${longName}. `.repeat(6),
  },
  venue: {
    ...venue(),
    name: longName,
    venueName: `The ${longWord} & ${longWord} Arms`,
    website: `https://${longWord.toLowerCase().repeat(3)}.example/table`,
    message: `${longName}. `.repeat(6),
  },
  contact: { ...contactMessage(), name: longName, message: `${longName}. `.repeat(6) },
};

async function bringUp(page: Page, form: Locator): Promise<void> {
  await form.evaluate((element) => {
    const section = element.closest('section, [id]') ?? element;
    const target = element.closest('#waitlist-form, #contact-form') ?? section;
    target.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  await comeToRest(page);
}

/** The end of the form: its button, and what stands under it. On a phone the form's head is a screen away. */
async function bringUpEnd(page: Page, form: Locator): Promise<void> {
  await submitButton(form).evaluate((button) => {
    (button.parentElement ?? button).scrollIntoView({ block: 'end', behavior: 'instant' });
    window.scrollBy({ top: 80, behavior: 'instant' });
  });
  await comeToRest(page);
}

/** The toasts' fade and the bar's underline come to rest. */
const comeToRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );

/** Sends the form and shows what comes of it. */
async function succeed(page: Page, form: Locator, person: Record<string, string>): Promise<void> {
  await fill(form, person);
  await submitButton(form).click();
  // On paper there is no toast to be seen.
  await toasts(page).locator('[data-variant="default"]').waitFor({ state: 'attached' });
  await bringUpEnd(page, form);
}

const formStates = ([kind, path, find, person]: readonly [
  keyof typeof longTyped,
  string,
  (page: Page) => Locator,
  () => Record<string, string>,
]): State[] => [
  {
    name: `${kind}-invalid`,
    path,
    extent: 'screen',
    async pose(page) {
      await submitButton(find(page)).click();
      await find(page).locator('[aria-invalid="true"]').first().waitFor();
      await bringUp(page, find(page));
    },
  },
  {
    name: `${kind}-long`,
    path,
    extent: 'screen',
    async pose(page) {
      await fill(find(page), longTyped[kind]);
      await bringUp(page, find(page));
    },
  },
  {
    name: `${kind}-pending`,
    path,
    extent: 'screen',
    async pose(page) {
      // Never answered: the page is closed with the request under way.
      await page.route(functions, () => {});
      await fill(find(page), person());
      await submitButton(find(page)).click();
      await find(page).locator('button[type="submit"][aria-disabled]').waitFor();
      await bringUpEnd(page, find(page));
    },
  },
  {
    name: `${kind}-error`,
    path,
    extent: 'screen',
    async pose(page) {
      await page.route(functions, (route) => route.abort());
      await fill(find(page), person());
      await submitButton(find(page)).click();
      await toasts(page).locator('[data-variant="destructive"]').waitFor();
      await bringUpEnd(page, find(page));
    },
  },
  {
    name: `${kind}-refused`,
    path,
    extent: 'screen',
    async pose(page) {
      // A space is something to the browser, and nothing to the server.
      await fill(find(page), { ...person(), name: ' ' });
      await submitButton(find(page)).click();
      await find(page).locator('[aria-invalid="true"]').first().waitFor();
      await bringUp(page, find(page));
    },
  },
  {
    name: `${kind}-success`,
    path,
    extent: 'screen',
    pose: (page) => succeed(page, find(page), person()),
  },
];

const pages: State[] = [
  { name: 'home', path: '/', extent: 'page' },
  { name: 'creators', path: '/creators', extent: 'page' },
  { name: 'venues', path: '/venues', extent: 'page' },
  { name: 'contact', path: '/contact', extent: 'page' },
  { name: '404', path: '/late-table', extent: 'page' },
];

/** All that the site can look like, in the order of the book. */
export const states: State[] = [
  ...pages,
  { name: '404-long', path: `/${longWord.repeat(3)}`, extent: 'screen' },
  {
    name: 'bar-menu',
    path: '/creators',
    extent: 'screen',
    from: barWidth,
    pose: (page) => page.locator('header').getByRole('button', { name: 'Join Waitlist' }).click(),
  },
  {
    name: 'hero-menu',
    path: '/',
    extent: 'screen',
    pose: (page) =>
      page.locator('main section').first().getByRole('button', { name: 'Join Waitlist' }).click(),
  },
  {
    name: 'panel',
    path: '/venues',
    extent: 'screen',
    below: barWidth,
    pose: (page) => page.getByRole('button', { name: 'Open navigation' }).click(),
  },
  {
    name: 'home-as-venue',
    path: '/',
    extent: 'screen',
    async pose(page) {
      await page.evaluate(() => window.dispatchEvent(new CustomEvent('setFormType', { detail: 'venue' })));
      await page.locator('[name="venueName"]').waitFor();
      await bringUp(page, waitlistForm(page));
    },
  },
  {
    name: 'home-success',
    path: '/',
    extent: 'screen',
    pose: (page) => succeed(page, waitlistForm(page), creator()),
  },
  {
    // The picture's file has not come.
    name: 'creator-success-plain',
    path: '/creators',
    extent: 'screen',
    async pose(page) {
      await page.route('**/receipts.json', (route) => route.abort());
      await succeed(page, waitlistForm(page), creator());
    },
  },
  {
    // Where a form that the browser posted itself comes back to.
    name: 'creator-posted',
    path: '/creators#creator-sent',
    extent: 'screen',
  },
  {
    name: 'hover',
    path: '/creators',
    extent: 'screen',
    from: barWidth,
    async pose(page) {
      await page.locator('header').getByRole('link', { name: 'Venues' }).hover();
      await comeToRest(page);
    },
  },
  {
    name: 'keyboard-focus',
    path: '/creators',
    extent: 'screen',
    async pose(page) {
      // The skip link, the logo, and what follows it.
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
    },
  },
  {
    name: 'bill-set',
    path: '/venues',
    extent: 'screen',
    async pose(page) {
      await page.locator('#bill-menuValue').fill('1000');
      await page.locator('#bill-costPercent').fill('100');
      await page.locator('.sum').evaluate((section) => {
        section.scrollIntoView({ block: 'start', behavior: 'instant' });
      });
    },
  },
  {
    name: 'notice-open',
    path: '/contact',
    extent: 'screen',
    async pose(page) {
      await page.locator('summary').click();
      await page.locator('summary').scrollIntoViewIfNeeded();
      await bringUp(page, contactForm(page));
    },
  },
  ...(
    [
      ['creator', '/creators', waitlistForm, creator],
      ['venue', '/venues', waitlistForm, venue],
      ['contact', '/contact', contactForm, contactMessage],
    ] as const
  ).flatMap(formStates),
];

/** The same pages where the medium is another: a narrow window, one at 400 %, forced colours, paper. */
export const media: {
  name: string;
  width: number;
  height: number;
  emulate?: Parameters<Page['emulateMedia']>[0];
}[] = [
  { name: '320', width: 320, height: 640 },
  { name: '400-percent', width: 320, height: 256 },
  { name: 'forced-colours', width: 1280, height: 800, emulate: { forcedColors: 'active' } },
  {
    name: 'forced-dark',
    width: 1280,
    height: 800,
    emulate: { forcedColors: 'active', colorScheme: 'dark' },
  },
  { name: 'more-contrast', width: 1280, height: 800, emulate: { contrast: 'more' } },
  { name: 'print', width: 794, height: 1123, emulate: { media: 'print' } },
];

export const mediaStates = states.filter(
  ({ name }) =>
    pages.some((page) => page.name === name) || name === 'creator-invalid' || name === 'contact-success',
);
