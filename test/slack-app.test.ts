import { expect, test } from 'vitest';
import { claimOne, connect, finish, readChannel } from './job-claims.ts';
import { bo, newLetter } from './sample-decisions.ts';
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

  test('a contact message shows that it was answered elsewhere, and one of an applicant when the letter goes and that it came back', async () => {
    const { id } = await on.store.accept(newSubmission({ kind: 'contact' }));
    on.outbox.wake();
    const contact = await on.slack.messageOf(id);
    await decide(id, { to: 'answered', actor: { way: 'console', id: 'bo@example.com', name: 'Bo' } });
    await on.slack.waitForChanges(1);
    expect(contact.text).toMatch(/ by Bo/m);
    expect(buttonsOf(contact)).toEqual(['Undo']);

    const { id: applicant, message } = await apply();
    const letterAtMs = Date.now() + 86_400_000;
    await decide(applicant, { to: 'invited', letter: newLetter({ letterAtMs }) });
    await on.slack.waitForChanges(2);
    expect(message.text).toContain('will be told on');
    const letter = { delayMs: 0, letterAtMs: null };
    const people = [{ about: { id: applicant }, seenVersion: 1 }];
    await on.store.moveLetters({ to: 'invited', actor: bo, whom: { people }, note: 'It goes now.', letter });
    on.outbox.wake();
    await on.slack.waitForChanges(3);
    expect(message.text).toContain('the letter is on its way');
    await connect(on.store, ['letters']);
    await finish(on.store, await claimOne(on.store, { channel: 'letters' }));
    await on.store.markCameBack({ id: 'b', about: { id: applicant }, actor: bo, reason: 'No such mailbox' });
    on.outbox.wake();
    await on.slack.waitUntil(
      () => message.text.includes('not told: the letter came back'),
      () => message.text,
    );
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
