import type { Page } from '@playwright/test';
import { decision, expect, history, notice, reloadUntil, row, show, test } from './console-fixtures.ts';
import { emailOf } from './console-site.ts';

const coming = ['Caro Comes', 'Cleo Comes', 'Cora Comes'] as const;
const notNow = 'Nora Later';
/** Told ten days ago, and told today. */
const silent = ['Saul Silent', 'Sam Silent'] as const;
const waits = 'Wanda Waits';
const told = [...coming, notNow, ...silent];

const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const listed = async (page: Page, names: readonly string[]) => {
  await expect(page.locator('.page-total')).toHaveText(
    `${names.length} applicant${names.length === 1 ? '' : 's'}`,
  );
  await expect(page.locator('.row-link')).toHaveText([...names]);
};

test('the list is filtered by the answer and by when they were told, and who comes is marked as joined from it', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const apply = (name: string) => consoleSite.apply('creator', { name, city: 'Answerville' });
  for (const name of told) await apply(name);
  const invite = ['invite', '--city', 'answerville', '--review', 'new', '--yes'];
  await consoleSite.run(...invite);
  await consoleSite.sendLetters();
  const letterTo = (name: string) => mail.received.find(({ to }) => to.includes(emailOf(name)))?.mail.text;
  await expect.poll(() => told.filter((name) => letterTo(name) === undefined)).toEqual([]);
  await apply(waits);
  await consoleSite.run(...invite, '--tell', 'tomorrow 10:00');
  await apply('Nina New');
  await consoleSite.changeStore(`update jobs set delivered_at = delivered_at - ${10 * 86_400_000}
    where kind = 'letter' and submission in (select sequence from submissions where email_key = '${emailOf(silent[0])}')`);

  for (const name of [...coming, notNow]) {
    const [link = ''] = /http\S+\/answer\/\S+/.exec(letterTo(name) ?? '') ?? [];
    await page.goto(link);
    if (name === notNow) await page.getByLabel('A sentence for us').fill('In spring, perhaps.');
    await page.getByRole('button', { name: name === notNow ? 'Not now' : "I'm coming" }).click();
    await expect(page.getByText(/Your answer of/)).toBeVisible();
  }

  await signedIn('/applicants?city=answerville&sort=name');
  await reloadUntil(page, () => listed(page, [...coming, 'Nina New', notNow, ...silent.toReversed(), waits]));
  await expect(row(page, coming[0])).toContainText(/coming, \d+ \w+/);
  await expect(row(page, notNow)).toContainText(/not now, \d+ \w+/);

  const answer = page.getByRole('combobox', { name: 'Answer' });
  const toldBefore = page.getByLabel('Told before');
  await answer.selectOption('Coming');
  await listed(page, coming);
  await answer.selectOption('Not now');
  await listed(page, [notNow]);
  await answer.selectOption('No answer');
  await listed(page, [...silent.toReversed(), waits]);
  await toldBefore.fill(day(8));
  await listed(page, [silent[0]]);
  await expect(page).toHaveURL(/answer=none/);
  await page.reload();
  await expect(toldBefore).toHaveValue(day(8));
  await listed(page, [silent[0]]);
  await toldBefore.fill(day(12));
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  await toldBefore.fill(day(-2));
  await listed(page, silent.toReversed());
  await answer.selectOption('Coming');
  await listed(page, coming);
  await answer.selectOption('Any');
  await listed(page, [...coming, notNow, ...silent.toReversed()]);
  await toldBefore.fill('');
  await answer.selectOption('Coming');
  await listed(page, coming);

  // The first who applied, whatever the order of the list; then all that are left.
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  await all.check();
  await page.getByRole('button', { name: 'First N…' }).click();
  const asked = page.getByRole('dialog', { name: 'The first of 3 applicants' });
  await asked.getByLabel('How many').fill('2');
  await asked.getByRole('button', { name: 'Select them' }).click();
  await decision(page, 'Joined').click();
  await page.getByRole('button', { name: 'Joined 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: joined.');
  await reloadUntil(page, () => listed(page, [coming[2]]));
  await page.getByRole('link', { name: /^Joined/ }).click();
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  await answer.selectOption('Any');
  await listed(page, coming.slice(0, 2));

  // Their page, and what is counted.
  await show(page, '/applicants?city=answerville&answer=not-now');
  await row(page, notNow).locator('.row-link').click();
  await expect(page.locator('.person-facts')).toContainText(/not now, \d+ \w+/);
  await expect(history(page)).toContainText('Answered: not nowIn spring, perhaps.');
  await show(page, '/overview');
  const waves = page.getByRole('region', { name: 'Last waves' }).locator('tbody');
  // People, told, came back, coming, not now, no answer, joined.
  await expect(waves.filter({ hasText: /^Invited, .+6401122$/ })).toHaveCount(1);
  const count = (name: string) => page.getByRole('row', { name: `${name}, of the invited` });
  await expect(count('Coming')).toContainText('invited1');
  await expect(count('Not now')).toContainText('invited1');
});
