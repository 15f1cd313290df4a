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
import type { Size, View } from './take.ts';

export interface State extends View {
  /** Only in windows that are at least, or less than, this wide, in CSS pixels. */
  from?: number;
  below?: number;
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

type FormKind = keyof typeof longTyped;
type PoseForm = (page: Page, form: Locator, person: Record<string, string>, kind: FormKind) => Promise<void>;

const formPoses: Readonly<Record<string, PoseForm>> = {
  async invalid(page, form) {
    await submitButton(form).click();
    await form.locator('[aria-invalid="true"]').first().waitFor();
    await bringUp(page, form);
  },
  async long(page, form, _person, kind) {
    await fill(form, longTyped[kind]);
    await bringUp(page, form);
  },
  async pending(page, form, person) {
    // Never answered: the page is closed with the request under way.
    await page.route(functions, () => {});
    await fill(form, person);
    await submitButton(form).click();
    await form.locator('button[type="submit"]:disabled').waitFor();
    await bringUpEnd(page, form);
  },
  async error(page, form, person) {
    await page.route(functions, (route) => route.abort());
    await fill(form, person);
    await submitButton(form).click();
    await toasts(page).locator('[data-variant="destructive"]').waitFor();
    await bringUpEnd(page, form);
  },
  async refused(page, form, person) {
    // A space is something to the browser, and nothing to the server.
    await fill(form, { ...person, name: ' ' });
    await submitButton(form).click();
    await form.locator('[aria-invalid="true"]').first().waitFor();
    await bringUp(page, form);
  },
  success: succeed,
};

const formStates = (
  kind: FormKind,
  path: string,
  find: (page: Page) => Locator,
  person: () => Record<string, string>,
): State[] =>
  Object.entries(formPoses).map(([name, pose]) => ({
    name: `${kind}-${name}`,
    path,
    pose: (page) => pose(page, find(page), person(), kind),
  }));

const pages: State[] = [
  { name: 'home', path: '/', isWholePage: true },
  { name: 'creators', path: '/creators', isWholePage: true },
  { name: 'venues', path: '/venues', isWholePage: true },
  { name: 'contact', path: '/contact', isWholePage: true },
  { name: '404', path: '/late-table', isWholePage: true },
];

/** All that the site can look like, in the order of the book. */
export const states: State[] = [
  ...pages,
  { name: '404-long', path: `/${longWord.repeat(3)}` },
  {
    name: 'bar-menu',
    path: '/creators',
    from: barWidth,
    pose: (page) => page.locator('header').getByRole('button', { name: 'Join Waitlist' }).click(),
  },
  {
    name: 'hero-menu',
    path: '/',
    pose: (page) =>
      page.locator('main section').first().getByRole('button', { name: 'Join Waitlist' }).click(),
  },
  {
    name: 'panel',
    path: '/venues',
    below: barWidth,
    pose: (page) => page.getByRole('button', { name: 'Open navigation' }).click(),
  },
  {
    name: 'home-as-venue',
    path: '/',
    async pose(page) {
      await page.evaluate(() => window.dispatchEvent(new CustomEvent('setFormType', { detail: 'venue' })));
      await page.locator('[name="venueName"]').waitFor();
      await bringUp(page, waitlistForm(page));
    },
  },
  {
    name: 'home-success',
    path: '/',
    pose: (page) => succeed(page, waitlistForm(page), creator()),
  },
  {
    // The picture's file has not come.
    name: 'creator-success-plain',
    path: '/creators',
    async pose(page) {
      await page.route('**/receipts.json', (route) => route.abort());
      await succeed(page, waitlistForm(page), creator());
    },
  },
  {
    // Where a form that the browser posted itself comes back to.
    name: 'creator-posted',
    path: '/creators#creator-sent',
  },
  {
    name: 'hover',
    path: '/creators',
    from: barWidth,
    async pose(page) {
      await page.locator('header').getByRole('link', { name: 'Venues' }).hover();
      await comeToRest(page);
    },
  },
  {
    name: 'keyboard-focus',
    path: '/creators',
    async pose(page) {
      // The skip link, the logo, and what follows it.
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
    },
  },
  {
    name: 'bill-set',
    path: '/venues',
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
    async pose(page) {
      await page.locator('summary').click();
      await page.locator('summary').scrollIntoViewIfNeeded();
      await bringUp(page, contactForm(page));
    },
  },
  ...formStates('creator', '/creators', waitlistForm, creator),
  ...formStates('venue', '/venues', waitlistForm, venue),
  ...formStates('contact', '/contact', contactForm, contactMessage),
];

/** The same pages where the medium is another: a narrow window, one at 400 %, forced colours, paper. */
export const media: Readonly<Record<string, Size & Pick<View, 'media'>>> = {
  '320': { width: 320, height: 640 },
  '400-percent': { width: 320, height: 256 },
  'forced-colours': { width: 1280, height: 800, media: { forcedColors: 'active' } },
  'forced-dark': { width: 1280, height: 800, media: { forcedColors: 'active', colorScheme: 'dark' } },
  'more-contrast': { width: 1280, height: 800, media: { contrast: 'more' } },
  print: { width: 794, height: 1123, media: { media: 'print' } },
};

export const mediaStates = states.filter(
  ({ name }) =>
    pages.some((page) => page.name === name) || name === 'creator-invalid' || name === 'contact-success',
);
