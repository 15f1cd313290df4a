import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppFixture, openAppFixture } from '#server/app-fixture.ts';
import { readConfig } from '#server/config.ts';
import { createOutbox, type Outbox } from '#server/outbox/outbox.ts';
import { createInteractivity, createSlackSenders } from '#server/slack-channels.ts';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Store } from '#server/store/store.ts';
import { readChannel } from './job-claims.ts';
import { newDecision } from './sample-decisions.ts';
import { newSubmission } from './sample-submissions.ts';
import { findButtons } from './slack-click.ts';
import { type RecordedMessage, type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';
import { describeOnEachEngine } from './store-fixture.ts';

/** A server whose messages are those of a Slack app. */
describeOnEachEngine('messages of a Slack app', (on) => {
  let slack: SlackStandIn;
  let fixture: AppFixture;
  let operator: OperatorStore;
  let outbox: Outbox;
  let server: string;

  beforeEach(async () => {
    slack = await startSlackStandIn();
    const config = readConfig({
      ...slack.app.settings,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_MIN_INTERVAL_MS: '0',
      TIME_ZONE: 'UTC',
    });
    const interactivity = {} as NonNullable<ReturnType<typeof createInteractivity>>;
    const join = (store: Store): Store => {
      const logger = { info: () => {}, warn: () => {}, error: () => {} };
      outbox = createOutbox({ store, senders: createSlackSenders(config, logger), logger });
      Object.assign(interactivity, createInteractivity(config, { store, onQueued: () => outbox.wake() }));
      return store;
    };
    const env = on.databaseUrl === null ? {} : { DATABASE_URL: on.databaseUrl };
    fixture = await openAppFixture(env, join, { interactivity });
    await outbox.start();
    await fixture.app.listen({ port: 0, host: '127.0.0.1' });
    server = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`;
    operator = await openOperatorStore({ databaseUrl: on.databaseUrl, dataDir: fixture.dataDir });
  });

  afterEach(async () => {
    await outbox.stop();
    await operator.close();
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

  async function decide(id: string, changes: Parameters<typeof newDecision>[1] = {}) {
    await fixture.store.decide(newDecision({ id }, changes));
    outbox.wake();
  }

  async function erase(email: string) {
    await operator.erase(email);
    outbox.wake();
  }

  const buttonsOf = (message: RecordedMessage) => findButtons(message.payload).map(({ text }) => text);

  test('a message shows what is decided by a click and elsewhere, who did it, and the buttons that are left', async () => {
    const { id, message } = await apply();
    expect(buttonsOf(message)).toEqual(['Shortlist', 'Invite', 'Decline']);
    expect(await slack.click({ message, button: 'Shortlist', server })).toMatchObject({ status: 200 });
    await slack.waitForChanges(1);
    expect(message.text).toMatch(/^Shortlisted by ada/m);
    await decide(id, { to: 'declined', actor: { way: 'console', id: 'bo@example.com', name: 'Bo' } });
    await slack.waitForChanges(2);
    expect(message.text).toMatch(/^Declined by Bo/m);
    expect(buttonsOf(message)).toEqual(['Undo']);
    expect(slack.app.calls.map(({ method }) => method)).toEqual([
      'chat.postMessage',
      'chat.update',
      'chat.update',
    ]);
    expect(slack.violations).toEqual([]);
  });

  test("an erased person's messages are deleted, and their part of a digest", async () => {
    const { message } = await apply({ email: 'gone@example.com' });
    const [ada, other] = [
      await apply({ email: 'ada@example.com' }),
      await apply({ email: 'gone@example.com' }),
    ];
    await erase('gone@example.com');
    await slack.waitForChanges(2);
    expect([message, ada.message, other.message].map(({ isDeleted }) => isDeleted)).toEqual([
      true,
      false,
      true,
    ]);

    const emails = Array.from({ length: 60 }, (_, index) => `of-many-${index}@example.com`);
    const accepted = await Promise.all(
      emails.map((email) => fixture.store.accept(newSubmission({ fields: { email } }))),
    );
    outbox.wake();
    const isDigest = ({ ids }: RecordedMessage) => ids.length > 1;
    await slack.waitUntil(
      () => slack.messages.some(isDigest),
      () => 'there is no digest',
    );
    const digest = slack.messages.find(isDigest);
    const [first = '', gone = ''] = digest?.ids ?? [];
    await erase(emails[accepted.findIndex(({ id }) => id === gone)] ?? '');
    await slack.waitForChanges(3);
    expect(digest?.text).not.toContain(gone);
    expect(digest?.text).toContain(first);
    expect(slack.violations).toEqual([]);
  });

  test('a message that somebody deleted by hand is no error', async () => {
    const { id, message } = await apply();
    slack.deleteByHand(message);
    await decide(id);
    await slack.waitUntil(
      () => slack.app.calls.some(({ method }) => method === 'chat.update'),
      () => 'it was not tried',
    );
    await expect
      .poll(() => readChannel(operator, 'changes'))
      .toMatchObject({ waiting: 0, parked: 0, haltedReason: null });
  });
});
