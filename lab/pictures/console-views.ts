import type { Page } from 'playwright-core';
import { type ConsoleSite, inTwoDays } from '#test/browser/console-site.ts';
import type { View } from './take.ts';

export interface ConsoleView extends View {
  isSignedOut?: boolean;
}

const longWord = 'Wolfeschlegelsteinhausenbergerdorff';
const troubled = `Hubert Blaine ${longWord} Senior`;

/** Applied three times, with texts as long as they may be, was invited, and neither message nor letter arrived. */
export async function addTroubled(site: ConsoleSite): Promise<void> {
  const sender = { name: troubled, email: `${longWord.toLowerCase()}@example.com` };
  const person = {
    ...sender,
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  };
  const bio = `${'Long, unhurried lunches, and the people who cook them. '.repeat(12)}\n\n${longWord.repeat(4)}`;
  for (const [index, handle] of ['@hubert', `@${longWord.toLowerCase()}`, '@hb'].entries())
    await site.apply('creator', { ...person, handle, bio: index === 1 ? bio : 'Lunch.' });
  await site.apply('contact', { ...sender, message: bio });
  await site.apply('creator', { ...person, name: 'Held Person', bio, tableNote: 'filled' });
  const list = JSON.parse(await site.run('list', '--email', person.email, '--kind', 'creator', '--json'));
  const [{ number }] = list.applicants;
  await site.run(
    'shortlist',
    String(number),
    '--note',
    'Knows the chef. Ask about the terrace first.',
    '--yes',
  );
  await site.run('invite', String(number), '--yes');
  await site.changeStore(
    `update jobs set state = 'parked', attempts = 3, reason = 'mail_recipient_refused 550 5.1.1'
     where kind = 'letter' and state = 'waiting'`,
  );
  await site.changeStore(
    `update jobs set state = 'parked', reason = 'slack_invalid_blocks 400'
     where kind = 'submission' and submission = ${number}`,
  );
}

const lists: readonly ConsoleView[] = [
  { name: 'list', path: '/applicants' },
  { name: 'messages', path: '/messages' },
  { name: 'held', path: '/held' },
  { name: 'parked', path: '/held?state=parked' },
  { name: 'overview', path: '/overview' },
];

const selectThree = async (page: Page) => {
  for (const nth of [1, 2, 3]) await page.getByRole('row').nth(nth).getByRole('checkbox').check();
};
const decideMany = async (page: Page) => {
  await selectThree(page);
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Invite' }).click();
};
const decideAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: /^Select all .* that match$/ }).click();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('The letter goes').selectOption('On a day and hour…');
  await page.getByLabel('Day and hour in').fill(inTwoDays());
};
const openFirst = (page: Page) => page.getByRole('row').nth(1).getByRole('link').first().click();

const openFilters = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Filters', exact: true });
  if (await button.isVisible()) await button.click();
};

const ofMany: readonly ConsoleView[] = [
  { name: 'nothing-found', path: '/applicants?city=Atlantis&date=7d', pose: openFilters },
  { name: 'text', path: '/applicants?text=wine&state=new' },
  { name: 'melbourne-week', path: '/applicants?city=Melbourne&date=7d', pose: openFilters },
  { name: 'own-dates', path: '/applicants?from=2026-01-01&to=2026-12-31&kind=venue', pose: openFilters },
  {
    name: 'columns',
    path: '/applicants?columns=kind,email,handle,venueName,city,received,applications,decided,letter',
    pose: (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  {
    name: 'all-columns',
    path: '/applicants?columns=kind,email,handle,venueName,city,received,applications,decided,letter',
  },
  { name: 'scrolled', path: '/applicants', pose: (page) => page.mouse.wheel(0, 1_200) },
  { name: 'selection', path: '/applicants', pose: selectThree },
  { name: 'deciding', path: '/applicants', pose: decideMany },
  { name: 'wave', path: '/applicants?kind=creator', pose: decideAll },
  {
    name: 'wave-asked',
    path: '/applicants?kind=creator',
    pose: async (page) => {
      await decideAll(page);
      await page.getByRole('button', { name: /^Invite .* applicants$/ }).press('Enter');
      await page.getByRole('button', { name: 'Back' }).waitFor();
    },
  },
  {
    name: 'decided',
    path: '/applicants?text=wine',
    pose: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').first().focus();
      await page.keyboard.press('d');
      await page.getByRole('complementary', { name: 'Notice' }).waitFor();
      await page.keyboard.press('u');
      await page.getByText('Undone.').first().waitFor();
    },
  },
  {
    name: 'person',
    path: '/applicants?state=invited',
    pose: (page) => page.locator('.row-link').nth(3).click(),
  },
  { name: 'person-troubled', path: '/applicants?text=hubert', pose: openFirst },
  {
    name: 'person-scrolled',
    path: '/applicants?text=hubert',
    async pose(page) {
      await openFirst(page);
      await page.locator('.person').waitFor();
      await page.mouse.wheel(0, 700);
    },
  },
  {
    name: 'erasing',
    path: '/applicants?text=hubert',
    async pose(page) {
      await openFirst(page);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('button', { name: 'Erase…' }).click();
    },
  },
  { name: 'message', path: '/messages', pose: openFirst },
  { name: 'overview-year', path: '/overview?range=year' },
  {
    name: 'overview-table',
    path: '/overview',
    pose: (page) => page.getByText('As a table').click(),
  },
  {
    name: 'held-selected',
    path: '/held',
    pose: async (page) => page.getByRole('checkbox').nth(1).check(),
  },
  { name: 'keys', path: '/applicants', pose: (page) => page.keyboard.press('?') },
  { name: 'list-forced', path: '/applicants', media: { forcedColors: 'active' } },
  { name: 'list-dark', path: '/applicants', media: { colorScheme: 'dark' } },
];

export const viewsOf = (count: number): readonly ConsoleView[] => {
  if (count === 0) return [...lists, { name: 'sign-in', path: '/applicants', isSignedOut: true }];
  if (count === 1) return [...lists, { name: 'person', path: '/applicants', pose: openFirst }];
  return [...lists, ...ofMany];
};
