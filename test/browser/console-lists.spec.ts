import type { Page } from '@playwright/test';
import { newInConsole, submissionInConsole } from '#contract/console-view.ts';
import {
  decision,
  download,
  expect,
  firstVisit,
  lettersTo,
  notice,
  pressSignIn,
  reloadUntil,
  row,
  select,
  show,
  test,
  viewShown,
} from './console-fixtures.ts';
import { emailOf, inTwoDays } from './console-site.ts';

/** Of the columns, in order. */
const headers = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).slice(1).join(' ');

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const twoLetters = (index: number) => `${alphabet[Math.floor(index / 26)]}${alphabet[index % 26]}`;

/** The lists: found, paged, exported, decided. */
test('a row says what to judge by: who, venue or handle, where, when, and a line of what they wrote', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const city = 'Judgeville';
  const long = 'A kitchen by the sea, open until late. '.repeat(120);
  await consoleSite.apply('venue', {
    name: 'Vera Cook',
    venueName: 'Café Ørsted',
    city,
    message: `${long} Ask for the oysters. ${long}`.slice(0, 4_900),
  });
  await consoleSite.apply('creator', { name: 'Cora Writes', handle: '@cora.writes', city, bio: long });
  await signedIn(`/applicants?city=${city}`);
  const cook = row(page, 'Vera Cook');
  await expect(cook).toContainText(
    /Vera CookVenue, Café ØrstedNewJudgeville\d+ \w+, \d\d:\d\dA kitchen by the sea/,
  );
  await expect(row(page, 'Cora Writes')).toContainText('Creator, @cora.writes');
  await expect(row(page, 'Cora Writes').getByRole('link', { name: 'TikTok' })).toBeVisible();
  // A pasted address is wider than the row's column, which would cut the name and the links.
  const pasted = 'https://www.instagram.com/pia.eats?igsh=MzRlODBiNWFlZA%3D%3D';
  await consoleSite.apply('creator', { name: 'Pia Pastes', handle: pasted, city });
  await reloadUntil(page, () =>
    expect(row(page, 'Pia Pastes')).toContainText('Creator, @pia.eats Instagram'),
  );
  await expect(page.locator('mark')).toHaveCount(0);

  // What was searched is marked where it stands, also far behind the beginning.
  await page.getByRole('searchbox').fill('orsted OYSTER');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(cook.locator('mark')).toHaveText(['Ørsted', 'oysters']);
  await page.getByRole('searchbox').fill('vera');
  await expect(page.getByRole('link', { name: 'Vera Cook' }).locator('mark')).toHaveText(['Vera']);

  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const about = cook.locator('.subjects-about');
    expect((await about.textContent())?.length, 'of 4,900 characters').toBeLessThan(300);
    const line = await about.evaluate((cell) => cell.firstElementChild?.getBoundingClientRect().height);
    expect(line, 'one line').toBeLessThan(30);
    expect((await cook.boundingBox())?.height).toBeLessThan(140);
  }
});

test('on a phone the links to profiles are whole, and the notice leaves the buttons for the selected rows free', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const city = 'Phoneville';
  for (const name of ['Phil One', 'Phil Two'])
    await consoleSite.apply('creator', { name, handle: '@harbour.eats1234', city });
  await signedIn(`/applicants?city=${city}`);
  const link = row(page, 'Phil One').getByRole('link', { name: 'TikTok' });
  const [inside, outside] = await link.evaluate(async (element) => {
    await document.fonts.ready;
    return [element, element.closest('th')].map((each) => each?.getBoundingClientRect().right ?? 0);
  });
  expect(inside).toBeLessThanOrEqual(outside as number);
  await select(page, 'Phil One');
  await decision(page, 'Shortlist').click();
  await expect(notice(page)).toContainText('shortlisted');
  await select(page, 'Phil Two');
  await decision(page, 'Invite').click({ trial: true });
  await decision(page, 'Shortlist').click();
  await expect(notice(page)).toContainText('Phil Two: shortlisted.');
});

test('a search that finds nobody says how many messages it finds, and leads there', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  await consoleSite.apply('contact', { name: 'Mo Writer', message: 'About the xylophone' });
  await signedIn('/applicants?text=xylophone');
  await expect(page.getByText('1 message matches this search.')).toBeVisible();
  await page.getByRole('link', { name: '1 message' }).click();
  await expect(row(page, 'Mo Writer')).toBeVisible();
});

test('the city filter offers the cities there are', async ({ page, consoleSite, signedIn }) => {
  await consoleSite.apply('creator', { name: 'Ode One', city: 'Offerton, VIC' });
  await consoleSite.apply('contact', { name: 'Ode Two' });
  await signedIn();
  const city = page.getByRole('combobox', { name: 'City' });
  await city.focus();
  const offered = () =>
    city.evaluate((field: HTMLInputElement) => Array.from(field.list?.options ?? [], ({ value }) => value));
  await expect.poll(offered).toContain('Offerton, VIC');
  expect((await offered()).filter((name) => name === '')).toEqual([]);
  await city.fill('Offerton, VIC');
  await expect(page.locator('.row-link')).toHaveText(['Ode One']);
});

test('whoever returns from a person goes on at their row, by the link and by Back', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const names = Array.from({ length: 40 }, (_, index) => `Return ${twoLetters(index)}`);
  await Promise.all(names.map((name) => consoleSite.apply('creator', { name, city: 'Returnville' })));
  await signedIn('/applicants?city=returnville&sort=name');
  await viewShown(page);
  const [opened = '', next = ''] = names.slice(29);
  const link = page.getByRole('link', { name: opened });
  await link.focus();
  await link.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const before = await place();
  expect(before).toBeGreaterThan(0);
  for (const back of [
    () => page.getByRole('link', { name: '← Applicants' }).click(),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]) {
    await link.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: opened })).toBeVisible();
    await back();
    await expect(link).toBeFocused();
    await expect.poll(place).toBe(before);
  }
  // From the next person: at that one's row.
  await link.press('Enter');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible();
  await page.getByRole('link', { name: '← Applicants' }).click();
  await expect(page.getByRole('link', { name: next })).toBeFocused();
  await expect(page.getByRole('link', { name: next })).toBeInViewport();
});

test('names, handles, venues, cities and texts that attack stay text in the list, within their row', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const piled = `x${'\u0310\u0489'.repeat(95)}`;
  const attacks = [
    '<img src=x onerror=alert(1)>',
    'https://evil.example/ [Pay](https://evil.example)',
    'abc\u202Egnp.exe',
    'a\u200Bb\u00ADc\u2060',
    piled,
  ];
  for (const [index, text] of attacks.entries()) {
    const fields = { city: `Attackton ${text}`.slice(0, 200), email: `attack${index}@example.com` };
    await consoleSite.apply('creator', { ...fields, name: `Attacker ${text}`, handle: text, bio: text });
    await consoleSite.apply('venue', { ...fields, name: `Attacker ${text}`, venueName: text, message: text });
  }
  await signedIn('/applicants?text=attacker');
  await expect(page.getByRole('row')).toHaveCount(1 + 2 * attacks.length);
  const table = page.getByRole('table');
  await expect(table.locator('img')).toHaveCount(0);
  await expect(table.locator('a[href*=evil]')).toHaveCount(0);
  expect(await table.textContent()).toContain('<img src=x onerror=alert(1)>');
  expect(await table.textContent()).not.toMatch(/[\u202A-\u202E]/);
  await expect(table.locator('.row-link mark')).toHaveText(Array(2 * attacks.length).fill('Attacker'));
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(width === 320 ? 220 : 140);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('a view is a link, and its export has exactly its people', async ({ page, consoleSite, signedIn }) => {
  await signedIn();
  const city = page.getByRole('combobox', { name: 'City' });
  const places = async () => [await city.boundingBox(), (await page.getByRole('table').boundingBox())?.y];
  await viewShown(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const before = await places();
  await city.fill('melbourne');
  await expect(page).toHaveURL(/city=melbourne/);
  expect(await places(), 'the first filter moves nothing').toEqual(before);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Venues');
  const applied = page.getByRole('combobox', { name: 'Applied' });
  await applied.selectOption('Own dates…');
  await page.getByLabel('To', { exact: true }).fill('2020-12-31');
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  await applied.selectOption('Last 7 days');
  await expect(page).toHaveURL(/date=7d/);
  await expect(page.getByLabel('To', { exact: true })).toHaveCount(0);
  await page.getByRole('searchbox').fill('chloe mar');
  await expect(page).toHaveURL(/text=chloe/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('group', { name: 'Columns' });
  for (const name of ['Email', 'Handle', 'Venue', 'Times applied'])
    await columns.getByRole('checkbox', { name }).check();
  for (const name of ['City, applied', 'Decided']) await columns.getByRole('checkbox', { name }).uncheck();
  await page.keyboard.press('Escape');
  const chosen = 'Name State Bio or message Email Handle Venue Times applied Told, answer';
  await expect.poll(() => headers(page)).toBe(chosen);

  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('searchbox')).toHaveValue('chloe mar');
  expect(await headers(page)).toBe(chosen);
  await expect(applied).toHaveValue('7d');

  const exported = async (choice: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    return (await download(page, choice)).trim().split('\r\n');
  };
  const [header, person, ...others] = await exported('The shown columns');
  expect(header).toBe(
    'kind,name,handle,venueName,state,bio,message,email,applications,told,answer,answered (Australia/Sydney),sentence',
  );
  expect(person).toMatch(/^venue,Chloé Marsh,,.+,new,,.+,1,,,,$/);
  expect(others).toEqual([]);
  expect((await exported('What they sent, for a partner'))[0]).not.toMatch(/state|told|notes|decided/);
  expect((await exported('Everything, with notes'))[0]).toMatch(/,decided by,told,.*,notes,/);
  await expect(notice(page)).toContainText('1 applicant exported.');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(9);
  await page.goBack();
  await expect(page.getByRole('row')).toHaveCount(2);

  // The links of a digest in Slack.
  await page.goto(newInConsole('contact'));
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await page.goto(newInConsole('creator'));
  await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^New \d+$/ })).toHaveAttribute('aria-current');
  const found = JSON.parse(await consoleSite.run('list', '--email', emailOf('Ada Nguyen'), '--json'));
  await page.goto(submissionInConsole(found.applicants[0]));
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Nguyen' })).toBeVisible();
});

test("a newcomer's minute: who applied from a city this week and who decided, three invited, one taken back", async ({
  page,
  consoleSite,
}) => {
  const names = ['Wren Abbot', 'Wes Blake', 'Willa Cross', 'Wanda Drake', 'Walt Early'];
  for (const name of names) await consoleSite.apply('creator', { name, city: 'Geelong' });
  await consoleSite.decide('decline', 'Wanda Drake');

  await page.goto(await consoleSite.signInLink());
  await pressSignIn(page);
  await page.getByRole('combobox', { name: 'City' }).fill('geelong');
  await page.getByLabel('Applied').first().selectOption('Last 7 days');
  await expect(page.locator('.page-total')).toHaveText('5 applicants');
  await expect(row(page, 'Wanda Drake')).toContainText(/Declined.*\S+\d+ \w+, \d\d:\d\dnot told$/);

  for (const name of ['Wren Abbot', 'Wes Blake', 'Willa Cross']) await select(page, name);
  await decision(page, 'Invite').click();
  await page.getByRole('button', { name: 'Invite 3 applicants' }).click();
  await expect(notice(page)).toContainText('3: invited.');
  await expect(notice(page).getByRole('button', { name: 'Undo all 3' })).toBeVisible();
  await select(page, 'Wes Blake');
  await decision(page, 'Reopen').click();
  await expect(notice(page)).toContainText('Wes Blake: new.');
  await expect(page.getByRole('link', { name: /^Invited \d+$/ })).toHaveText('Invited 2');

  // Three days of the range are over, and then all seven.
  const age = (days: number) =>
    consoleSite.changeStore(
      `update applicants set received_at = received_at - ${days * 86_400_000} where city_key = 'geelong'`,
    );
  await age(3);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(6);
  await age(4);
  await page.reload();
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  await expect(page.getByText('City takes the whole name')).toBeVisible();
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

  await consoleSite.decide('decline', 'Hana Reid');

  await expect(decision(page, 'Invite')).toBeVisible();
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Invite: 3 applicants' });
  await expect(dialog.getByRole('button', { name: 'Invite 3 applicants' })).toBeFocused();
  await dialog.getByLabel('Note for all of them').fill('Friday at the pass');
  await dialog.getByRole('button', { name: 'Invite 3 applicants' }).click();

  await expect(notice(page)).toContainText('2 of 3: invited.');
  await expect(notice(page)).toContainText(/Hana Reid: decided about meanwhile: declined by/);
  await expect(row(page, 'Hana Reid')).toContainText('Declined');
  await expect(row(page, 'Ivo Marsh')).toContainText('Invited');

  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('Undone. 2: as before.');
  await expect(row(page, 'Ivo Marsh')).toContainText('New');
  await expect(row(page, 'Hana Reid')).toContainText('Declined');

  await page.getByRole('link', { name: 'Ivo Marsh' }).click();
  await expect(page.getByText('Friday at the pass')).toBeVisible();
});

test('who was declined and applied again stands in New with a mark, and can be declined again by a press', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const person = { name: 'Nora Again', email: 'nora.again@example.com', city: 'Againton' };
  await consoleSite.apply('creator', person);
  const list = JSON.parse(await consoleSite.run('list', '--city', 'againton', '--json'));
  await consoleSite.run('decline', String(list.applicants[0].number));
  await consoleSite.apply('creator', person);
  await signedIn('/applicants?city=againton&state=new');
  await expect(row(page, 'Nora Again')).toContainText('Declined');
  await expect(row(page, 'Nora Again').getByText('applied again')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New 1' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await expect(notice(page)).toContainText('Nora Again: declined.');
  await expect(row(page, 'Nora Again').getByText('applied again')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Declined 1' })).toBeVisible();
  await page.keyboard.press('u');
  await expect(row(page, 'Nora Again').getByText('applied again')).toBeVisible();
});

test('who is declined is told only where that is ticked; the others are listed as declined, not told', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const [told, alsoTold, untold] = ['Xan Told', 'Xena Told', 'Xavi Untold'] as const;
  for (const name of [told, alsoTold, untold]) await consoleSite.apply('creator', { name, city: 'Xanthe' });
  await signedIn('/applicants?city=xanthe');
  for (const name of [told, alsoTold]) await select(page, name);
  await decision(page, 'Decline').click();
  const dialog = page.getByRole('dialog', { name: 'Decline: 2 applicants' });
  await expect(dialog.getByLabel('The letter goes')).toHaveCount(0);
  await expect(dialog.getByLabel('Tell them')).not.toBeChecked();
  await dialog.getByLabel('Tell them').check();
  await expect(dialog.getByLabel('The letter goes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Decline 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: declined.');
  await row(page, untold).locator('.row-link').focus();
  await page.keyboard.press('d');
  await expect(notice(page)).toContainText(`${untold}: declined.`);
  await page.getByRole('combobox', { name: 'Told' }).selectOption('Declined, not told');
  await expect(page).toHaveURL(/state=declined&told=not-told/);
  await expect(page.locator('.row-link')).toHaveText([untold]);
  await expect(row(page, untold)).toContainText('not told');

  await consoleSite.sendLetters();
  const counted = () => [told, alsoTold, untold].map((name) => lettersTo(mail, name));
  await expect.poll(counted).toEqual([1, 1, 0]);

  // Later, from that list, also by the key alone.
  await row(page, untold).locator('.row-link').focus();
  await page.keyboard.press('d');
  const later = page.getByRole('dialog', { name: /^Decline/ });
  await later.getByLabel('Tell them').check();
  await expect(later).toContainText(untold);
  await page.keyboard.press('Escape');
  await select(page, untold);
  await decision(page, 'Decline').click();
  await later.getByLabel('Tell them').check();
  await later.getByRole('button', { name: 'Decline 1 applicant' }).click();
  await expect(notice(page)).toContainText(`${untold}: declined.`);
  await consoleSite.sendLetters();
  await expect.poll(counted).toEqual([1, 1, 1]);
});

test('a wave shows in the overview what became of its people, and each count leads to them', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const names = ['Wanda Wave', 'Will Wave'] as const;
  for (const name of names) await consoleSite.apply('creator', { name, city: 'Waverley' });
  await signedIn('/applicants?city=waverley');
  for (const name of names) await select(page, name);
  await decision(page, 'Shortlist').click();
  const dialog = page.getByRole('dialog', { name: 'Shortlist: 2 applicants' });
  await dialog.getByRole('button', { name: 'Shortlist 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: shortlisted.');
  await consoleSite.decide('joined', names[0]);
  await show(page, '/overview');
  const wave = page.getByRole('region', { name: 'Last waves' }).locator('tbody').first();
  await expect(wave).toContainText(/^Shortlisted, .+20+1$/);
  for (const width of [390, 320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const [region, table] = await page
      .locator('.overview-waves, .overview-waves table')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    expect(table).toBeLessThanOrEqual(region as number);
  }
  await wave.getByRole('link', { name: '1 of this wave: Joined' }).click();
  await expect(page.locator('.row-link')).toHaveText([names[0]]);
  await page.goBack();
  await wave.getByRole('link', { name: '2 of this wave: People' }).click();
  await expect(page.locator('.row-link')).toHaveCount(2);
  await page.getByRole('button', { name: 'Not only this wave' }).click();
  await expect(page).not.toHaveURL(/wave=/);
});

test('who is invited and was not told is told from the list of those, by the key and by a selection', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const names = ['Yara Early', 'Yves Early'] as const;
  for (const name of names) await consoleSite.apply('creator', { name, city: 'Yarra' });
  // For tomorrow: ten seconds may be over before the letters are taken out.
  await consoleSite.run('invite', '--city', 'yarra', '--yes', '--tell', 'tomorrow 10:00');
  // As if letters had been set up only since.
  await consoleSite.changeStore(
    "delete from jobs where kind = 'letter' and submission in (select sequence from applicants where city = 'Yarra')",
  );
  await signedIn('/applicants?city=yarra&told=not-told');
  await row(page, names[0]).locator('.row-link').focus();
  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Invite: 1 applicant' });
  await expect(dialog).toContainText('1 letter goes at once');
  await dialog.getByRole('button', { name: 'Invite 1 applicant' }).click();
  await expect(notice(page)).toContainText(`${names[0]}: invited.`);
  await expect(page.locator('.row-link')).toHaveText([names[1]]);
  await select(page, names[1]);
  await decision(page, 'Invite').click();
  await dialog.getByRole('button', { name: 'Invite 1 applicant' }).click();
  await expect(page.locator('.row-link')).toHaveCount(0);
  await consoleSite.sendLetters();
  const counted = () => names.map((name) => lettersTo(mail, name));
  await expect.poll(counted).toEqual([1, 1]);
});

test.describe('in a page of its own', () => {
  test.use({ ...firstVisit, expectedConsole: { anyOf: [/Failed to load resource/] } });

  test('new ones are announced and shown when asked for, and pages do not slip meanwhile', async ({
    page,
    consoleSite,
    signedIn,
  }) => {
    await page.clock.install();
    const apply = (name: string) => consoleSite.apply('creator', { name, city: 'Pageville' });
    const first = Array.from({ length: 130 }, (_, index) => `Paged ${twoLetters(index)}`);
    await Promise.all(first.map(apply));
    await signedIn('/applicants?city=pageville');
    await expect(page.locator('.page-total')).toHaveText('130 applicants');
    await expect(page.getByRole('row')).toHaveCount(101);
    await page.getByRole('row').nth(100).locator('.row-link').focus();

    await Promise.all(['Late x', 'Late y', 'Late z'].map(apply));
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect(page.getByRole('status')).toHaveText('3 new applicants', { timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole('row')).toHaveCount(101);
    // By the keys, past the last row of the first page.
    await page.keyboard.press('j');
    await expect(page.getByRole('row')).toHaveCount(131);
    expect((await page.locator('.row-link').allTextContents()).sort()).toEqual(first.sort());

    await page.getByRole('button', { name: '3 new applicants' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('Late');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
    await expect(page.getByRole('row').nth(1)).toContainText('Late x');
    const showMore = page.getByRole('button', { name: 'Show more' });
    await page.route('**/api/subjects', (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The list failed.' } }),
    );
    await showMore.click();
    await expect(page.getByRole('alert').filter({ hasText: 'The list failed.' })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(101);
    await page.unroute('**/api/subjects');
    await showMore.click();
    await expect(page.getByRole('row')).toHaveCount(134);
    await expect(page.getByRole('row').nth(133)).toContainText(first.at(-1) ?? '');
  });
});

test('a wave is everyone who matched, at a time, in one act: stopped, gone on with, and undone as a whole', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const names = Array.from({ length: 204 }, (_, index) => `Wave ${twoLetters(index)}`);
  const venues = ['Wave Bar', 'Wave Cafe'];
  const apply = (kind: 'creator' | 'venue') => (name: string) =>
    consoleSite.apply(kind, { name, city: 'Waveton' });
  await Promise.all([...names.map(apply('creator')), ...venues.map(apply('venue'))]);
  await signedIn('/applicants?city=waveton');
  await expect(page.locator('.page-total')).toHaveText('206 applicants');
  await apply('creator')('Wave Late');

  // By keyboard alone.
  const all = page.getByRole('checkbox', { name: 'Select all shown' });
  await all.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('All 100 shown are selected.')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Select all 206 that match' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('206 applicants selected')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByText('applicants selected')).toHaveCount(1);
  await all.check();
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('100 applicants');
  await page.getByRole('button', { name: 'Select all 206 that match' }).click();

  await page.keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Invite: 206 applicants' });
  await expect(dialog.getByRole('row', { name: 'Waveton' })).toHaveText('Waveton2042');
  await dialog.getByLabel('The letter goes').selectOption('On a day and hour…');
  await dialog.getByLabel('Day and hour in').fill(inTwoDays());
  await dialog.getByText('The invitation’s letter').click();
  await expect(dialog.frameLocator('iframe').locator('h1')).toBeVisible();
  await dialog.getByLabel('Note for all of them').fill('The first of Waveton');
  await dialog.getByRole('button', { name: 'Invite 206 applicants' }).press('Enter');
  await expect(dialog).toContainText('206 applicants: 204 creators, 2 venues');
  await expect(dialog).toContainText(/206 letters go on \d+ \w+, 10:00 \(Australia\/Sydney\)/);
  await expect(dialog.getByRole('button', { name: 'Back' }), 'a second Enter invites nobody').toBeFocused();
  await consoleSite.decide('decline', 'Wave Bar');

  let pass: (() => void) | undefined;
  await page.route('**/api/decideWave', async (route) => {
    await new Promise<void>((resolve) => {
      pass = resolve;
    });
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Yes, invite all 206' }).click();
  const running = page.getByRole('dialog', { name: 'Invite' });
  await expect(running.getByRole('button', { name: 'Stop', exact: true })).toBeFocused();
  await expect.poll(() => pass).toBeTruthy();
  await running.getByRole('button', { name: 'Stop', exact: true }).click();
  pass?.();
  await expect(running.getByRole('alert')).toContainText('Stopped.');
  await expect(running).toContainText('200 of 206');
  await page.unroute('**/api/decideWave');
  await running.getByRole('button', { name: 'Go on' }).click();
  await expect(notice(page)).toContainText(/^205 of 206: invited, will be told on \d+ \w+, 10:00\./);
  await expect(notice(page)).toContainText(/Wave Bar: decided about meanwhile: declined by/);
  await show(page, '/applicants?city=waveton&told=waiting');
  await expect(page.locator('.page-total')).toHaveText('205 applicants');
  await expect(page.getByRole('row').nth(1)).toContainText('will be told on');
  await show(page, '/applicants?city=waveton&state=new');
  await expect(page.locator('.row-link')).toHaveText(['Wave Late']);

  await page.keyboard.press('u');
  await expect(notice(page)).toContainText('Undone. 205: as before.', { timeout: 30_000 });
  await show(page, '/applicants?city=waveton&state=invited');
  await expect(page.getByText('No applicants in this view')).toBeVisible();
  expect(mail.received.some(({ to }) => to.includes('wave'))).toBe(false);

  // Later, from anybody of a wave; also when the notice is gone.
  await show(page, '/applicants?city=waveton&kind=creator');
  await expect(page.locator('.page-total')).toHaveText('205 applicants');
  await all.check();
  await page.getByRole('button', { name: 'Select all 205 that match' }).click();
  await decision(page, 'Shortlist').click();
  await page.getByRole('button', { name: 'Shortlist 205 applicants' }).click();
  await page.getByRole('button', { name: 'Yes, shortlist all 205' }).click();
  await expect(notice(page)).toContainText('205: shortlisted.', { timeout: 30_000 });
  await page.reload();
  await row(page, 'Wave Late').locator('.row-link').click();
  await page.getByRole('button', { name: 'Undo the wave…' }).click();
  await page.getByRole('button', { name: 'Undo the wave', exact: true }).click();
  await expect(notice(page)).toContainText('Undone. 205: as before.', { timeout: 30_000 });
  await expect(page.locator('.person-facts')).toContainText('New');
});

test('the first N of a view are who applied first, whatever its order, and are one wave', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const city = 'Firstville';
  for (const name of ['Uma One', 'Uma Two', 'Uma Three', 'Uma Four'])
    await consoleSite.apply('creator', { name, city });
  await consoleSite.apply('creator', { name: 'Uma One', city });
  await signedIn(`/applicants?city=${city}`);
  await expect(page.locator('.page-total')).toHaveText('4 applicants');
  await expect(page.locator('.row-link').first()).toHaveText('Uma One');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'First N…' }).click();
  const asked = page.getByRole('dialog', { name: 'The first of 4 applicants' });
  const many = asked.getByLabel('How many');
  await expect(many).toBeFocused();
  await many.fill('5');
  await many.press('Enter');
  await expect(asked, 'there are only four').toBeVisible();
  await many.fill('2');
  await many.press('Enter');
  await expect(page.getByRole('region', { name: 'Selected rows' })).toContainText('2 applicants selected');
  await expect(page.getByText('The first 2 who applied are selected.')).toBeVisible();
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Shortlist 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: shortlisted.');
  await show(page, `/applicants?city=${city}&state=shortlisted&sort=oldest`);
  await expect(page.locator('.row-link')).toHaveText(['Uma One', 'Uma Two']);
  await show(page, `/applicants?city=${city}&state=new&sort=oldest`);
  await expect(page.locator('.row-link')).toHaveText(['Uma Three', 'Uma Four']);
});

test('an export says how far it is, stops when told to, and has every row of a long view', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const city = 'Exportville';
  const names = Array.from({ length: 60 }, (_, index) => `Row ${twoLetters(index)}`);
  const bio = 'long '.repeat(900);
  await Promise.all(names.map((name) => consoleSite.apply('creator', { name, city, bio })));
  await signedIn(`/applicants?city=${city}`);
  await reloadUntil(page, () =>
    expect(page.locator('.page-total')).toHaveText('60 applicants', { timeout: 1_000 }),
  );

  // So far away that the file of 270 kB takes half a minute: it is stopped long before.
  const network = await page.context().newCDPSession(page);
  const limit = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: -1,
    });
  await network.send('Network.enable');
  await limit(10_000);
  const choice = 'What they sent, for a partner';
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: choice }).click();
  const progress = page.getByRole('progressbar', { name: 'Export' });
  await expect
    .poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.position > 0 && bar.position < 1))
    .toBe(true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(notice(page)).toContainText('The export was stopped.');
  await expect(progress).toHaveCount(0);

  await limit(-1);
  await page.getByRole('button', { name: 'Export' }).click();
  const csv = await download(page, choice);
  await expect(notice(page)).toContainText('60 applicants exported.');
  expect(names.filter((name) => !csv.includes(name))).toEqual([]);
});
