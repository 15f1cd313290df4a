import { expect, test } from 'vitest';
import { readChannel } from './job-claims.ts';
import { newSubmission } from './sample-submissions.ts';
import { buttonsOf, setUpSlackServer } from './slack-server-fixture.ts';
import type { RecordedMessage } from './slack-stand-in.ts';
import { describeOnEachEngine } from './store-fixture.ts';

describeOnEachEngine('messages of a Slack app', (fixture) => {
  const on = setUpSlackServer(
    ({ app }) => ({ ...app.settings, TIME_ZONE: 'UTC' }),
    () => fixture.databaseUrl,
  );
  const { apply, click, decide, erase } = on;

  test('a message shows what is decided by a click and elsewhere, who did it, and the buttons that are left', async () => {
    const { id, message } = await apply();
    expect(buttonsOf(message)).toEqual(['Shortlist', 'Invite', 'Decline']);
    expect(await click({ message, button: 'Shortlist' })).toMatchObject({ status: 200 });
    await on.slack.waitForChanges(1);
    expect(message.text).toMatch(/^Shortlisted by ada/m);
    await decide(id, { to: 'declined', actor: { way: 'console', id: 'bo@example.com', name: 'Bo' } });
    await on.slack.waitForChanges(2);
    expect(message.text).toMatch(/^Declined by Bo/m);
    expect(buttonsOf(message)).toEqual(['Undo']);
    expect(on.slack.app.calls.map(({ method }) => method)).toEqual([
      'chat.postMessage',
      'chat.update',
      'chat.update',
    ]);
    expect(on.slack.violations).toEqual([]);
  });

  test("an erased person's messages are deleted, and their part of a digest", async () => {
    const { message } = await apply({ email: 'gone@example.com' });
    const [ada, other] = [
      await apply({ email: 'ada@example.com' }),
      await apply({ email: 'gone@example.com' }),
    ];
    await erase('gone@example.com');
    await on.slack.waitForChanges(2);
    expect([message, ada.message, other.message].map(({ isDeleted }) => isDeleted)).toEqual([
      true,
      false,
      true,
    ]);

    const emails = Array.from({ length: 60 }, (_, index) => `of-many-${index}@example.com`);
    const accepted = await Promise.all(
      emails.map((email) => on.store.accept(newSubmission({ fields: { email } }))),
    );
    on.outbox.wake();
    const isDigest = ({ ids }: RecordedMessage) => ids.length > 1;
    await on.slack.waitUntil(
      () => on.slack.messages.some(isDigest),
      () => 'there is no digest',
    );
    const digest = on.slack.messages.find(isDigest);
    const [first = '', gone = ''] = digest?.ids ?? [];
    await erase(emails[accepted.findIndex(({ id }) => id === gone)] ?? '');
    await on.slack.waitForChanges(3);
    expect(digest?.text).not.toContain(gone);
    expect(digest?.text).toContain(first);
    expect(on.slack.violations).toEqual([]);
  });

  test('a message that somebody deleted by hand is no error', async () => {
    const { id, message } = await apply();
    on.slack.deleteByHand(message);
    await decide(id);
    await on.slack.waitUntil(
      () => on.slack.app.calls.some(({ method }) => method === 'chat.update'),
      () => 'it was not tried',
    );
    await expect
      .poll(() => readChannel(on.operator, 'changes'))
      .toMatchObject({ waiting: 0, parked: 0, haltedReason: null });
  });
});
