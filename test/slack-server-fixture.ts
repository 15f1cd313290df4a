import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { type AppFixture, openAppFixture } from '#server/app-fixture.ts';
import { readConfig } from '#server/config.ts';
import { createOutbox, type Outbox } from '#server/outbox/outbox.ts';
import { createInteractivity, createSlackSenders } from '#server/slack-channels.ts';
import { openOperatorStore } from '#server/store/open-store.ts';
import type { OperatorStore, Store } from '#server/store/store.ts';
import { newDecision } from './sample-decisions.ts';
import { newSubmission } from './sample-submissions.ts';
import { findButtons } from './slack-click.ts';
import { type RecordedMessage, type SlackStandIn, startSlackStandIn } from './slack-stand-in.ts';

export const buttonsOf = (message: RecordedMessage) => findButtons(message.payload).map(({ text }) => text);

/** A server, its outbox, and a Slack in which people click, new for each test of the block. */
export function setUpSlackServer(
  chooseSettings: (slack: SlackStandIn) => Record<string, string>,
  readDatabaseUrl: () => string | null = () => null,
) {
  let slack: SlackStandIn;
  let fixture: AppFixture;
  let operator: OperatorStore;
  let outbox: Outbox;
  let server: string;

  beforeEach(async () => {
    slack = await startSlackStandIn();
    const config = readConfig({
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_MIN_INTERVAL_MS: '0',
      ...chooseSettings(slack),
    });
    const join = (store: Store) => {
      const logger = { info: () => {}, warn: () => {}, error: () => {} };
      outbox = createOutbox({ store, senders: createSlackSenders(config, logger), logger });
      return { interactivity: createInteractivity(config, { store, onQueued: () => outbox.wake() }) };
    };
    const databaseUrl = readDatabaseUrl();
    const env = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    fixture = await openAppFixture(env, join);
    await outbox.start();
    await fixture.app.listen({ port: 0, host: '127.0.0.1' });
    server = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`;
    operator = await openOperatorStore({ databaseUrl, dataDir: fixture.dataDir });
  });
  afterEach(async () => {
    await outbox.stop();
    await operator.close();
    await fixture.close();
    await slack.close();
  });

  return {
    get slack() {
      return slack;
    },
    get store() {
      return fixture.store;
    },
    get operator() {
      return operator;
    },
    get outbox() {
      return outbox;
    },
    async apply(fields = {}): Promise<{ id: string; message: RecordedMessage }> {
      const { id } = await fixture.store.accept(newSubmission({ fields }));
      outbox.wake();
      return { id, message: await slack.messageOf(id) };
    },
    click: (click: Omit<Parameters<SlackStandIn['click']>[0], 'server'>) => slack.click({ ...click, server }),
    /** Elsewhere than in Slack. */
    async decide(id: string, changes: Parameters<typeof newDecision>[1] = {}) {
      await fixture.store.decide(newDecision({ id }, changes));
      outbox.wake();
    },
    async erase(email: string) {
      await operator.erase(email);
      outbox.wake();
    },
  };
}
