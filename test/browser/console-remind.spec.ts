import {
  decision,
  expect,
  history,
  lettersTo,
  notice,
  reloadUntil,
  row,
  select,
  show,
  test,
} from './console-fixtures.ts';
import { emailOf, inTwoDays } from './console-site.ts';

test('who was told and has not answered is reminded from a list and from their page, once; at a time it is moved and taken back', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const names = ['Rhea Minded', 'Rolf Minded', 'Rita Minded'] as const;
  for (const name of names) {
    await consoleSite.apply('creator', { name, city: 'Remindville' });
    await consoleSite.decide('invite', name);
  }
  await consoleSite.sendLetters();
  await expect.poll(() => names.map((name) => lettersTo(mail, name))).toEqual([1, 1, 1]);
  await signedIn('/applicants?city=remindville&told=told');
  await reloadUntil(page, () => expect(page.locator('.row-link')).toHaveCount(3));

  await select(page, names[0]);
  await select(page, names[1]);
  await decision(page, 'Remind…').click();
  const dialog = page.getByRole('dialog', { name: 'Remind: 2 applicants' });
  await expect(dialog).toContainText('once for each invitation');
  await dialog.getByText('The reminder').click();
  await expect(dialog.locator('pre')).toContainText('/answer/');
  await dialog.getByRole('button', { name: 'Remind 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: reminded.');
  await consoleSite.sendLetters();
  await expect.poll(() => names.map((name) => lettersTo(mail, name))).toEqual([2, 2, 1]);
  const links = mail.received
    .filter(({ to }) => to.includes(emailOf(names[0])))
    .map((got) => /\/answer\/\S+/.exec(got.mail.text ?? '')?.[0]);
  expect(links[1], 'the same link').toBe(links[0]);

  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await decision(page, 'Remind…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remind 3 applicants' }).click();
  await expect(notice(page)).toContainText('1 of 3: reminded.');
  await expect(notice(page)).toContainText(`${names[0]}: reminded already.`);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('Undone.');

  await row(page, names[2]).locator('.row-link').click();
  const panel = page.getByRole('region', { name: 'Decide' });
  const radio = panel.getByRole('combobox', { name: 'The letter goes' });
  await radio.selectOption('timed');
  await panel.getByLabel(/Day and hour/).fill(inTwoDays());
  await panel.getByRole('button', { name: 'Remind' }).click();
  await expect(notice(page)).toContainText(`${names[2]}: the reminder goes on`);
  await expect(
    history(page)
      .getByText(/^Reminded/)
      .first(),
  ).toBeVisible();
  await expect(page.getByText('The reminder: waiting, goes on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Another time…' })).toBeVisible();
  await history(page).getByRole('button', { name: 'Undo the wave…' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the wave' }).click();
  await expect(page.getByText('The reminder: cancelled').first()).toBeVisible();
  await show(page, '/overview');
  await expect(page.getByRole('rowheader', { name: /^Reminder, / }).first()).toBeVisible();
  await consoleSite.sendLetters();
  expect(names.map((name) => lettersTo(mail, name))).toEqual([2, 2, 1]);
});

test('of a wave of reminders that was partly sent the rest is taken back, who was reminded is named, and the list says who invited', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const [sent, waits] = ['Ruth Partly', 'Rupert Partly'] as const;
  for (const name of [sent, waits]) {
    await consoleSite.apply('creator', { name, city: 'Partville' });
    await consoleSite.decide('invite', name);
  }
  await consoleSite.sendLetters();
  await expect.poll(() => [sent, waits].map((name) => lettersTo(mail, name))).toEqual([1, 1]);
  await consoleSite.changeStore(
    `update decisions set actor_name = 'Grace' where subject = '${emailOf(sent)}'`,
  );
  await signedIn('/applicants?city=partville&told=told');
  const decided = row(page, sent).locator('.subjects-decided');
  await reloadUntil(page, () => expect(decided).toContainText('Grace'));
  await page.getByRole('checkbox', { name: /Select all/ }).check();
  await decision(page, 'Remind…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The letter goes').selectOption('On a day and hour…');
  await dialog.getByLabel('Day and hour in').fill(inTwoDays());
  await dialog.getByRole('button', { name: 'Remind 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: the reminder goes on');
  await consoleSite.changeStore(`update jobs set due_at = 0, tell_at = null where kind = 'letter' and state = 'waiting'
    and submission in (select sequence from submissions where email_key = '${emailOf(sent)}')`);
  await consoleSite.apply('contact', { name: 'Wakes the server' });
  await expect.poll(() => lettersTo(mail, sent)).toBe(2);
  await notice(page).getByRole('button', { name: 'Undo all 2' }).click();
  await expect(notice(page)).toContainText('Undone. 1: as before.');
  await expect(notice(page)).toContainText(`Sent already, and not taken back: ${sent}.`);
  await page.reload();
  await expect(decided).toContainText('Grace');
  await row(page, waits).locator('.row-link').click();
  await expect(page.getByText('The reminder: cancelled')).toBeVisible();
  await expect(history(page).getByRole('listitem')).toContainText([
    /Letter stopped by/,
    /Reminded by/,
    /Invited by/,
    /Applied/,
  ]);
  await expect(page.locator('.person-facts')).toContainText('Invited');
  expect([sent, waits].map((name) => lettersTo(mail, name))).toEqual([2, 1]);
});
