import { sourceHeader } from '#contract/wire.ts';
import {
  askToErase,
  decision,
  download,
  expect,
  lettersTo,
  notice,
  reloadUntil,
  row,
  show,
  test,
} from './console-fixtures.ts';
import { emailOf, inTwoDays } from './console-site.ts';

/** One person or message, what is held or refused, and the overview. */
test('a person: what was sent, notes, reply, download, and erasing with what it deletes', async ({
  page,
  consoleSite,
  opened,
}) => {
  const name = 'Zoe Leaving';
  await consoleSite.apply('creator', { name, bio: 'First\nlines' });
  await consoleSite.apply('creator', { name, bio: 'Second' });
  await opened(name, { name: 'Not Zoe', email: emailOf(name), tableNote: 'filled' });
  await expect(page.getByRole('heading', { level: 1 }), 'what is held names nobody').toHaveText(name);
  for (const level of [1, 2])
    await expect(page.getByRole('heading', { level }).first(), 'its face has no bold').toHaveCSS(
      'font-weight',
      '400',
    );
  await expect(page.getByText('applied 2×')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Application 3/ })).toContainText('Not Zoe');
  await expect(page.getByRole('region', { name: /^Newest application/ })).toContainText('Second');
  await expect(page.getByRole('region', { name: /^Application 1/ })).toContainText('First\nlines');
  await expect(page.getByRole('link', { name: 'Reply by mail' })).toHaveAttribute(
    'href',
    `mailto:${emailOf(name)}`,
  );

  await page.getByLabel('Note').fill('Knows the chef');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('blockquote')).toHaveText('Knows the chef');
  await page.getByLabel('Note').fill('Twice now');
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Twice now')).toBeVisible();

  await page.getByRole('button', { name: 'More' }).click();
  expect(await download(page, 'Download what is stored')).toContain('Knows the chef');

  const dialog = await askToErase(page);
  await expect(dialog).toHaveAccessibleName(`Erase ${name}`);
  await expect(dialog).toContainText('3 submissions, 1 decision, 1 note, 0 letters');
  await expect(dialog.getByRole('button', { name: 'Erase' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('erase');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(notice(page)).toContainText('Erased: 3 submissions, 1 decision, 1 note.');
  await expect(page.getByText('No applicants in this view')).toBeVisible();
});

test("the page of a message shows the writer's application, its letter and when, and leads there and back", async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const name = 'Nina Never';
  await consoleSite.apply('creator', { name });
  await consoleSite.decide('invite', name);
  await consoleSite.sendLetters();
  await expect.poll(() => lettersTo(mail, name)).toBe(1);
  await consoleSite.apply('contact', { name, email: emailOf(name).toUpperCase(), message: 'It never came' });
  await consoleSite.apply('venue', { name, tableNote: 'filled' });
  await signedIn('/messages?text=never+came');
  await page.getByRole('link', { name }).click();
  const others = page.getByRole('region', { name: 'Also from this address' });
  await expect(others.getByRole('listitem')).toHaveCount(2);
  await expect(others).toContainText(/Creator: Nina Never ?Invited ?told on \d+ \w+, \d\d:\d\d/);
  await expect(others).toContainText(/Venue: Nina Never ?quarantined/);
  await others.getByRole('link', { name: `Creator: ${name}` }).click();
  await expect(page.getByRole('region', { name: /^Application/ })).toBeVisible();
  await others.getByRole('link', { name: 'Message: It never came' }).click();
  await expect(page.getByRole('region', { name: /^Message/ })).toContainText('It never came');
});

test('an invitation is read before it goes, waits for its day and hour, which can be moved, is stopped by Reopen, goes again once, and may come back', async ({
  page,
  consoleSite,
  mail,
  opened,
}) => {
  const name = 'Tia Later';
  const facts = page.locator('.person-facts');
  const at = page.getByLabel('Day and hour in Australia/Sydney');
  const letters = page.getByRole('region', { name: /^Letters?$/ });
  const press = (verb: string) => page.getByRole('button', { name: verb, exact: true }).click();
  await opened(name);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.getByText('The invitation’s letter').click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  const letter = page.frameLocator('iframe');
  await expect(letter.locator('h1')).toContainText(name);
  await expect(letter.locator('h1')).toHaveCSS('font-weight', '400');
  await expect(letter.locator('body'), 'a style element is not refused').toHaveCSS('margin', '0px');
  await expect
    .poll(() => letter.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.locator('.letter pre')).toContainText(name);
  const origin = new URL(page.url()).origin;
  expect(requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  await page.getByLabel('The letter goes').selectOption('On a day and hour…');
  for (const [time, problem] of [
    ['', 'Choose a day and an hour'],
    ['2020-01-01T10:00', 'is over. Take a later time'],
    ['2027-10-03T02:30', 'the clocks skip that hour'],
  ] as const) {
    await at.fill(time);
    await press('Invite');
    await expect(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
    await expect(at).toBeFocused();
    await expect(facts).toContainText('New');
  }
  await at.fill(inTwoDays());
  await press('Invite');
  await expect(notice(page)).toContainText(/Tia Later: invited, will be told on \d+ \w+, 10:00\./);
  await expect(facts).toContainText(/will be told on \d+ \w+, 10:00/);
  await expect(letters).toContainText(/Waiting.*goes on/);
  await press('Another time…');
  const moving = page.getByRole('dialog', { name: 'Another time: 1 letter' });
  await moving.getByLabel('The letter goes').selectOption('On a day and hour…');
  await moving.getByLabel('Day and hour in Australia/Sydney').fill(inTwoDays().replace('T10', 'T12'));
  await moving.getByRole('button', { name: 'Set the time' }).click();
  await expect(notice(page)).toContainText(/1 letter goes on \d+ \w+, 12:00\./);
  await expect(facts).toContainText(/will be told on \d+ \w+, 12:00/);
  await show(page, '/overview');
  await expect(page.getByRole('region', { name: 'Sending' })).toContainText(/1 on \d+ \w+, 12:00/);
  await show(page, '/applicants?text=later');
  await expect(row(page, name)).toContainText(/will be told on \d+ \w+, 12:00/);
  await page.getByRole('combobox', { name: 'Told' }).selectOption('Letter waits');
  await expect(page).toHaveURL(/told=waiting/);
  await row(page, name).locator('.row-link').click();
  await press('Reopen');
  await expect(letters).toContainText('Cancelled');
  await expect(facts).not.toContainText('told');

  await press('Invite');
  await expect(notice(page)).toContainText(`${name}: invited.`);
  await consoleSite.sendLetters();
  await expect(facts).toContainText(/told on \d+ \w+, \d\d:\d\d/);
  expect(lettersTo(mail, name)).toBe(1);
  await press('Send the letter again');
  await expect(notice(page)).toContainText('The letter goes once more.');
  await consoleSite.sendLetters();
  await expect(page.getByText('It was sent again within the last day.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the letter again' })).toBeDisabled();
  expect(lettersTo(mail, name)).toBe(2);
  await expect(page.getByRole('blockquote').first()).toHaveText('The letter was sent again.');
  await show(page, '/applicants?text=later&told=told');
  await expect(row(page, name)).toContainText(/Invited.*told on/);
  await row(page, name).locator('.row-link').click();
  await press('It came back…');
  await page.getByLabel('What the bounce says').fill('No such mailbox');
  await press('It came back');
  await expect(facts).toContainText('not told: the letter came back (No such mailbox)');
  await expect(page.getByRole('button', { name: 'Send the letter again' })).toBeEnabled();
  await show(page, '/overview');
  await press('Letters came back…');
  await page.getByLabel('Addresses, one a line').fill(`${emailOf(name)}\nNobody <nobody@example.com>`);
  await press('They came back');
  await expect(notice(page)).toContainText('0 letters marked as come back.');
  await expect(notice(page)).toContainText(`Marked before: ${emailOf(name)}.`);
  await expect(notice(page)).toContainText('Not on the list: nobody@example.com.');
});

test('messages are read and marked answered; what is held is released or discarded', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  await consoleSite.apply('contact', { name: 'Lee Sender', message: 'A table for the press?' });
  for (const name of ['Spam One', 'Spam Two'])
    await consoleSite.apply('creator', { name, tableNote: 'filled' });
  await signedIn('/messages');
  await reloadUntil(page, () =>
    expect(row(page, 'Lee Sender')).toContainText('A table for the press?', { timeout: 1_000 }),
  );
  await page.getByRole('link', { name: 'Lee Sender' }).click();
  await expect(page.getByRole('region', { name: /^Message/ })).toContainText('A table for the press?');
  await expect(page.getByRole('link', { name: 'Reply by mail' })).toHaveAttribute(
    'href',
    `mailto:${emailOf('Lee Sender')}`,
  );
  await page.getByRole('button', { name: 'Mark answered' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Answered');
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('New');
  await expect(notice(page)).toContainText('Undone.');
  await page.keyboard.press('a');
  await page.getByRole('link', { name: '← Messages' }).click();
  await page.getByRole('link', { name: /^Answered/ }).click();
  const current = page.getByRole('navigation', { name: 'Review state' }).locator('[aria-current]');
  await expect(current).toHaveText([/^Answered/]);
  await expect(row(page, 'Lee Sender')).toContainText('Answered');

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

test('what Slack or the mail server refuses says why, and is sent again from its list or its page', async ({
  page,
  consoleSite,
  mail,
  signedIn,
}) => {
  const { slack } = consoleSite;
  const [first, second] = ['Paula Refused', 'Pia Refused'];
  slack.setFaultFor((payload) =>
    payload.includes('Refused') ? { kind: 'refused', code: 'invalid_payload' } : null,
  );
  mail.setFaultFor((to) => (to === emailOf(second) ? { at: 'recipient', status: 550 } : null));
  for (const name of [first, second]) await consoleSite.apply('creator', { name });
  await signedIn('/held?state=parked');
  const held = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  for (const name of [first, second])
    await reloadUntil(page, () =>
      expect(held(name)).toContainText('Slack could not read the message.', { timeout: 1_000 }),
    );
  slack.setFaultFor(null);
  await held(first).getByRole('checkbox').check();
  await decision(page, 'Retry').click();
  await expect(notice(page)).toContainText('1 message is due now.');
  await expect.poll(() => slack.messages.some(({ text }) => text.includes(first))).toBe(true);
  await expect(held(first)).toHaveCount(0);

  await held(second).getByRole('link', { name: second }).click();
  const message = page.locator('.delivery');
  await expect(message).toContainText('Message to Slack: parked');
  await expect(message).toContainText('invalid_payload');
  await message.getByRole('button', { name: 'Retry' }).click();
  await expect(notice(page)).toContainText('1 message is due now.');
  await expect(message).toContainText('Message to Slack: delivered');
  await expect(message.getByRole('button')).toHaveCount(0);

  await page.getByRole('button', { name: 'Invite' }).click();
  const letters = page.getByRole('region', { name: 'Letter' });
  await expect(letters).toContainText('Waiting');
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Invited');
  await consoleSite.sendLetters();
  await expect(letters).toContainText('Parked');
  await expect(letters).toContainText('550');
  mail.setFaultFor(null);
  await letters.getByRole('button', { name: 'Retry' }).click();
  await expect(notice(page)).toContainText('1 letter is due now.');
  await expect(letters).toContainText('Delivered');
  expect(lettersTo(mail, second)).toBe(1);
});

test('the overview says what is halted, parked and quarantined, and sends it again', async ({
  page,
  consoleSite,
  mail,
  opened,
}) => {
  const { slack } = consoleSite;
  const name = 'Hal Waiting';
  slack.setFaultFor((payload) => (payload.includes(name) ? { kind: 'refused', code: 'no_service' } : null));
  mail.setFaultFor(() => ({ at: 'recipient', status: 530 }));
  await opened(name);
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(notice(page)).toContainText(`${name}: invited.`);
  await consoleSite.sendLetters();

  const card = (title: string) =>
    page.locator('.sending').filter({ has: page.getByRole('heading', { name: title }) });
  const [applications, letters] = [card('Applications to Slack'), card('Letters')];
  await show(page, '/overview');
  await reloadUntil(page, async () => {
    await expect(applications).toContainText('The webhook was removed', { timeout: 1_000 });
    await expect(letters).toContainText('The mail server wants a login', { timeout: 1_000 });
  });
  await expect(applications).toContainText('no_service');
  // Also letters of tests before, whose ten seconds are not over.
  await expect(letters).toContainText(/Waiting\s*[1-9]/);
  await expect(applications.getByRole('link', { name: 'Parked' })).toBeVisible();
  await expect(applications.getByRole('link', { name: 'Quarantined' })).toBeVisible();

  slack.setFaultFor(null);
  mail.setFaultFor(null);
  await applications.getByRole('button', { name: 'Retry' }).click();
  await expect(notice(page)).toContainText(/due now/);
  await letters.getByRole('button', { name: 'Retry' }).click();
  await expect(applications).not.toContainText('no_service');
  await expect(letters).not.toContainText('wants a login');
  await expect.poll(() => slack.messages.some(({ text }) => text.includes(name))).toBe(true);
  await expect.poll(() => lettersTo(mail, name)).toBe(1);
});

test('the overview counts 12 weeks, a year and all, the cities, the funnel, and who decided how soon', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const ranges = page.getByRole('navigation', { name: 'Range' });
  const counted = async (range: string) => {
    await ranges.getByRole('link', { name: range }).click();
    await expect(ranges.locator('[aria-current]')).toHaveText([range]);
    await expect(page.locator('.overview')).toHaveAttribute('aria-busy', 'false');
    const label = await page.getByRole('img', { name: /^Applications a/ }).getAttribute('aria-label');
    return Number(/: ([\d,]+) in all/.exec(label ?? '')?.[1]?.replace(',', ''));
  };
  const invited = page
    .getByRole('row', { name: /^Invited/ })
    .getByRole('cell')
    .first();
  // So many that the city is among those with most applicants, whatever the tests before have stored.
  const names = [
    'Ola Recent',
    'Olly Winter',
    'Otto Older',
    ...[...'abcdefghi'].map((letter) => `Ora ${letter}`),
  ];
  for (const name of names) await consoleSite.apply('creator', { name, city: 'Overtown' });
  await signedIn('/applicants?city=overtown');
  await expect(page.getByRole('row')).toHaveCount(names.length + 1);
  const dayMs = 86_400_000;
  for (const [name, days] of [['Olly Winter', 200] as const, ['Otto Older', 500] as const])
    await consoleSite.changeStore(
      `update submissions set received_at = received_at - ${days * dayMs}
       where sequence = (select sequence from applicants where name_key = '${name.toLowerCase()}')`,
    );

  await show(page, '/overview');
  const recent = await counted('12 weeks');
  expect([await counted('A year'), await counted('All')]).toEqual([recent + 1, recent + 2]);
  await page.getByText('As a table').click();
  await expect(page.getByRole('columnheader', { name: 'Week from' })).toBeVisible();
  const overtown = page.getByRole('rowgroup').filter({ hasText: 'Overtown' });
  await expect(overtown.getByRole('row', { name: /^Creators/ })).toHaveText(/^Creators1200/);
  await expect(overtown.getByRole('row').first()).toHaveText(/^Overtown 12/);
  await expect(overtown.getByRole('row', { name: /^Venues/ }), 'nobody is there').toHaveCount(0);

  const before = Number(await invited.textContent());
  await page.getByRole('link', { name: '12 new creators in Overtown' }).click();
  await expect(page).toHaveURL(/city=Overtown&kind=creator&state=new/);
  await expect(page.getByRole('row')).toHaveCount(names.length + 1);
  await page.keyboard.press('j');
  await page.keyboard.press('i');
  await expect(notice(page)).toContainText('invited.');
  await show(page, '/overview');
  await expect(invited).toHaveText(String(before + 1));
  await expect(overtown.getByRole('row', { name: /^Creators/ })).toHaveText(/^Creators1101/);
  await expect(overtown).toContainText('no venue invited');
  const reviewer = page.getByRole('region', { name: 'By reviewer' }).getByRole('row').nth(1);
  await expect(reviewer).toContainText(/[1-9]/);
  await expect(page.getByText(/Median time to the first decision: .*(minute|hour|day)/)).toBeVisible();
});

test('the overview counts who applied and is invited by what led them to the site; the count leads to them, whose page says it', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  const led = { [sourceHeader]: 'utm_source=Overgram&utm_campaign=spring' };
  await consoleSite.apply('creator', { name: 'Olive Led' }, led);
  await consoleSite.apply('venue', { name: 'Oscar Led' }, led);
  await consoleSite.decide('invite', 'Oscar Led');
  await signedIn('/overview');
  const sources = page.getByRole('region', { name: 'By source' });
  await expect(sources.getByRole('row', { name: /^overgram/ })).toHaveText('overgram21');
  await sources.getByRole('link', { name: '2 led by overgram' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue('overgram');
  await page.getByRole('link', { name: 'Olive Led' }).click();
  await expect(page.getByText('Overgram, spring')).toBeVisible();
});
