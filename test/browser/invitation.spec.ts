import { expect, test } from '@playwright/test';
import { startTrial } from '#lab/try/trial.ts';
import { findFreePort } from '#test/program.ts';
import { creator, fill, submitButton, waitlistForm } from './forms.ts';

/** What the README's `npm run try` says, step by step. */
test('who applies on the site and is invited in the channel has the letter in the mailbox', async ({
  page,
}) => {
  const trial = await startTrial({ site: 0, channel: 0, console: await findFreePort() });
  try {
    const typed = creator();
    await page.goto(`${trial.siteUrl}/creators`);
    const form = waitlistForm(page);
    await fill(form, typed);
    await submitButton(form).click();
    await expect(form).toHaveAttribute('data-sent', 'true');

    await page.goto(trial.channelUrl);
    const channel = page.getByRole('region', { name: 'Channel' });
    await expect(channel).toContainText(typed['name'] ?? '');
    await channel.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: `Invite ${typed['name']}?` });
    await expect(dialog).toContainText(`A letter is sent to ${typed['email']}`);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(channel).toContainText('Invited by you');
    await expect(channel.getByRole('button')).toHaveText(['Joined', 'Undo']);

    const mailbox = page.getByRole('region', { name: 'Mailbox' });
    const letter = mailbox.frameLocator('iframe').first();
    await expect(letter.locator('body')).toContainText(typed['name'] ?? '', { timeout: 30_000 });
    await expect(mailbox).toContainText(`To ${typed['email']}`);
    expect(trial.violations).toEqual([]);
  } finally {
    await trial.close();
  }
});
