import type { Page } from '@playwright/test';
import { expect, history, notice, row, test, viewShown } from './console-fixtures.ts';
import { type ConsoleSite, emailOf } from './console-site.ts';

/** To the next row or person, also where the next rows are not loaded yet. */

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** By name they are in this order. A page of the list has 100 rows. */
const namesOf = (word: string) =>
  Array.from(
    { length: 102 },
    (_, index) => `${word} ${alphabet[Math.floor(index / 26)]}${alphabet[index % 26]}`,
  );

async function applyAll(consoleSite: ConsoleSite, word: string): Promise<string[]> {
  const names = namesOf(word);
  const city = `${word}ton`;
  await Promise.all(names.map((name) => consoleSite.apply('creator', { name, city, email: emailOf(name) })));
  return names;
}

/** Holds the answers with the next rows back. */
async function holdNextRows(page: Page) {
  const held: (() => void)[] = [];
  await page.route('**/api/subjects', async (route) => {
    if (route.request().postDataJSON().after !== null)
      await new Promise<void>((pass) => {
        held.push(pass);
      });
    await route.continue();
  });
  return {
    untilAsked: () => expect.poll(() => held.length).toBe(1),
    pass() {
      for (const each of held.splice(0)) each();
    },
  };
}

/** What was decided by this page, as its bodies say. */
function decided(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/decide')) requests.push(request.postDataJSON().to);
  });
  return requests;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('j on the last loaded row goes on to the next one once it is there, and no key meanwhile decides about the row before', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const names = await applyAll(consoleSite, 'Jay');
  const [last = '', next = ''] = names.slice(99);
  await signedIn('/applicants?city=jayton&sort=name');
  await expect(page.getByRole('row')).toHaveCount(101);
  const decisions = decided(page);
  const rows = await holdNextRows(page);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link(last).focus();
  await page.keyboard.press('d');
  await expect(row(page, last)).toContainText('Declined');
  // Its answer must not replace the notice of the keys below.
  await expect(notice(page)).toContainText(`${last}: declined.`);
  await page.keyboard.press('j');
  await rows.untilAsked();
  for (const key of ['s', 'x', 'j', 's']) await page.keyboard.press(key);
  await expect(notice(page)).toContainText('The next rows are still loading. Nothing was decided.');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  rows.pass();
  await expect(link(next)).toBeFocused();
  await page.keyboard.press('s');
  await expect(notice(page)).toContainText(`${next}: shortlisted.`);
  await expect(row(page, last)).toContainText('Declined');
  await expect(row(page, next)).toContainText('Shortlisted');
  expect(decisions).toEqual(['declined', 'shortlisted']);
});

test('whoever turns back while the next rows load stays where they went, and decides there', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const names = await applyAll(consoleSite, 'Kay');
  const [before = '', last = ''] = names.slice(98);
  await signedIn('/applicants?city=kayton&sort=name');
  await expect(page.getByRole('row')).toHaveCount(101);
  await viewShown(page);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const rows = await holdNextRows(page);
  await link(last).focus();
  await expect(link(last)).toBeFocused();
  await page.keyboard.press('j');
  await rows.untilAsked();
  await page.keyboard.press('k');
  await expect(link(before)).toBeFocused();
  await page.keyboard.press('s');
  await expect(notice(page)).toContainText(`${before}: shortlisted.`);
  rows.pass();
  await expect(page.getByRole('row')).toHaveCount(103);
  await expect(link(before)).toBeFocused();
  await expect(row(page, before), 'the rows before keep what was decided meanwhile').toContainText(
    'Shortlisted',
  );
});

test("on a person's page, Next and j go on past the hundredth row, and no key decides about who was left", async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const names = await applyAll(consoleSite, 'Pay');
  const [last = '', next = '', end = ''] = names.slice(99);
  await signedIn('/applicants?city=payton&sort=name');
  const decisions = decided(page);
  const rows = await holdNextRows(page);
  await page.getByRole('link', { name: last, exact: true }).click();
  await expect(heading(page, last)).toBeVisible();
  await rows.untilAsked();
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await expect(notice(page)).toContainText('The next one is still loading. Nothing was decided.');
  rows.pass();
  await expect(heading(page, next)).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(heading(page, end)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await expect(notice(page), 'the last one of the list is not left').toContainText(`${end}: shortlisted.`);
  await expect(heading(page, end)).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(heading(page, next)).toBeVisible();
  expect(decisions).toEqual(['shortlisted']);
});

test('on a phone a decision goes on to the next person, a second tap decides about nobody, and Undo takes it back', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names = ['Tap aa', 'Tap ab', 'Tap ac'];
  for (const name of names) await consoleSite.apply('creator', { name, city: 'Tapton' });
  const [first = '', second = '', third = ''] = names;
  await signedIn('/applicants?city=tapton&sort=name');
  const decisions = decided(page);
  await page.getByRole('link', { name: first, exact: true }).click();
  await page.getByRole('button', { name: 'Decline' }).dblclick();
  await expect(heading(page, second)).toBeVisible();
  await expect(notice(page)).toContainText(`${first}: declined.`);
  await page.getByRole('button', { name: 'Shortlist' }).click();
  await expect(heading(page, third)).toBeVisible();
  await expect(notice(page)).toContainText(`${second}: shortlisted.`);
  await expect(page.locator('.person-facts')).toContainText('New');
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText(`${second}: new again.`);
  await expect(heading(page, third), 'an Undo goes nowhere').toBeVisible();
  await page.getByRole('button', { name: 'Shortlist' }).click();
  await expect(notice(page)).toContainText(`${third}: shortlisted.`);
  await expect(heading(page, third), 'the last one').toBeVisible();
  expect(decisions).toEqual(['declined', 'shortlisted', 'new', 'shortlisted']);
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(history(page)).toContainText('New by');
});

test('on a wide screen a decision stays on its page', async ({ page, consoleSite, signedIn }) => {
  for (const name of ['Wide aa', 'Wide ab']) await consoleSite.apply('creator', { name, city: 'Wideton' });
  await signedIn('/applicants?city=wideton&sort=name');
  await page.getByRole('link', { name: 'Wide aa' }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(notice(page)).toContainText('Wide aa: declined.');
  await expect(page.getByRole('button', { name: 'Decline' })).toBeDisabled();
  await expect(heading(page, 'Wide aa')).toBeVisible();
});
