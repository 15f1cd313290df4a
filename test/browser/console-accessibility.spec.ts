import type { Page } from '@playwright/test';
import type { ConsoleAnswers } from '#server/admin/create-console-api.ts';
import { violations } from './axe.ts';
import {
  askToErase,
  decision,
  expect,
  notice,
  pressSignIn,
  show,
  test,
  viewShown,
} from './console-fixtures.ts';

const withAllColumns = 'columns=kind,email,handle,venueName,city,received,applications,decided,letter';
const views = [
  '/applicants',
  `/applicants?from=2026-01-01&to=2099-12-31&${withAllColumns}`,
  '/applicants?text=nobodyhere',
  '/messages',
  '/held',
  '/held?state=parked',
  '/overview',
];

/** Where the styles of a narrow window differ most. */
const ofNarrow = ['/applicants', 'person'];

/** As if the view had 60 people and a next page. Their decisions wait for the function that it answers, and are not made. */
async function pretendMany(page: Page): Promise<() => void> {
  const { promise: isLetOn, resolve } = Promise.withResolvers<void>();
  const change = <Call extends 'subjects' | 'wavePlan'>(
    call: Call,
    edit: (answer: ConsoleAnswers[Call]) => ConsoleAnswers[Call],
  ) =>
    page.route(`**/api/${call}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: edit(await answer.json()) });
    });
  await change('subjects', (answer) => ({ ...answer, next: 'more' }));
  await change('wavePlan', (answer) => ({
    ...answer,
    people: 60,
  }));
  await page.route('**/api/decideWave', async (route) => {
    await isLetOn;
    await route.fulfill({ json: { decided: 60, left: 0, leftAlone: [], leftAloneCount: 0 } });
  });
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  return resolve;
}

/** By how many CSS pixels the view is wider than the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [320, 256],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

    test('axe finds nothing, and nothing is wider than the window', async ({
      page,
      consoleSite,
      signedIn,
    }) => {
      const look = async (state: string) => {
        // Narrower windows have the same elements.
        if (width === 1280 || ofNarrow.includes(state)) expect(await violations(page), state).toEqual([]);
        expect(await overflow(page), `${state}: wider than the window`).toBeLessThanOrEqual(0);
      };
      const check = async (state: string) => {
        await viewShown(page);
        await look(state);
      };
      await consoleSite.apply('contact', { name: 'Kit Asking' });
      await consoleSite.apply('creator', { name: 'Held Person', tableNote: 'x' });
      await signedIn();
      for (const view of views) {
        await show(page, view);
        await check(view);
      }
      await page.getByText('As a table').click();
      await check('a table behind a chart');

      await show(page, '/applicants');
      if (width < 700) await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await check('selected');
      await page.getByRole('button', { name: 'First N…' }).click();
      await check('the first N');
      await page.getByRole('button', { name: 'Cancel' }).click();
      const goOn = await pretendMany(page);
      await page.getByRole('button', { name: /^Select all \d+ that match/ }).click();
      await check('all that match');
      await decision(page, 'Invite').click();
      await page.getByLabel('The letter goes').selectOption('On a day and hour…');
      await page.getByLabel('Day and hour in').fill('2020-01-01T10:00');
      await page.getByRole('button', { name: 'Invite 60 applicants' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'is over' })).toBeVisible();
      await check('a wave with a wrong time');
      await page.getByLabel('The letter goes').selectOption('At once, ten seconds later');
      await page.getByRole('button', { name: 'Invite 60 applicants' }).click();
      await check('a wave that is asked about again');
      await page.getByRole('button', { name: 'Yes, invite all 60' }).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      await look('a wave that runs');
      goOn();
      await expect(notice(page)).toContainText('invited');
      await page.getByRole('button', { name: 'Close the notice' }).click();
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await decision(page, 'Decline').click();
      await check('deciding');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Select nothing' }).click();
      await page.getByRole('button', { name: 'Columns' }).click();
      await check('columns');
      await page.keyboard.press('Escape');

      await page.getByRole('link', { name: 'Ada Nguyen' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Ada Nguyen' })).toBeVisible();
      await check('person');
      await page.getByLabel('The letter goes').selectOption('On a day and hour…');
      await check('person with a time');
      await expect(await askToErase(page)).toContainText('Deleted');
      await check('erasing');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await check('keys');
    });
  });
}

test.describe('without a session', () => {
  test.use({ viewport: { width: 320, height: 256 }, expectedConsole: { anyOf: [/status of 401/] } });

  test('axe finds nothing in the sign-in view', async ({ page }) => {
    await page.goto('/#/sign-in/none');
    expect(await violations(page)).toEqual([]);
    await pressSignIn(page);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});

test.describe('what goes wrong', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource/] } });

  test('axe finds nothing in an error, an overtaken decision, without the server, and in an ended session', async ({
    page,
    context,
    consoleSite,
    signedIn,
  }) => {
    const [first, second] = ['Una Overtaken', 'Uri Decided'];
    for (const name of [first, second]) await consoleSite.apply('creator', { name });
    await signedIn('/applicants?text=over+un');
    await page.getByRole('row').nth(1).getByRole('checkbox').focus();
    await consoleSite.decide('shortlist', first);
    await page.keyboard.press('d');
    await expect(notice(page)).toContainText(/decided about meanwhile: shortlisted by/);
    expect(await violations(page), 'decided about meanwhile').toEqual([]);

    const answer = (status: number, code: string) =>
      page.route('**/api/overview', (route) =>
        route.fulfill({ status, json: { code, message: 'The store does not answer.' } }),
      );
    await answer(500, 'INTERNAL');
    await show(page, '/overview');
    await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
    expect(await violations(page), 'an error').toEqual([]);
    await page.unroute('**/api/overview');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Funnel' })).toBeVisible();

    await show(page, '/applicants?text=decided');
    await page.getByRole('row').nth(1).locator('.row-link').focus();
    await context.setOffline(true);
    await page.keyboard.press('s');
    await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
    await expect(notice(page)).toContainText('What was decided is not known');
    expect(await violations(page), 'without the server').toEqual([]);
    await context.setOffline(false);

    await context.clearCookies();
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('row'), 'nobody is shown any more').toHaveCount(0);
    expect(await violations(page), 'an ended session').toEqual([]);
  });
});

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

  test('states, the current view, the selection and the bars are still told apart', async ({
    page,
    signedIn,
  }) => {
    await signedIn('/applicants?kind=creator');
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    const styleOf = (selector: string, ...properties: string[]) =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, names) => names.map((name) => getComputedStyle(element).getPropertyValue(name)).join(' '),
          properties,
        );
    const parts = ['border-bottom', 'outline', 'text-decoration-line', 'background-color'] as const;
    expect(await styleOf('.bar nav [aria-current]', ...parts), 'the current view').not.toBe(
      await styleOf('.bar nav a:not([aria-current])', ...parts),
    );
    expect(await styleOf('.states [aria-current]', ...parts), 'the current state').not.toBe(
      await styleOf('.states a:not([aria-current])', ...parts),
    );
    await expect(page.getByRole('row').nth(1).getByRole('checkbox')).toBeChecked();
    await expect(page.getByRole('row').nth(1)).toContainText(/New|Invited|Declined|Shortlisted/);
    expect(await violations(page)).toEqual([]);

    await show(page, '/overview');
    await expect(page.locator('.chart-bars rect').first()).toBeVisible();
    const fills = [await styleOf('.chart-bars [data-kind=creator]', 'fill')];
    fills.push(
      await styleOf('.chart-bars [data-kind=venue]', 'fill'),
      await styleOf('body', 'background-color'),
    );
    expect(new Set(fills).size, fills.join(', ')).toBe(3);
    expect(await violations(page)).toEqual([]);
  });
});
