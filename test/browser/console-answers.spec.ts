import type { Page, Route } from '@playwright/test';
import {
  askToErase,
  decision,
  expect,
  history,
  noteField,
  notice,
  row,
  select,
  show,
  test,
  viewShown,
} from './console-fixtures.ts';

test.use({ expectedConsole: { anyOf: [/Failed to load resource/, /net::ERR/] } });

/** What something between the page and the console answers after the console has done its work. */
const lostAnswers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'a 502 with a page': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502' }),
  'a sign-in page': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Hello' }),
  "a proxy's JSON": (route) => route.fulfill({ status: 503, json: { message: 'no upstream' } }),
  'an answer that is cut': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"outcomes": [' }),
  'a cut connection': (route) => route.abort(),
};

/** The console gets these calls; their answers are lost until this is called. */
async function loseAnswers(page: Page, call: string, answer = lostAnswers['a 502 with a page']) {
  let isLosing = true;
  await page.route(`**/api/${call}`, async (route) => {
    if (!isLosing) return route.continue();
    await route.fetch();
    await answer?.(route);
  });
  return () => {
    isLosing = false;
  };
}

// Each has a test of its own: every lost answer costs a second of waiting before it is asked for again.
for (const [index, [what, lost]] of Object.entries(lostAnswers).entries()) {
  test(`${what} in place of the answer: what was decided is shown, and can be undone`, async ({
    page,
    listed,
  }) => {
    const who = `Lotta Lost${'abcde'.charAt(index).repeat(3)}`;
    await listed(who);
    await expect(row(page, who)).toBeVisible();
    await viewShown(page);
    const pass = await loseAnswers(page, 'decide', lost);
    // What was not answered is sent again only while the page is shown.
    await page.bringToFront();
    await page.keyboard.press('j');
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('not known');
    await expect(notice(page)).not.toContainText('Nothing was decided');
    await expect(row(page, who)).toContainText('Declined');
    pass();
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await expect(notice(page)).toContainText(`Undone. ${who}: new again.`);
    await row(page, who).locator('.row-link').click();
    await expect(history(page).getByText(/^(Declined|New)/)).toHaveText(['New', 'Declined']);
  });
}

test('a note whose answers are lost stays typed, and is stored once', async ({ page, opened }) => {
  await opened('Nora Noted');
  const pass = await loseAnswers(page, 'addNote');
  await noteField(page).fill('Knows the chef.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(notice(page)).toContainText('may have been done');
  await expect(noteField(page)).toHaveValue('Knows the chef.');
  pass();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(notice(page)).toContainText('The note is stored.');
  await expect(noteField(page)).toHaveValue('');
  await expect(history(page).getByRole('blockquote')).toHaveText(['Knows the chef.']);
});

test('a note that went with a decision whose answers are lost is stored once, and pressed again it says so', async ({
  page,
  opened,
}) => {
  await opened('Nina Noted');
  const pass = await loseAnswers(page, 'decide');
  await noteField(page).fill('A good eye.');
  await page.getByRole('button', { name: 'Shortlist' }).click();
  await expect(notice(page)).toContainText('not known');
  pass();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(notice(page)).toContainText('The note is stored.');
  await expect(noteField(page)).toHaveValue('');
  await expect(history(page).getByRole('blockquote')).toHaveText(['A good eye.']);
});

test('an erasure and a release whose answers are lost never say that nothing was done', async ({
  page,
  consoleSite,
  opened,
}) => {
  const held = 'Hetty Held';
  await consoleSite.apply('creator', { name: held, tableNote: 'filled' });
  await opened('Greta Gone');
  const dialog = await askToErase(page);
  await dialog.getByRole('textbox').fill('erase');
  const passErase = await loseAnswers(page, 'erase');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(dialog.getByRole('alert')).toContainText('may have been done');
  passErase();
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(notice(page)).toContainText('Erased: 1 submission');

  await show(page, '/held');
  await page.getByRole('checkbox', { name: new RegExp(held) }).check();
  let isFirst = true;
  await page.route('**/api/release', async (route) => {
    const answer = await route.fetch();
    await (isFirst ? route.abort() : route.fulfill({ response: answer }));
    isFirst = false;
  });
  await decision(page, 'Release').click();
  await expect(notice(page)).toContainText('1 submission released.');
});

test('a typed note stays when another reviewer was first, when the answer is lost, and when the session ends', async ({
  page,
  context,
  consoleSite,
  sessionCookie,
  opened,
}) => {
  const name = 'Tilda Typed';
  await opened(name);
  await noteField(page).fill('A good eye.');
  await consoleSite.decide('shortlist', name);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(notice(page)).toContainText('decided about meanwhile');
  await expect(noteField(page)).toHaveValue('A good eye.');

  const cut = await loseAnswers(page, 'addNote', lostAnswers['a cut connection']);
  await page.route('**/api/decide', (route) => route.abort());
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(notice(page)).toContainText('not known');
  await expect(noteField(page)).toHaveValue('A good eye.');
  cut();
  await page.unroute('**/api/decide');

  await context.clearCookies();
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await context.addCookies([sessionCookie]);
  await page.reload();
  await expect(noteField(page)).toHaveValue('A good eye.');

  // Leaves the field, and decides: with the note.
  await noteField(page).press('Escape');
  await page.keyboard.press('d');
  await expect(notice(page)).toContainText(`${name}: declined.`);
  await expect(noteField(page)).toHaveValue('');
  await expect(history(page).getByRole('blockquote')).toHaveText(['A good eye.']);
});

test('a note for many stays when its dialog is left or others were first', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const names = ['Manny Both', 'Mona Both'];
  for (const name of names) await consoleSite.apply('creator', { name });
  await signedIn('/applicants?text=both');
  const ask = async () => {
    for (const name of names) await select(page, name);
    await decision(page, 'Decline').click();
    return page.getByRole('dialog');
  };
  const note = (await ask()).getByRole('textbox');
  await note.fill('Full already.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select nothing' }).click();
  for (const name of names) await consoleSite.decide('shortlist', name);
  const dialog = await ask();
  await expect(note).toHaveValue('Full already.');
  await dialog.getByRole('button', { name: 'Decline 2 applicants' }).click();
  await expect(notice(page)).toContainText('Nothing was decided.');
  await ask();
  await expect(note).toHaveValue('Full already.');
  await dialog.getByRole('button', { name: 'Decline 2 applicants' }).click();
  await expect(notice(page)).toContainText('2: declined.');
});

test('a key that is held down acts once', async ({ page, listed }) => {
  const name = 'Holly Held Key';
  await listed(name);
  await expect(row(page, name)).toContainText('New');
  const hold = async (key: string) => {
    for (let times = 0; times < 5; times += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
  };
  const sent: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/api/decide') && sent.push(request.postDataJSON()));
  await page.keyboard.press('j');
  await hold('x');
  await expect(page.getByRole('checkbox', { name: `Select ${name}` })).toBeChecked();
  await hold('d');
  await expect(notice(page)).toContainText(`${name}: declined.`);
  await hold('u');
  await expect(notice(page)).toContainText('Undone.');
  await row(page, name).locator('.row-link').focus();
  await hold('Enter');
  await page.getByRole('button', { name: 'Shortlist' }).focus();
  await hold('Enter');
  await expect(notice(page)).toContainText(`${name}: shortlisted.`);
  await notice(page).getByRole('button', { name: 'Undo' }).focus();
  await hold('Enter');
  await expect(notice(page)).toContainText('Undone.');
  expect(sent).toHaveLength(4);
});

test('what people typed leads where it says, and shows its ASCII form where it is not ASCII', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const city = 'Linkville';
  const [linked, unlinked] = ['Linked cyrillic', 'Linked nowhere'];
  for (const [name, website] of [
    [linked, 'https://b\u0430nk.example/'],
    [unlinked, 'https://bank.example@evil.example/'],
  ] as const)
    await consoleSite.apply('venue', { name, city, website });
  await consoleSite.apply('creator', {
    name: 'Linked umlaut',
    email: "o'neil+list@b\u00fccher.example",
    city,
  });
  await signedIn(`/applicants?city=${city}&columns=email`);
  await expect(row(page, 'Linked umlaut')).toContainText('xn--bcher-kva.example');
  await page.getByRole('link', { name: linked }).click();
  await expect(page.locator('dd a[href="https://xn--bnk-6cd.example/"]')).toHaveText(
    'https://xn--bnk-6cd.example/',
  );
  await page.goBack();
  await page.getByRole('link', { name: unlinked }).click();
  const value = page.locator('dd').filter({ hasText: 'https://bank.example@evil.example/' });
  await expect(value).toBeVisible();
  await expect(value.getByRole('link')).toHaveCount(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Linked umlaut' }).click();
  await expect(page.getByRole('link', { name: 'Reply by mail' })).toHaveAttribute(
    'href',
    "mailto:o'neil%2Blist@xn--bcher-kva.example",
  );
});

test('a shown letter that cannot be read again gives way to the reason, until it can', async ({
  page,
  opened,
}) => {
  await opened('Paula Preview');
  const letter = page.getByText('The invitation’s letter');
  await letter.click();
  await expect(page.locator('iframe')).toBeVisible();
  await letter.click();
  await page.route('**/api/letterPreview', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The store does not answer.' } }),
  );
  await letter.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The store does not answer.' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.unroute('**/api/letterPreview');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('iframe')).toBeVisible();
});
