import { readFile } from 'node:fs/promises';
import { addInvitedPerson } from '#test/invited-person.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { violations } from './axe.ts';
import { expect, sidewaysOverflow, test } from './fixtures.ts';

const coming = { name: "I'm coming" };
const notNow = { name: 'Not now' };

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('an invitation is answered by a press, says what was taken, and takes another answer', async ({
      page,
      testSite,
    }) => {
      await using invited = await addInvitedPerson(testSite.program);
      await page.goto(invited.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Are you coming?');
      await expect(page.getByText('You are on the list of Entrée, as a creator.')).toBeVisible();
      await page.getByLabel('A sentence for us').fill('With a friend.');
      await page.getByRole('button', coming).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're coming.");
      await expect(
        page.getByText(/Your answer of \d+ \w+ \d{4}.*: coming, with your sentence\./),
      ).toBeVisible();
      await expect(page).toHaveURL(invited.path);
      await page.getByRole('button', notNow).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not now, then.');
      await page.reload();
      await page.goBack();
      expect(await invited.readAnswers()).toEqual(['coming', 'not-now']);
    });
  });

test('an opened link answers nothing, also in a browser that runs scripts and follows every hint', async ({
  page,
  testSite,
}) => {
  await using invited = await addInvitedPerson(testSite.program, { kind: 'venue' });
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(request.url());
    // To its own site Chromium names the page when it fetches the fonts of an inline sheet, whatever the policy is.
    expect(request.url()).toContain(testSite.url);
  });
  await page.goto(invited.path);
  await expect(page.getByText('Your venue is on the list of Entrée.')).toBeVisible();
  await page.mouse.wheel(0, 10_000);
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Contact' }).first().hover();
  await page.waitForLoadState('networkidle');
  const [request] = await Promise.all([
    page.waitForRequest(/\/contact$/),
    page.getByRole('link', { name: 'Contact' }).first().click(),
  ]);
  expect(await request.allHeaders()).not.toHaveProperty('referer');
  expect(posts).toEqual([]);
  expect(await invited.readAnswers()).toEqual([]);
  expect(testSite.log()).not.toContain(invited.path.slice(-43));
});

test.describe('closed', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource.*404/] } });

  test('every state of the page is complete for axe, at each width, and nothing is cut off at 320 px', async ({
    page,
    testSite,
  }) => {
    await using invited = await addInvitedPerson(testSite.program);
    const { store, about } = invited;
    // The answer must have arrived before the page is opened again.
    const answer = async (button: { name: string }, heading: string) => {
      await page.getByRole('button', button).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    };
    const states: [string, () => Promise<unknown>][] = [
      ['Are you coming?', async () => null],
      ["You're coming.", () => answer(coming, "You're coming.")],
      ['Not now, then.', () => answer(notNow, 'Not now, then.')],
      ["You're in.", () => store.decide(newDecision(about, { to: 'joined' }))],
      ['No longer open.', () => store.decide(newDecision(about, { to: 'new' }))],
    ];
    await page.goto(invited.path);
    for (const [heading, lead] of states) {
      await lead();
      await page.goto(invited.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page), `${heading} at ${width}`).toEqual([]);
        expect(await sidewaysOverflow(page), `${heading} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click();
    await expect(page).toHaveURL('/contact');
  });
});

test('the page stands in no navigation, footer or site map, and asks not to be found', async ({
  page,
  testSite,
}) => {
  await using invited = await addInvitedPerson(testSite.program);
  await page.goto(invited.path);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('[rel=canonical], [property^=og]')).toHaveCount(0);
  for (const path of ['/', '/sitemap.xml', '/contact'])
    expect(await (await page.request.get(path)).text()).not.toContain('/answer');
  expect(await readFile('dist/answer.html', 'utf8')).toContain('{{#open}}');
  expect((await page.request.get('/answer')).status()).toBe(404);
});

test.describe('elsewhere', () => {
  test.use({ expectedConsole: { anyOf: [/Failed to load resource.*403/] } });

  test('a page elsewhere cannot answer in somebody’s place', async ({ page, testSite }) => {
    await using invited = await addInvitedPerson(testSite.program);
    await page.goto(testSite.disallowedOriginUrl);
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.evaluate((action) => {
      document.body.innerHTML = `<form method="post" action="${action}"><input name="answer" value="coming"></form>`;
      setTimeout(() => document.forms[0]?.submit());
    }, `${testSite.url}${invited.path}`);
    expect((await answer).status()).toBe(403);
    await page.waitForURL(`${testSite.url}${invited.path}`);
    expect(await invited.readAnswers()).toEqual([]);
  });
});
