import { afterEach, describe, expect, test } from 'vitest';
import type { ReviewState } from '#contract/review.ts';
import { type Config, readConfig } from '#server/config.ts';
import { sortByHand } from '#server/operator/slack-messages.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { readButtonValue } from '#server/slack/button-value.ts';
import { composeMessage } from '#server/slack/compose-message.ts';
import { writePlace } from '#server/slack/message-place.ts';
import { createSlackSenders } from '#server/slack-channels.ts';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { openStore } from '#server/store/open-store.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Store } from '#server/store/store.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { readChannel } from '#test/job-claims.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { findButtons } from '#test/slack-click.ts';
import {
  type RecordedMessage,
  type SlackFault,
  type SlackStandIn,
  startSlackStandIn,
} from '#test/slack-stand-in.ts';
import { rest } from './load.ts';
import { createStoreUnderTest, engines, isLong, isSkipped, type StoreUnderTest } from './stores.ts';

const actions = isLong ? 2_000 : 120;
const killEvery = isLong ? 50 : 40;
const atOnce = 4;
const states: readonly ReviewState[] = ['shortlisted', 'invited', 'declined', 'new'];
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];

/** One call in seven meets one. */
function chooseFault(): SlackFault | null {
  const dice = Math.random();
  if (dice < 0.04) return { kind: 'rateLimited', retryAfterSeconds: 1 };
  if (dice < 0.08) return { kind: 'refused', code: 'internal_error' };
  if (dice < 0.1) return { kind: 'inBetween', status: 502, body: '<html>Bad gateway</html>' };
  if (dice < 0.12) return { kind: 'reset' };
  return dice < 0.15 ? { kind: 'cutAfterRecording' } : null;
}

describe.each(engines)('messages of the app under crashes and faults of Slack, on %s', (engine) => {
  let slack: SlackStandIn;
  let store: StoreUnderTest;
  let operator: OperatorStore;
  let instances: Instance[] = [];

  afterEach(async () => {
    for (const instance of instances) await instance.close();
    instances = [];
    await operator?.close();
    await slack?.close();
    await store?.remove();
  });

  test.skipIf(isSkipped(engine))(
    `${actions} decisions, undos, applications and erasures: each message agrees with the store, and nobody erased is in the channel`,
    async () => {
      slack = await startSlackStandIn();
      store = await createStoreUnderTest(engine);
      const config = readConfig({
        ...slack.app.settings,
        SLACK_SIGNING_SECRET: slack.signingSecret,
        SLACK_MIN_INTERVAL_MS: '0',
        TIME_ZONE: 'UTC',
      });
      const where = { databaseUrl: store.env['DATABASE_URL'] ?? null, dataDir: store.env['DATA_DIR'] ?? '' };
      const start = async () => {
        const instance = await startInstance(where, config);
        instances.push(instance);
        return instance;
      };
      const running = [await start()];
      if (engine === 'postgres') running.push(await start());
      operator = await openOperatorStore(where);
      slack.app.setFaultFor(chooseFault);

      let lastPerson = 0;
      const people = new Set<string>();
      const busy = new Set<string>();
      const erased = new Set<string>();
      /** Ids of erased submissions whose message may stand there: the store has listed them. */
      const listed = new Set<string>();
      const counts = { applied: 0, decided: 0, clicked: 0, erased: 0, kills: 0 };
      const one = () => pick(running) as Instance;

      async function apply(email: string) {
        await one().accept(newSubmission({ fields: { email } }));
        people.add(email);
        counts.applied += 1;
      }

      async function decide(email: string) {
        const record = pick(await operator.findByEmail(email));
        if (record === undefined) return;
        const { id } = record;
        const review = await operator.readReview({ id });
        const last = review?.last ?? null;
        const isUndo = last !== null && Math.random() < 0.3;
        const to = isUndo ? last.from : (pick(states) ?? 'new');
        await operator.decide(newDecision({ id }, { to, isUndo }));
        counts.decided += 1;
      }

      async function click() {
        const message = pick(slack.messages.filter(({ isDeleted }) => !isDeleted));
        if (message === undefined) return;
        const button = readButtonValue(pick(findButtons(message.payload))?.value ?? '');
        if (button === null) return;
        const { id, ...seen } = button;
        const messageUpdate = { responseUrl, expiresInMs: 60_000, place: writePlace(message) };
        await one().decide(newDecision({ id }, { ...seen, messageUpdate }));
        counts.clicked += 1;
      }

      async function erase(email: string) {
        people.delete(email);
        erased.add(email);
        const { records } = await operator.erase(email);
        for (const { id } of sortByHand(records).perhapsInSlack) listed.add(id);
        counts.erased += 1;
      }

      async function act() {
        const email = pick([...people].filter((each) => !busy.has(each)));
        const dice = Math.random();
        if (email === undefined || dice < 0.2) {
          lastPerson += 1;
          return apply(`person-${lastPerson}@example.com`);
        }
        if (dice < 0.5) return click();
        busy.add(email);
        if (dice < 0.6) await apply(email);
        else if (dice < 0.92) await decide(email);
        else await erase(email);
        busy.delete(email);
      }

      async function kill() {
        const index = counts.kills % running.length;
        counts.kills += 1;
        running[index]?.kill();
        running[index] = await start();
        await store.endLeasesOlderThan(1_000);
      }

      let killing = Promise.resolve();
      for (let done = 0; done < actions; done += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, act));
        await rest(Math.random() * 60);
        if (done % killEvery === killEvery - atOnce) {
          await killing;
          killing = kill();
        }
      }
      await killing;
      slack.app.setFaultFor(null);

      const isSettled = async () => {
        await store.endLeasesOlderThan(2_000);
        const [posts, changes] = [
          await readChannel(operator, 'waitlist'),
          await readChannel(operator, 'changes'),
        ];
        return { waiting: (posts?.waiting ?? 0) + (changes?.waiting ?? 0), parked: changes?.parked };
      };
      await expect
        .poll(isSettled, { timeout: isLong ? 900_000 : 200_000, interval: 500 })
        .toEqual({ waiting: 0, parked: 0 });

      const shown = slack.messages.filter(({ isDeleted }) => !isDeleted);
      let excused = 0;
      for (const message of shown) {
        const difference = await findDifference(message);
        if (difference === null) continue;
        const ids = message.text.match(uuids) ?? [];
        const records = await Promise.all(ids.map((id) => operator.findRecord({ id })));
        const isListed = (id: string, index: number) =>
          listed.has(id) || (records[index]?.delivery.uncertain ?? 0) > 0;
        expect(ids.some(isListed), difference).toBe(true);
        excused += 1;
      }
      const seen = shown
        .filter(({ payload }) => !mentions(payload, listed))
        .map(({ payload }) => JSON.stringify(payload));
      expect([...erased].filter((email) => seen.some((text) => text.includes(email)))).toEqual([]);
      expect(slack.violations).toEqual([]);
      process.stderr.write(
        `messages of the app, ${engine}: ${counts.applied} applications, ${counts.decided} decisions, ${counts.clicked} clicks, ` +
          `${counts.erased} erasures, ${counts.kills} crashes; ${shown.length} messages agree with the store but ${excused} of cut posts, ` +
          'which it lists\n',
      );
    },
    isLong ? 3_600_000 : 420_000,
  );

  /** What the message shows, where the store says something else; null: they agree. */
  async function findDifference({ payload, text }: RecordedMessage): Promise<string | null> {
    const ids = text.match(uuids) ?? [];
    const stored = await Promise.all(ids.map(readStored));
    const known = stored.filter((submission) => submission !== null);
    if (known.length < ids.length || known.length === 0) return `shows who was erased:\n${text}`;
    const { blocks } = composeMessage(known, {
      timeZone: 'UTC',
      hasButtons: true,
      sendsLetters: false,
      consoleUrl: null,
    });
    const actual = (payload as { blocks: unknown }).blocks;
    return JSON.stringify(actual) === JSON.stringify(blocks) ? null : `is outdated:\n${text}`;
  }

  async function readStored(id: string): Promise<StoredSubmission | null> {
    const [record, review] = [await operator.findRecord({ id }), await operator.readReview({ id })];
    if (record === null || review === null) return null;
    const { sequence, receivedAtMs } = record;
    const same = await operator.findByEmail(record.fields.email);
    const earlierFromSameEmail = same.filter((each) => each.sequence < sequence).length;
    return { ...record, id, sequence, receivedAtMs, earlierFromSameEmail, review };
  }
});

const mentions = (payload: unknown, ids: ReadonlySet<string>): boolean =>
  (JSON.stringify(payload).match(uuids) ?? []).some((id) => ids.has(id));

/** A click's message is changed by the app: nothing is posted there. */
const responseUrl = 'http://127.0.0.1:1/actions/T1/2/abc';

interface Instance extends Pick<Store, 'accept' | 'decide'> {
  /** From now on it hears nothing of the store any more: what is under way may be done, and is not known to be. */
  kill(): void;
  close(): Promise<void>;
}

/** A store with its outbox, as a server has them. */
async function startInstance(
  where: { databaseUrl: string | null; dataDir: string },
  config: Config,
): Promise<Instance> {
  const store = await openStore(where);
  let isKilled = false;
  const never = new Promise<never>(() => {});
  const mortal = new Proxy(store, {
    get(target, name: keyof Store) {
      const call = target[name];
      if (typeof call !== 'function') return call;
      return async (...values: never[]) => {
        if (isKilled) return never;
        const answer = await (call as (...values: never[]) => Promise<unknown>).apply(target, values);
        return isKilled ? never : answer;
      };
    },
  });
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  const outbox = createOutbox({ store: mortal, senders: createSlackSenders(config, logger), logger });
  await outbox.start();
  return {
    async accept(submission) {
      const accepted = await store.accept(submission);
      outbox.wake();
      return accepted;
    },
    async decide(decision) {
      const result = await store.decide(decision);
      outbox.wake();
      return result;
    },
    kill() {
      isKilled = true;
    },
    async close() {
      if (!isKilled) await outbox.stop();
      isKilled = true;
      await store.close();
    },
  };
}
