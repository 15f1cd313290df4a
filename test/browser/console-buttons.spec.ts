import type { Page } from '@playwright/test';
import { expect, show, test } from './console-fixtures.ts';
import { notice } from './console-parts.ts';
import { emailOf } from './console-people.ts';
import type { ConsoleSite } from './console-site.ts';

/**
 * Every button that a tab offers for its rows, tried on a row of that tab: it says that it cannot be pressed, or what
 * it did is said and seen. The buttons are those that are shown: a new one is tried too.
 */

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
const rowOf = (page: Page, name: string) =>
  page.locator('tbody tr, ul li').filter({ has: page.getByText(name, { exact: true }) });

/** Puts somebody into a tab. */
type Prepare = (site: ConsoleSite, name: string) => Promise<void>;

const numberOf = async (site: ConsoleSite, name: string) =>
  /"number":\s*(\d+)/.exec(await site.run('list', '--email', emailOf(name), '--json'))?.[1] ?? '';

const decided =
  (...command: string[]): Prepare =>
  async (site, name) => {
    await site.apply('creator', { name, email: emailOf(name) });
    if (command.length > 0) await site.run(...command, await numberOf(site, name), '--yes');
  };

const tabs: readonly { name: string; path: string; prepare: Prepare }[] = [
  { name: 'New applicants', path: '/applicants?state=new', prepare: decided() },
  { name: 'Shortlisted', path: '/applicants?state=shortlisted', prepare: decided('shortlist') },
  { name: 'Invited', path: '/applicants?state=invited', prepare: decided('invite') },
  { name: 'Declined', path: '/applicants?state=declined', prepare: decided('decline') },
  {
    name: 'New messages',
    path: '/messages?state=new',
    prepare: (site, name) => site.apply('contact', { name, email: emailOf(name) }),
  },
  {
    name: 'Quarantined',
    path: '/held',
    prepare: (site, name) => site.apply('creator', { name, email: emailOf(name), tableNote: 'filled' }),
  },
  {
    name: 'Parked',
    path: '/held?state=parked',
    prepare: async (site, name) => {
      site.slack.setFaultFor((payload) =>
        payload.includes('Parked button') ? { kind: 'invalidPayload' } : null,
      );
      await site.apply('creator', { name, email: emailOf(name) });
    },
  },
];

/** Selects the row, once the tab has it. */
async function selectRow(page: Page, path: string, name: string): Promise<void> {
  await expect(async () => {
    await show(page, path);
    await page.reload();
    await expect(rowOf(page, name)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  await rowOf(page, name).getByRole('checkbox').check();
}

const ofSelection = /Select nothing/;

for (const { name: tab, path, prepare } of tabs) {
  test(`${tab}: every button does what it says to a row of the tab`, async ({
    page,
    consoleSite,
    signedIn,
  }) => {
    test.setTimeout(90_000);
    await signedIn();
    const nameOf = (index: number) => `${tab} button ${'abcdefgh'[index]}`;
    await prepare(consoleSite, nameOf(0));
    await selectRow(page, path, nameOf(0));
    const offered = (await bar(page).getByRole('button').allTextContents()).filter(
      (text) => !ofSelection.test(text),
    );
    expect(offered.length).toBeGreaterThan(0);
    for (const [index, text] of offered.entries()) {
      const name = nameOf(index);
      if (index > 0) await prepare(consoleSite, name);
      await selectRow(page, path, name);
      const button = bar(page).getByRole('button', { name: text, exact: true });
      if (await button.isDisabled()) continue;
      await button.click();
      const dialog = page.getByRole('dialog');
      if (tab === 'Declined' && text === 'Decline') {
        // Who was not told is told, and stays declined.
        await dialog.getByLabel('Tell them').check();
        await dialog.getByRole('button', { name: 'Decline 1 applicant' }).click();
        await expect(notice(page)).toContainText(`${name}: declined.`);
        continue;
      }
      if (text.endsWith('…')) await dialog.getByRole('button').nth(1).click();
      await expect(notice(page), `${text} says what it did`).toBeVisible();
      await expect(notice(page), `${text} did something`).not.toContainText(/^(0 |Nothing|There is nothing)/);
      await expect(async () => {
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText('Loading…')).toHaveCount(0);
        // What Slack refuses again comes back; it was sent again, which its notice said.
        if (text !== 'Retry') await expect(rowOf(page, name)).toHaveCount(0, { timeout: 500 });
      }).toPass({ timeout: 10_000 });
    }
    consoleSite.slack.setFaultFor(null);
  });
}

test('what was refused is sent again from its tab', async ({ page, consoleSite, signedIn }) => {
  const name = 'Paula Parked';
  await signedIn();
  consoleSite.slack.setFaultFor((payload) => (payload.includes(name) ? { kind: 'invalidPayload' } : null));
  await consoleSite.apply('creator', { name, email: emailOf(name) });
  await selectRow(page, '/held?state=parked', name);
  consoleSite.slack.setFaultFor(null);
  await bar(page).getByRole('button', { name: 'Retry' }).click();
  await expect(notice(page)).toContainText('1 message is due now.');
  await expect.poll(() => consoleSite.slack.messages.some(({ text }) => text.includes(name))).toBe(true);
  await expect(rowOf(page, name)).toHaveCount(0);
});
