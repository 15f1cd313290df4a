import {
  decision,
  expect,
  firstVisit,
  history,
  noteField,
  notice,
  row,
  show,
  test,
} from './console-fixtures.ts';

test('what is typed while the view changes stays', async ({ page, signedIn }) => {
  await signedIn();
  const search = page.getByRole('searchbox');
  // Slower than the pause after which a view is asked for, so that views change between the letters.
  await search.pressSequentially('melbourne bars ', { delay: 115 });
  await expect(search).toHaveValue('melbourne bars ');
  await expect(page).toHaveURL(/text=melbourne\+bars$/);
  await search.pressSequentially('by night', { delay: 115 });
  await expect(search).toHaveValue('melbourne bars by night');
  await expect(page).toHaveURL(/text=melbourne\+bars\+by\+night$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search).toHaveValue('');
  await search.fill('night');
  await expect(page).toHaveURL(/text=night$/);
  await show(page, '/applicants?text=day');
  await expect(search, 'a link').toHaveValue('day');
});

test('a second press on the same place makes no second decision', async ({ page, opened }) => {
  const name = 'Dora Doubleclick';
  await opened(name);
  for (const [verb, state] of [
    ['Shortlist', 'shortlisted'],
    ['Decline', 'declined'],
  ] as const) {
    const button = page.getByRole('button', { name: verb });
    const box = await button.boundingBox();
    if (box === null) throw new Error(`There is no place of ${verb}.`);
    const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await press();
    await press();
    await expect(notice(page)).toContainText(`${name}: ${state}.`);
    await expect(button).toBeDisabled();
    await press();
    await expect(history(page).getByText(new RegExp(`^${state}`, 'i'))).toHaveCount(1);
    await expect(notice(page), 'and can be undone').toContainText('Undo');
  }
});

test('a second press on the button of a wave starts no second wave', async ({
  page,
  consoleSite,
  signedIn,
}) => {
  for (const name of ['Wanda Once', 'Wilma Once'])
    await consoleSite.apply('creator', { name, email: `${name.replace(' ', '.')}@example.com` });
  await signedIn('/applicants?text=once');
  for (const name of ['Wanda Once', 'Wilma Once']) await row(page, name).getByRole('checkbox').check();
  const waves = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/decideWave')) waves.add(request.postDataJSON().waveId);
  });
  await decision(page, 'Shortlist').click();
  const verb = page.getByRole('dialog').getByRole('button', { name: 'Shortlist 2 applicants' });
  // Both before the first has closed the dialog.
  await verb.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(notice(page)).toContainText('2: shortlisted.');
  expect(waves.size).toBe(1);
  await notice(page).getByRole('button', { name: 'Undo all 2' }).click();
  await expect(row(page, 'Wanda Once')).toContainText('New');
});

test('a press after the answer to the one before, which the row does not show yet, is about what that one led to', async ({
  page,
  listed,
}) => {
  const name = 'Quinn Quick';
  await listed(name);
  await row(page, name).locator('.row-link').focus();
  await page.evaluate(() => {
    const read = Response.prototype.json;
    Response.prototype.json = async function (this: Response) {
      const answer: unknown = await read.call(this);
      if (this.url.endsWith('/api/decide')) {
        Response.prototype.json = read;
        void pressReopen();
      }
      return answer;
    };
    async function pressReopen() {
      // What follows an answer takes turns like these; the page is drawn only after all of them.
      for (let turn = 0; turn < 500; turn += 1) await null;
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
    }
  });
  await page.keyboard.press('s');
  await expect(notice(page)).toContainText(`${name}: new.`);
  await expect(row(page, name)).toContainText('New');
});

test('a note that is not sent yet is there again after a look at somebody else', async ({
  page,
  signedIn,
}) => {
  await signedIn('/applicants?city=Hobart');
  await page.getByRole('link', { name: 'Ivo Marsh' }).click();
  const note = noteField(page);
  await note.fill('Ask about the terrace.');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hana Reid' })).toBeVisible();
  await expect(note).toHaveValue('');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(note).toHaveValue('Ask about the terrace.');
  await note.fill('');
});

test('keys go on from a filter and after a dialog, and reopen', async ({ page, signedIn }) => {
  await signedIn('/applicants?city=Hobart');
  // Keys go to rows, which come after the filters.
  await expect(page.getByRole('link', { name: 'Ivo Marsh' })).toBeVisible();
  await page.getByLabel('Sort by').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Ivo Marsh' })).toBeFocused();
  for (const key of ['x', 'j', 'x', 's']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog', { name: 'Shortlist: 2 applicants' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('2: shortlisted.');
  await expect(page.getByRole('link', { name: 'Hana Reid' }), 'the row of before').toBeFocused();
  await page.keyboard.press('r');
  await expect(row(page, 'Hana Reid')).toContainText('New');
  await expect(row(page, 'Ivo Marsh')).toContainText('Shortlisted');
  await page.keyboard.press('k');
  await page.keyboard.press('r');
  await expect(row(page, 'Ivo Marsh')).toContainText('New');
  // The row shows it before it is stored, and other tests decide about the same person.
  await expect(notice(page)).toContainText('Ivo Marsh: new.');
});

test('a decision with nobody chosen asks to choose somebody first', async ({ page, signedIn }) => {
  await signedIn('/applicants');
  await page.keyboard.press('i');
  await expect(notice(page)).toContainText('Choose somebody first.');
});

test('on a phone the notice does not lie on the bar of the selected rows', async ({ page, signedIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedIn('/applicants');
  const newest = page.getByRole('row').nth(1);
  await newest.locator('.row-link').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('r');
  await expect(notice(page)).toContainText(': new.');
  await newest.getByRole('checkbox').check();
  for (const verb of ['Shortlist', 'Decline']) await decision(page, verb).click({ trial: true });
  await page.getByRole('button', { name: 'Select nothing' }).click();
});

test.describe('with a clock of its own', () => {
  test.use(firstVisit);

  test('an empty list shows who arrives', async ({ page, consoleSite, signedIn }) => {
    await page.clock.install();
    await signedIn('/applicants?city=Darwin');
    await expect(page.getByText('No applicants in this view')).toBeVisible();
    await consoleSite.apply('creator', { name: 'Dar Winner', city: 'Darwin' });
    // A question right after another gets its answer.
    await expect(async () => {
      await page.clock.fastForward(11_000);
      await expect(row(page, 'Dar Winner')).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });
});
