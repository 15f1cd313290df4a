import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newInConsole, submissionInConsole } from '#contract/console-view.ts';
import { findPostgres, startPostgres } from '#test/postgres.ts';
import { expect, show, test } from './console-fixtures.ts';
import { emailOf, fillSite } from './console-people.ts';
import { startConsoleSite } from './console-site.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const notice = (page: Page) => page.getByRole('complementary', { name: 'Notice' });
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
const decision = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name });

test('by keyboard alone, from a sign-in link to an undone decision', async ({ page, consoleSite }) => {
  await page.goto(await consoleSite.signInLink());
  await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
  expect(new URL(page.url()).hash, 'the link is not kept').toBe('#/applicants');

  // The newest application first: Ada, who applied again.
  await expect(page.getByRole('row').nth(1)).toContainText('Ada Nguyenapplied 2×');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Ada Nguyen' })).toBeFocused();
  for (let down = 0; down < 4; down += 1) await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'Giang Silva' })).toBeFocused();

  await page.keyboard.press('s');
  await expect(row(page, 'Giang Silva')).toContainText('Shortlisted');
  await expect(notice(page)).toContainText('Giang Silva: shortlisted.');
  await expect(page.getByRole('status')).toHaveText('Giang Silva: shortlisted.');
  await page.keyboard.press('u');
  await expect(notice(page)).toContainText('Undone. Giang Silva: new again.');
  await expect(row(page, 'Giang Silva')).toContainText('New');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Giang Silva' })).toBeFocused();
  await expect(page.getByRole('list').filter({ hasText: 'Shortlisted' }).getByRole('listitem')).toHaveCount(
    3,
  );
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'Fatima Ito' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('jsid');
  await expect(page.getByRole('searchbox')).toHaveValue('jsid');
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  await page.getByRole('searchbox').press('Escape');
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Single keys are on' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(consoleSite.log()).not.toContain('example.com');
});

test('a view is a link, and its export has exactly its people', async ({ page, consoleSite, signedIn }) => {
  await signedIn();
  await page.getByRole('textbox', { name: 'City' }).fill('melbourne');
  await expect(page).toHaveURL(/city=melbourne/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Venues');
  await page.getByRole('searchbox').fill('chloe mar');
  await expect(page).toHaveURL(/text=chloe/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('group', { name: 'Columns' }).getByRole('checkbox', { name: 'Venue' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Venue' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('searchbox')).toHaveValue('chloe mar');
  await expect(page.getByRole('columnheader', { name: 'Venue' })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('Chloé Marsh');
  expect(csv.trim().split('\n')).toHaveLength(2);
  await expect(notice(page)).toContainText('1 applicant exported.');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row')).toHaveCount(10);
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(2);

  // The links of a digest in Slack.
  await page.goto(newInConsole('contact'));
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await page.goto(newInConsole('creator'));
  await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^New/ })).toHaveAttribute('aria-current');
  const found = JSON.parse(await consoleSite.run('list', '--email', emailOf('Ada Nguyen'), '--json'));
  await page.goto(submissionInConsole(found.submissions[0]));
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Nguyen' })).toBeVisible();
});

test('many are decided with one note, and who was overtaken is named', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  await signedIn('/applicants?text=hobart');
  await expect(page.getByRole('row')).toHaveCount(4);
  await select(page, 'Ivo Marsh');
  await page.getByRole('checkbox', { name: 'Select Giang Silva' }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 applicants selected')).toBeVisible();

  const found = await consoleSite.run('list', '--email', emailOf('Hana Reid'), '--json');
  const hana = /"number":\s*(\d+)/.exec(found)?.[1] ?? '';
  await consoleSite.run('decline', hana, '--yes');

  await decision(page, 'Invite').click();
  const dialog = page.getByRole('dialog', { name: 'Invite: 3 applicants' });
  await dialog.getByLabel('Note for all of them').fill('Friday at the pass');
  await dialog.getByRole('button', { name: 'Invite 3 applicants' }).click();

  await expect(notice(page)).toContainText('2 of 3: invited.');
  await expect(notice(page)).toContainText(/Hana Reid: \S+ decided meanwhile, declined on/);
  await expect(row(page, 'Hana Reid')).toContainText('Declined');
  await expect(row(page, 'Ivo Marsh')).toContainText('Invited');

  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('Undone. 2: new again.');
  await expect(row(page, 'Ivo Marsh')).toContainText('New');
  await expect(row(page, 'Hana Reid')).toContainText('Declined');

  await page.getByRole('link', { name: 'Ivo Marsh' }).click();
  await expect(page.getByText('Friday at the pass')).toBeVisible();
});

test('a person: what was sent, notes, reply, download, and erasing with what it deletes', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const name = 'Zoe Leaving';
  await consoleSite.apply('creator', { name, email: emailOf(name), bio: 'First\nlines' });
  await consoleSite.apply('creator', { name, email: emailOf(name), bio: 'Second' });
  await signedIn('/applicants?text=leaving');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: /^Newest application/ })).toContainText('Second');
  await expect(page.getByRole('region', { name: /^Application 1/ })).toContainText('First\nlines');
  await expect(page.getByRole('link', { name: 'Reply by mail' })).toHaveAttribute(
    'href',
    `mailto:${encodeURIComponent(emailOf(name))}`,
  );

  await page.getByLabel('Note').fill('Knows the chef');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('blockquote')).toHaveText('Knows the chef');
  await page.getByLabel('Note').fill('Twice now');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Twice now')).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download what is held' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Knows the chef');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
  await expect(dialog).toContainText('2 submissions, 1 decision, 1 note, 0 letters');
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('erase');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(notice(page)).toContainText('Erased.');
  await expect(page.getByText('No applicants in this view')).toBeVisible();
});

test('new ones are announced and shown when asked for', async ({ page, consoleSite, signedIn }) => {
  await page.clock.install();
  await signedIn('/applicants?text=arriving');
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  await consoleSite.apply('creator', { name: 'Nia Arriving', email: emailOf('Nia Arriving') });
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('status')).toHaveText('1 new applicant', { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByRole('row')).toHaveCount(0);
  await page.getByRole('button', { name: '1 new applicant' }).click();
  await expect(row(page, 'Nia Arriving')).toBeVisible();
});

test('messages are read and marked answered; what is held is released or discarded', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  await consoleSite.apply('contact', { name: 'Lee Sender', message: 'A table for the press?' });
  for (const name of ['Spam One', 'Spam Two'])
    await consoleSite.apply('creator', { name, email: emailOf(name), tableNote: 'filled' });
  await signedIn('/messages');
  await expect(row(page, 'Lee Sender')).toContainText('A table for the press?');
  await page.getByRole('link', { name: 'Lee Sender' }).click();
  await page.getByRole('button', { name: 'Mark answered' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Answered');

  await show(page, '/held');
  const heldOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await page.getByRole('checkbox', { name: /Spam One/ }).check();
  await decision(page, 'Release').click();
  await expect(notice(page)).toContainText('1 submission released.');
  await expect(heldOf('Spam One')).toHaveCount(0);
  await page.getByRole('checkbox', { name: /Spam Two/ }).check();
  await decision(page, 'Discard').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard 1 submission' }).click();
  await expect(notice(page)).toContainText('1 submission discarded.');
  await expect(heldOf('Spam Two')).toHaveCount(0);
});

test.describe('without a session', () => {
  test.use({ expectedConsole: { anyOf: [/status of 401/] } });

  test('a used link says so, and the view that was open waits behind the sign-in', async ({
    page,
    context,
    consoleSite,
  }) => {
    const link = await consoleSite.signInLink();
    await page.goto(link);
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await show(page, '/applicants?city=Perth');
    await expect(page.getByRole('row')).toHaveCount(2);
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('npm run waitlist -- sign-in')).toBeVisible();
    expect(page.url()).toContain('city=Perth');

    await show(page, new URL(link).hash);
    await expect(page.getByRole('alert')).toContainText('used already');
    await show(page, new URL(await consoleSite.signInLink()).hash);
    await expect(page.getByRole('row')).not.toHaveCount(0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

test.describe('without the server', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

  test('a decision whose answer is lost is sent again and made once; one that is never answered is taken back', async ({
    page,
    signedIn,
  }) => {
    await signedIn('/applicants?city=Perth');
    const dinesh = row(page, 'Dinesh Okafor');
    await expect(dinesh).toContainText('New');
    await page.route(
      '**/api/decide',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.keyboard.press('j');
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('Dinesh Okafor: declined.');
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone.');
    await expect(dinesh).toContainText('New');

    await page.route('**/api/decide', (route) => route.abort());
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('What was decided is not known');
    await expect(dinesh).toContainText('New');
  });
});

test('on Postgres too: found by part of a word without its accents, invited, undone, counted', async ({
  page,
}) => {
  test.setTimeout(60_000);
  test.skip(findPostgres() === null && process.env['CI'] === undefined, 'this machine has no Postgres');
  const postgres = await startPostgres();
  const site = await startConsoleSite({ DATABASE_URL: await postgres.createDatabase() });
  try {
    await fillSite(site);
    await page.goto(await site.signInLink());
    await page.getByRole('searchbox').fill('chlo mar');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('j');
    await page.keyboard.press('i');
    await expect(row(page, 'Chloé Marsh')).toContainText('Invited');
    await expect(notice(page)).toContainText('Chloé Marsh: invited.');
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone. Chloé Marsh: new again.');
    await show(page, '/overview');
    await expect(page.getByRole('row', { name: 'Hobart 3' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Applications a day: 10 in all/ })).toBeVisible();
  } finally {
    await site.close();
    await postgres.stop();
  }
});
