import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppFixture, openAppFixture } from '#server/app-fixture.ts';
import { readConfig } from '#server/config.ts';
import { createOutbox, type Outbox } from '#server/outbox/outbox.ts';
import { createInteractivity, createSlackSenders } from '#server/slack-channels.ts';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import type { Store } from '#server/store/store.ts';
import { newSubmission } from './sample-submissions.ts';
import { findButtons } from './slack-click.ts';
import { type RecordedMessage, type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

/** A server, its outbox, and a Slack in which people click. */
let slack: SlackStandIn;
let fixture: AppFixture;
let outbox: Outbox;
let server: string;

const bo = { id: 'U0BO', name: 'bo' };

beforeEach(async () => {
  slack = await startSlackStandIn();
  const config = readConfig({
    SLACK_WEBHOOK_URL: slack.waitlistUrl,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_MIN_INTERVAL_MS: '0',
    SMTP_URL: 'smtps://user:secret@smtp.example.com',
    MAIL_FROM: 'hello@entree.example',
  });
  const interactivity = {} as NonNullable<ReturnType<typeof createInteractivity>>;
  const join = (store: Store): Store => {
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    outbox = createOutbox({ store, senders: createSlackSenders(config, logger), logger });
    Object.assign(interactivity, createInteractivity(config, { store, onQueued: () => outbox.wake() }));
    return store;
  };
  fixture = await openAppFixture({}, join, { interactivity });
  await outbox.start();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  server = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await outbox.stop();
  await fixture.close();
  await slack.close();
});

async function apply(fields = {}): Promise<{ id: string; message: RecordedMessage }> {
  const { id } = await fixture.store.accept(newSubmission({ fields }));
  outbox.wake();
  await slack.waitForIds([id]);
  const message = slack.messages.find(({ ids }) => ids.includes(id));
  if (message === undefined) throw new Error('The message is not there.');
  return { id, message };
}

const buttonsOf = (message: RecordedMessage) => findButtons(message.payload).map(({ text }) => text);
const stateOf = async (id: string) => (await fixture.store.readReview({ id }))?.state;

test('a click decides, the message shows it, and an undo takes it back', async () => {
  const { id, message } = await apply();
  expect(buttonsOf(message)).toEqual(['Shortlist', 'Invite', 'Decline']);

  expect(await slack.click({ message, button: 'Invite', server })).toMatchObject({ status: 200, body: '' });
  await slack.waitForChanges(1);
  expect(message.text).toMatch(/^Invited by ada, .+ · the letter is on its way$/m);
  expect(message.text).toContain('Name: Ada · #1');
  expect(buttonsOf(message)).toEqual(['Undo']);

  await slack.click({ message, button: 'Undo', server, user: bo });
  await slack.waitForChanges(2);
  expect(message.text).toMatch(/^New again: reopened by bo/m);
  expect(await fixture.store.readReview({ id })).toMatchObject({
    state: 'new',
    letter: { state: 'cancelled' },
  });
  expect(slack.violations).toEqual([]);
});

test('a click on an application decides nothing when another with its email came since, and says so', async () => {
  const { id, message } = await apply({ email: 'jane@example.com', name: 'Jane' });
  await apply({ email: 'jane@example.com', name: 'Pay here to be let in' });
  await slack.click({ message, button: 'Invite', server });
  const [reply] = await slack.waitForReplies(1);
  expect(reply?.text).toContain('An application with this email came since (#2). Your click changed nothing');
  expect(await stateOf(id)).toBe('new');
  expect(slack.violations).toEqual([]);
});

test('of two who click at once one decides, and the other is told alone and sees the message change', async () => {
  const { id, message } = await apply();
  const seen = { ...message };
  const answers = await Promise.all([
    slack.click({ message: seen, button: 'Invite', server }),
    slack.click({ message: seen, button: 'Decline', server, user: bo }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [reply] = await slack.waitForReplies(1);
  await slack.waitForChanges(2);
  const isInvited = (await stateOf(id)) === 'invited';
  expect(reply?.userId).toBe(isInvited ? bo.id : 'U0ADA');
  expect(reply?.text).toContain(
    `Somebody decided before you: ${isInvited ? 'Invited by ada' : 'Declined by bo'}`,
  );
  expect((await fixture.store.readReview({ id }))?.version).toBe(1);
  expect(slack.violations).toEqual([]);
});

test('a message changes although Slack fails at first, and never with more than five posts', async () => {
  const { message } = await apply();
  slack.queueResponseFaults({ kind: 'serverError' }, { kind: 'cutAfterRecording' });
  await slack.click({ message, button: 'Shortlist', server });
  await slack.waitForChanges(2);
  expect(message.text).toContain('Shortlisted by ada');
  expect(slack.violations).toEqual([]);
});

test('a message that can no longer change is given up, and its next click catches up', async () => {
  const { id, message } = await apply();
  slack.queueResponseFaults({ kind: 'revoked' });
  await slack.click({ message, button: 'Shortlist', server });
  expect(await stateOf(id)).toBe('shortlisted');
  await slack.waitForPosts(2);

  await slack.click({ message, button: 'Decline', server, user: bo });
  const [reply] = await slack.waitForReplies(1);
  await slack.waitForChanges(1);
  expect(reply?.text).toContain('Somebody decided before you: Shortlisted by ada');
  expect(buttonsOf(message)).toEqual(['Invite', 'Decline', 'Undo']);
  expect(await stateOf(id)).toBe('shortlisted');
  expect({ changes: slack.changes, posts: slack.posts }).toEqual({ changes: 1, posts: 4 });
});

test("a click on a deleted applicant's message takes the person out of the channel", async () => {
  const { message } = await apply({ email: 'gone@example.com' });
  const operator = await openOperatorStore({ databaseUrl: null, dataDir: fixture.dataDir });
  await operator.erase('gone@example.com');
  await operator.close();
  await slack.click({ message, button: 'Invite', server });
  await slack.waitForChanges(1);
  await slack.waitForReplies(1);
  expect(message.text).toBe('This application was deleted.');
  expect(JSON.stringify(message.payload)).not.toContain('gone@example.com');
});
