import { expect, test } from 'vitest';
import { newSubmission } from './sample-submissions.ts';
import { buttonsOf, setUpSlackServer } from './slack-server-fixture.ts';

const bo = { id: 'U0BO', name: 'bo' };

/** With a webhook: what Slack answers to a click changes the message. */
const on = setUpSlackServer((slack) => ({
  SLACK_WEBHOOK_URL: slack.waitlistUrl,
  SMTP_URL: 'smtps://user:secret@smtp.example.com',
  MAIL_FROM: 'hello@entree.example',
}));
const { apply, click } = on;
const stateOf = async (id: string) => (await on.store.readReview({ id }))?.state;

test('a click decides, the message shows it, and an undo takes it back', async () => {
  const { id, message } = await apply();
  expect(buttonsOf(message)).toEqual(['Shortlist', 'Invite', 'Decline']);

  expect(await click({ message, button: 'Invite' })).toMatchObject({ status: 200, body: '' });
  await on.slack.waitForChanges(1);
  expect(message.text).toMatch(/^Invited by ada, .+ · the letter is on its way$/m);
  expect(message.text).toContain('Name: Ada · #1');
  expect(buttonsOf(message)).toEqual(['Joined', 'Undo']);

  await click({ message, button: 'Undo', user: bo });
  await on.slack.waitForChanges(2);
  expect(message.text).toMatch(/^Reopened by bo/m);
  expect(await on.store.readReview({ id })).toMatchObject({
    state: 'new',
    letter: { state: 'cancelled' },
  });
  expect(on.slack.violations).toEqual([]);
});

test('a contact message is marked as answered, the message shows it, and an undo takes it back', async () => {
  const { id } = await on.store.accept(newSubmission({ kind: 'contact' }));
  on.outbox.wake();
  const message = await on.slack.messageOf(id);
  expect(buttonsOf(message)).toEqual(['Mark answered']);
  await click({ message, button: 'Mark answered' });
  await on.slack.waitForChanges(1);
  expect(buttonsOf(message)).toEqual(['Undo']);
  expect(await stateOf(id)).toBe('answered');
  await click({ message, button: 'Undo', user: bo });
  await on.slack.waitForChanges(2);
  expect(await stateOf(id)).toBe('new');
  expect(on.slack.violations).toEqual([]);
});

test('a click on an application decides nothing when another with its email came since, and says so', async () => {
  const { id, message } = await apply({ email: 'jane@example.com', name: 'Jane' });
  await apply({ email: 'jane@example.com', name: 'Pay here to be let in' });
  await click({ message, button: 'Invite' });
  const [reply] = await on.slack.waitForReplies(1);
  expect(reply?.text).toContain(
    'An application with this email came meanwhile (#2). Your click changed nothing',
  );
  expect(await stateOf(id)).toBe('new');
  expect(on.slack.violations).toEqual([]);
});

test('of two who click at once one decides, and the other is told alone and sees the message change', async () => {
  const { id, message } = await apply();
  const seen = { ...message };
  const answers = await Promise.all([
    click({ message: seen, button: 'Invite' }),
    click({ message: seen, button: 'Decline', user: bo }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [reply] = await on.slack.waitForReplies(1);
  await on.slack.waitForChanges(2);
  const isInvited = (await stateOf(id)) === 'invited';
  expect(reply?.userId).toBe(isInvited ? bo.id : 'U0ADA');
  expect(reply?.text).toContain(
    `Decided about meanwhile: ${isInvited ? 'invited by ada' : 'declined by bo'}`,
  );
  expect((await on.store.readReview({ id }))?.version).toBe(1);
  expect(on.slack.violations).toEqual([]);
});

test('a message changes although Slack fails at first, and never with more than five posts', async () => {
  const { message } = await apply();
  on.slack.queueResponseFaults({ kind: 'answer', status: 500 }, { kind: 'cutAfterRecording' });
  await click({ message, button: 'Shortlist' });
  await on.slack.waitForChanges(2);
  expect(message.text).toContain('Shortlisted by ada');
  expect(on.slack.violations).toEqual([]);
});

test('a message that can no longer change is given up, and its next click catches up', async () => {
  const { id, message } = await apply();
  on.slack.queueResponseFaults({ kind: 'refused', code: 'no_service' });
  await click({ message, button: 'Shortlist' });
  expect(await stateOf(id)).toBe('shortlisted');
  await on.slack.waitForPosts(2);

  await click({ message, button: 'Decline', user: bo });
  const [reply] = await on.slack.waitForReplies(1);
  await on.slack.waitForChanges(1);
  expect(reply?.text).toContain('Decided about meanwhile: shortlisted by ada');
  expect(buttonsOf(message)).toEqual(['Invite', 'Decline', 'Undo']);
  expect(await stateOf(id)).toBe('shortlisted');
  expect({ changes: on.slack.changes, posts: on.slack.posts }).toEqual({ changes: 1, posts: 4 });
});

test("a click on a deleted applicant's message takes the person out of the channel", async () => {
  const { message } = await apply({ email: 'gone@example.com' });
  await on.operator.erase('gone@example.com');
  await click({ message, button: 'Invite' });
  await on.slack.waitForChanges(1);
  await on.slack.waitForReplies(1);
  expect(message.text).toBe('This was deleted.');
  expect(JSON.stringify(message.payload)).not.toContain('gone@example.com');
});
