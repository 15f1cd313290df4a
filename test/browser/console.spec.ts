import { expect, history, notice, pressSignIn, row, show, test } from './console-fixtures.ts';
import { sharedWord } from './console-site.ts';

test('by keyboard alone, from a sign-in link to an undone decision', async ({ page, consoleSite }) => {
  await page.goto(await consoleSite.signInLink());
  await expect(page.getByRole('button', { name: 'Sign in to the console' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
  expect(new URL(page.url()).hash, 'the link is not kept').toBe('#/applicants');

  // The newest application first: Ada, who applied again.
  await show(page, `/applicants?text=${sharedWord}`);
  await expect(page.getByRole('row')).toHaveCount(10);
  await expect(page.getByRole('row').nth(1)).toContainText('Ada Nguyenapplied 2×');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Ada Nguyen' })).toBeFocused();
  for (let down = 0; down < 4; down += 1) await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'Giang Silva' })).toBeFocused();

  await page.keyboard.press('o');
  await expect(notice(page)).toContainText('Giang Silva: joined.');
  await page.keyboard.press('u');
  await expect(notice(page)).toContainText('Undone. Giang Silva: new again.');
  await page.keyboard.press('s');
  await expect(row(page, 'Giang Silva')).toContainText('Shortlisted');
  await expect(notice(page)).toContainText('Giang Silva: shortlisted.');
  await expect(page.getByRole('status')).toHaveText('Giang Silva: shortlisted.');
  await page.keyboard.press('u');
  await expect(notice(page)).toContainText('Undone. Giang Silva: new again.');
  await expect(row(page, 'Giang Silva')).toContainText('New');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Giang Silva' })).toBeFocused();
  const decided = history(page).getByRole('listitem');
  await expect(decided.nth(0)).toContainText('New by');
  await expect(decided.nth(1)).toContainText('Shortlisted by');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'Fatima Ito' })).toBeFocused();
  await page.keyboard.press('Escape');
  // The row of whoever was shown last.
  await expect(page.getByRole('link', { name: 'Fatima Ito' })).toBeFocused();

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

test('decisions that follow each other faster than their answers are all made, and the last can be undone', async ({
  page,
  signedIn,
}) => {
  await signedIn('/applicants?city=Brisbane');
  const eero = row(page, 'Eero Costa');
  await expect(eero).toContainText('New');
  const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/decide', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.keyboard.press('j');
  for (const key of 'susd') await page.keyboard.press(key);
  await expect(eero).toContainText('Declined');

  const shown: string[] = [];
  await page.exposeFunction('onState', (state: string) => shown.push(state));
  await eero.locator('.state').evaluate((mark) => {
    const tell = () => (globalThis as unknown as { onState(text: string): void }).onState(mark.textContent);
    new MutationObserver(tell).observe(mark, { characterData: true, childList: true, subtree: true });
  });
  answer();
  await expect(notice(page)).toContainText('Eero Costa: declined.');
  expect(shown, 'no answer shows what was decided before').toEqual([]);
  await page.keyboard.press('u');
  await expect(notice(page)).toContainText('Undone. Eero Costa: shortlisted again.');

  await page.keyboard.press('Enter');
  const decided = history(page).getByRole('listitem');
  await expect(decided).toHaveCount(6);
  await expect(decided.nth(0)).toContainText('Shortlisted by');
  await page.keyboard.press('u');
  await expect(notice(page)).toContainText('There is nothing to undo.');
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
    await pressSignIn(page);
    await expect(page.getByRole('row')).not.toHaveCount(0);
    // Who is signed in needs no other link.
    await page.goto('about:blank');
    await page.goto(link);
    await pressSignIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
    await show(page, '/applicants?city=Perth');
    await expect(page.getByRole('row')).toHaveCount(2);
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('npm run waitlist -- sign-in')).toBeVisible();
    expect(page.url()).toContain('city=Perth');

    await show(page, new URL(link).hash);
    await pressSignIn(page);
    await expect(page.getByRole('alert')).toContainText('used already');
    await show(page, new URL(await consoleSite.signInLink()).hash);
    await pressSignIn(page);
    await expect(page.getByRole('row')).not.toHaveCount(0);

    await show(page, '#/applicants?text=Grace');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).not.toHaveURL(/Grace/);
  });
});

test('a link that is loaded and not pressed signs nobody in, and works for the person who opens it then', async ({
  browser,
  page,
  consoleSite,
}) => {
  const link = await consoleSite.signInLink();
  const scanner = await browser.newPage();
  const calls: string[] = [];
  scanner.on('request', (request) => calls.push(request.method()));
  await scanner.goto(link);
  await expect(scanner.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await scanner.waitForLoadState('networkidle');
  expect(calls).not.toContain('POST');
  expect(await scanner.context().cookies()).toEqual([]);
  await scanner.close();
  await page.goto(link);
  await pressSignIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Applicants' })).toBeVisible();
});

test.describe('without the server', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

  test('a used link says so at once, also when who is signed in cannot be asked', async ({
    page,
    context,
    consoleSite,
  }) => {
    const link = await consoleSite.signInLink();
    await page.goto(link);
    await pressSignIn(page);
    await expect(page.getByRole('row')).not.toHaveCount(0);
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(link);
    let asked = 0;
    await page.route('**/api/session', (route) => {
      asked += 1;
      return route.abort();
    });
    await pressSignIn(page);
    await expect(page.getByRole('alert')).toContainText('used already');
    expect(asked, 'a repetition would keep them waiting').toBe(1);
  });

  test('a decision whose answer is lost is sent again and made once; one that is never answered is taken back', async ({
    page,
    signedIn,
  }) => {
    await signedIn('/applicants?city=Perth');
    const dinesh = row(page, 'Dinesh Okafor');
    await expect(dinesh).toContainText('New');
    // One route for all: with one that expires and then another, a request was let by in 1 of 30 runs.
    let mode: 'lose the answer' | 'pass' | 'cut' = 'lose the answer';
    await page.route('**/api/decide', async (route) => {
      if (mode === 'pass') return route.continue();
      if (mode === 'lose the answer') {
        mode = 'pass';
        await route.fetch();
      }
      await route.abort();
    });
    await page.keyboard.press('j');
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('Dinesh Okafor: declined.');
    await page.keyboard.press('u');
    await expect(notice(page)).toContainText('Undone.');
    await expect(dinesh).toContainText('New');

    mode = 'cut';
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText('What was decided is not known');
    await expect(dinesh).toContainText('New');
  });
});
