import { violations } from './axe.ts';
import { askToErase, download, expect, notice, row, show, test } from './console-fixtures.ts';

const sheet = (name: string) =>
  `Who,Email,Submitted at,Town\n${name},${name}@example.com,13/11/2026 9:15,Geelong\nBad,nobody,,\n`;

test('a spreadsheet is looked at, its columns are chosen, its people are imported and taken back', async ({
  page,
  consoleSite,
  signedIn,
  expectedConsole,
}) => {
  // The last sheet is refused.
  expectedConsole.anyOf = [/status of 422/];
  await signedIn('/add');
  const form = page.getByRole('region', { name: 'From a spreadsheet' });
  const buffer = Buffer.from(sheet('sheila'));
  await form.getByLabel('File').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await expect(form.getByRole('status')).toHaveText('1 new, 0 on the list already, 1 that cannot be taken.');
  await expect(form.getByText('Row 3, column B: Must be an email address.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Who', exact: true }).selectOption('name');
  await expect(form.getByRole('list', { name: 'The first people' })).toContainText(
    '13 Nov, 09:15 · new · sheila · sheila@example.com · Geelong',
  );
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Import 1 person' }).click();
  await expect(form.getByText('1 person imported.')).toBeVisible();

  await show(page, '/applicants?text=sheila');
  await row(page, 'sheila').locator('.row-link').first().click();
  await expect(page.getByText(/imported from list\.csv by/)).toBeVisible();

  await show(page, '/add');
  await form.getByLabel('File').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await expect(form.getByRole('status')).toHaveText('0 new, 1 on the list already, 1 that cannot be taken.');
  await expect(form.getByRole('button', { name: 'Import earlier days' })).toBeEnabled();
  const undated = Buffer.from('Email\nsheila@example.com\n');
  await form.getByLabel('File').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: undated });
  await expect(form.getByRole('button', { name: 'Import earlier days' })).toBeDisabled();

  const other = Buffer.from(sheet('otto'));
  await form.getByLabel('File').setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer: other });
  await form.getByRole('button', { name: 'Import 1 person' }).click();
  await form.getByRole('button', { name: 'Take the import back' }).click();
  await expect(form.getByText('1 person deleted.')).toBeVisible();

  // As if it had been broken off.
  await consoleSite.changeStore("update imports set ended_at = null where file = 'list.csv'");
  await show(page, '/imports');
  const listed = (file: string) => page.getByRole('listitem').filter({ hasText: file });
  await expect(listed('other.csv')).toContainText(/0 people \(creator\).*By .*, taken back\./);
  await expect(listed('other.csv').getByRole('button')).toHaveCount(0);
  await expect(listed('list.csv')).toContainText('not completed.');
  expect(await violations(page)).toEqual([]);
  await listed('list.csv').getByRole('link', { name: 'Go on' }).click();
  await form.getByLabel('File').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await form.getByRole('button', { name: 'Import 0 people' }).click();
  await expect(form.getByText('1 person imported.')).toBeVisible();
  await page.getByRole('link', { name: 'Imports' }).click();
  await expect(listed('list.csv')).toContainText(', completed.');
  await listed('list.csv').getByRole('button', { name: 'Take back…' }).click();
  await page.getByRole('button', { name: 'Delete 1 person' }).click();
  await expect(listed('list.csv')).toContainText('taken back.');
  await show(page, '/add');

  const binary = Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0]);
  await form.getByLabel('File').setInputFiles({ name: 'x.xlsx', mimeType: 'text/csv', buffer: binary });
  await expect(form.getByRole('alert')).toContainText('Save it as "CSV UTF-8"');
});

test('who has an earlier day in a second sheet shows it in the list, by which they have their place, and on their page', async ({
  page,
  signedIn,
}) => {
  await signedIn('/add');
  const form = page.getByRole('region', { name: 'From a spreadsheet' });
  const earlier =
    'Who,Email,Submitted at\nNew,new.beside@example.com,\nEva,early@example.com,2026-11-12 9:15\n';
  for (const [name, text] of [
    ['first.csv', sheet('early').replace('Who', 'Name')],
    ['second.csv', earlier],
  ] as const) {
    await form.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await form.getByRole('button', { name: 'Import 1 person' }).click();
    await expect(form.getByText('1 person imported.')).toBeVisible();
  }
  await show(page, '/applicants?text=early');
  await expect(page.locator('tbody')).toContainText('first on 12 Nov, 09:15');
  await page.getByRole('link', { name: 'early', exact: true }).click();
  await expect(page.getByText('applied first on 12 Nov, 09:15')).toBeVisible();
});

test('who came without a name is opened, and headed, by the address', async ({ page, signedIn }) => {
  await signedIn('/add');
  const form = page.getByRole('region', { name: 'From a spreadsheet' });
  const buffer = Buffer.from('Email\nunnamed@example.com\n');
  await form.getByLabel('File').setInputFiles({ name: 'bare.csv', mimeType: 'text/csv', buffer });
  await form.getByRole('button', { name: 'Import 1 person' }).click();
  await expect(form.getByText('1 person imported.')).toBeVisible();
  await show(page, '/applicants?text=unnamed');
  await page.locator('.row-link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('unnamed@example.com');
});

/** A sheet that no heading of which is known, with a date that may be read in two ways. */
const foreign = `Person,Reach,When,${'A long question of a form '.repeat(8)}\nVida,nobody yet,03/11/2026,${'word'.repeat(60)}\nWes,wes.foreign@example.com,04/11/2026,\n`;

for (const width of [390, 1280])
  test(`the columns of an unknown sheet are chosen by keyboard, on a page ${width} pixels wide`, async ({
    page,
    signedIn,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signedIn('/add');
    const form = page.getByRole('region', { name: 'From a spreadsheet' });
    const isWithin = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    await form
      .getByLabel('File')
      .setInputFiles({ name: 'foreign.csv', mimeType: 'text/csv', buffer: Buffer.from(foreign) });
    const columns = form.getByRole('group', { name: 'What each column holds' });
    await expect(columns.getByText('nobody yet · wes.foreign@example.com')).toBeVisible();
    await expect(form.getByRole('alert')).toContainText('which column holds the email addresses');
    await expect(columns.getByRole('option', { name: 'Venue name' })).toHaveCount(0);
    const when = columns.getByRole('combobox', { name: 'When', exact: true });
    await when.focus();
    await page.keyboard.type('When');
    await expect(when).toHaveValue('date');
    await expect(form.getByRole('alert').filter({ hasText: 'begin with the day' })).toBeVisible();
    await expect(when).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Email');
    await expect(columns.getByRole('combobox', { name: 'Reach' })).toHaveValue('email');
    const order = form.getByRole('combobox', { name: 'A date such as 03/11/2026 is read' });
    await order.focus();
    await page.keyboard.type('day');
    await expect(form.getByRole('status')).toContainText(
      '1 new, 0 on the list already, 1 that cannot be taken.',
    );
    await expect(order).toBeFocused();
    expect(await isWithin()).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(await download(page, 'Download the rows that cannot be taken')).toContain(
      'nobody yet,03/11/2026,',
    );
    const columnBoxes = await columns
      .getByRole('combobox')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    for (const [place, box] of columnBoxes.entries())
      for (const other of columnBoxes.slice(place + 1))
        expect(other.left >= box.right || other.top >= box.bottom || other.right <= box.left).toBe(true);
  });

test('a sheet whose answer did not arrive is not sent again by itself', async ({
  page,
  signedIn,
  expectedConsole,
}) => {
  expectedConsole.anyOf = [/status of 504/];
  await signedIn('/add');
  const sent: string[] = [];
  await page.route(/\/api\/(read|import)Sheet$/, (route) => {
    sent.push(new URL(route.request().url()).pathname);
    return sent.length === 2 ? route.fallback() : route.fulfill({ status: 504, body: 'Gateway timeout' });
  });
  const form = page.getByRole('region', { name: 'From a spreadsheet' });
  const list = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet('petra')) };
  const failure = form.getByRole('alert').filter({ hasText: 'did not arrive' });
  await form.getByLabel('File').setInputFiles(list);
  await expect(failure).toBeVisible();
  await form.getByLabel('File').setInputFiles({ ...list, name: 'again.csv' });
  await form.getByRole('button', { name: 'Import 1 person' }).click();
  await expect(failure).toBeVisible();
  expect(sent).toEqual(['/api/readSheet', '/api/readSheet', '/api/importSheet']);
});

test('one person is added by hand, with the checks of the form, and once', async ({ page, signedIn }) => {
  await signedIn('/add');
  const form = page.getByRole('region', { name: 'One person' });
  await form.getByLabel('Who it is').selectOption('venue');
  await form.getByLabel('Email').fill('nobody');
  await form.getByLabel('Venue name').fill('Bar Added');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('Must be an email address.');
  await form.getByLabel('Email').fill('bar.added@example.com');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await form.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByText(/added by/)).toBeVisible();

  await show(page, '/add');
  await form.getByLabel('Email').fill('bar.added@example.com');
  await form.getByLabel('Who it is').selectOption('venue');
  await form.getByLabel('Email').fill('Bar.Added@example.com');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('status')).toContainText('on the list already');
});

test('whoever asked to be erased is added only when the team says so', async ({ page, signedIn }) => {
  await signedIn('/add');
  const form = page.getByRole('region', { name: 'One person' });
  const add = async () => {
    await form.getByLabel('Email').fill('erased.added@example.com');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add();
  await form.getByRole('link', { name: 'Open' }).click();
  const dialog = await askToErase(page);
  await dialog.getByRole('textbox').fill('erase');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(notice(page)).toContainText('Erased: 1 submission');
  await show(page, '/add');
  await add();
  await expect(form.getByRole('status')).toContainText('They asked to be erased.');
  await form.getByLabel('They want to be on the list again').check();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('status')).toContainText('Added.');
});
