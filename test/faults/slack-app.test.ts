import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import type { ReviewState } from '#contract/review.ts';
import { median } from '#lab/bench/results.ts';
import { composeMessage } from '#server/slack/compose-message.ts';
import type { OperatorStore } from '#server/store/store.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { startProgram } from '#test/program.ts';
import { findButtons } from '#test/slack-click.ts';
import {
  type RecordedMessage,
  type SlackFault,
  type SlackStandIn,
  startSlackStandIn,
} from '#test/slack-stand-in.ts';
import type { ApiCall } from '#test/slack-web-api.ts';
import { rest, submit } from './load.ts';
import { createStoreUnderTest, type Engine, engines, isLong, isSkipped } from './stores.ts';
import { joinTeam } from './team.ts';

const actions = isLong ? 2_000 : 120;
const killEvery = isLong ? 50 : 40;
const atOnce = 4;
/** They come at once, so that a digest is posted. */
const firstPeople = 40;
/** One call in so many is not answered in the half minute that the server waits. */
const timeoutEvery = isLong ? 300 : 80;
const states: readonly ReviewState[] = ['shortlisted', 'invited', 'declined', 'new'];
const verbs = ['shortlist', 'invite', 'decline', 'reopen'];
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const passing: readonly SlackFault[] = [
  { kind: 'rateLimited', retryAfterSeconds: 1 },
  { kind: 'rateLimited' },
  { kind: 'refused', code: 'ratelimited' },
  { kind: 'refused', code: 'internal_error' },
  { kind: 'refused', code: 'a_new_error' },
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 502, body: '<html>Bad gateway</html>' },
  { kind: 'answer', status: 200, body: 'nope' },
  { kind: 'answer', status: 302, headers: { location: 'https://login.example.com/' } },
  { kind: 'reset' },
  { kind: 'cutAfterRecording' },
  { kind: 'cutAfterRecording' },
];
const timeouts: readonly SlackFault[] = [
  { kind: 'late', afterMs: 31_000 },
  { kind: 'hang' },
  { kind: 'slowDrip' },
];
/** They halt the queue, but for `is_archived`, which parks a change; an operator sends again. */
const ofAccount = ['invalid_auth', 'token_revoked', 'account_inactive', 'missing_scope', 'is_archived'];
/** They park the job, until an operator sends it again. */
const ofMessage: Readonly<Record<string, readonly string[]>> = {
  'chat.postMessage': ['invalid_blocks', 'msg_too_long'],
  'chat.update': ['cant_update_message', 'edit_window_closed'],
  'chat.delete': ['cant_delete_message', 'compliance_exports_prevent_deletion'],
};

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is none to pick.');
  return item;
}

/** One call in six meets a fault. */
function createFaults() {
  let calls = 0;
  const met = { passing: 0, timeouts: 0, refusals: 0 };
  const choose = ({ method }: ApiCall): SlackFault | null => {
    calls += 1;
    if (calls % timeoutEvery === 0) {
      met.timeouts += 1;
      return timeouts[(met.timeouts - 1) % timeouts.length] ?? null;
    }
    const dice = Math.random();
    if (dice < 0.15) {
      met.passing += 1;
      return pick(passing);
    }
    if (dice > 0.17) return null;
    met.refusals += 1;
    return { kind: 'refused', code: pick([...ofAccount, ...(ofMessage[method] ?? [])]) };
  };
  return { met, choose };
}

/** The servers and the team that works with them; all end with its scope. */
async function setUp(engine: Engine, slack: SlackStandIn, pace: Record<string, string> = {}) {
  const opened = new AsyncDisposableStack();
  const store = opened.use(await createStoreUnderTest(engine));
  const start = async () =>
    opened.use(
      await startProgram({
        ...store.env,
        ...slack.app.settings,
        ...pace,
        SLACK_SIGNING_SECRET: slack.signingSecret,
        RATE_LIMIT_PER_MINUTE: '0',
        TIME_ZONE: 'UTC',
        ADMIN_PORT: '0',
      }),
    );
  const running = [await start()];
  if (engine === 'postgres') running.push(await start());
  return {
    store,
    operator: await store.openOperator(),
    team: joinTeam(store.env),
    hasServer: () => running.some((server) => !server.hasExited()),
    /** Of one server that runs, where one does. */
    urls() {
      const alive = running.filter((server) => !server.hasExited());
      const { url, consoleUrl, output } = pick(alive.length > 0 ? alive : running);
      if (consoleUrl === null) throw new Error(`The console is not served:\n${output()}`);
      return { url, consoleUrl };
    },
    /** Kills one after the other, and starts it again. */
    async kill() {
      await running[0]?.kill('SIGKILL');
      running.push(await start());
      running.shift();
      await store.endClaimsOlderThan(5_000);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe.concurrent.each(engines)('messages of the app, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    `${actions} decisions, undos, applications and erasures under kill -9 and faults of Slack: each message agrees with the store, and nobody erased is in the channel`,
    async ({ expect }) => {
      await using slack = await startSlackStandIn();
      await using servers = await setUp(engine, slack, { SLACK_MIN_INTERVAL_MS: '0' });
      const { store, operator, team, urls } = servers;
      const faults = createFaults();

      let lastPerson = 0;
      /** Ids of the applications of each person who is not erased. */
      const people = new Map<string, string[]>();
      const busy = new Set<string>();
      const emails: string[] = [];
      /** Of each erased person, whether the answer said that a message of theirs may stand in Slack. */
      const listed = new Map<string, boolean>();
      const counts = { applied: 0, slack: 0, console: 0, command: 0, undone: 0, erased: 0, retried: 0 };
      let unanswered = 0;
      let kills = 0;

      async function apply(email: string) {
        emails.push(email);
        const { id } = await submit(urls().url, { fields: { email } });
        if (id === null) {
          unanswered += 1;
          return;
        }
        people.set(email, [...(people.get(email) ?? []), id]);
        counts.applied += 1;
      }

      const applyAsNew = () => {
        lastPerson += 1;
        return apply(`person-${lastPerson}@example.com`);
      };

      async function click() {
        const message = pick(slack.messages);
        const [button] = message.isDeleted
          ? []
          : findButtons(message.payload).sort(() => Math.random() - 0.5);
        if (button === undefined) return;
        const { status } = await slack.click({ message, button: button.text, server: urls().url });
        if (status !== 200) unanswered += 1;
        else if (button.text === 'Undo') counts.undone += 1;
        else counts.slack += 1;
      }

      async function decideInConsole(id: string) {
        const url = urls().consoleUrl;
        const person = await team.call(url, 'person', { about: id });
        if (person === null) return;
        const { version: seenVersion, last } = person;
        const isUndo = last !== null && Math.random() < 0.4;
        const to = isUndo ? last.from : pick(states);
        const decision = { decisionId: randomUUID(), about: person.id, to, seenVersion };
        const answer = await team.call(url, 'decide', { ...decision, isUndo });
        if (answer?.outcome !== 'decided') return;
        counts[isUndo ? 'undone' : 'console'] += 1;
      }

      async function decideByCommand(id: string) {
        const { answer } = await team.run(pick(verbs), id, '--yes');
        counts.command += (answer as { decided: number } | null)?.decided ?? 0;
      }

      async function erase(email: string, id: string) {
        people.delete(email);
        // Where the answer is lost, nobody was told: what was not known to be in the channel by then may be there.
        const before = await operator.findByEmail(email);
        const isKnown = before.every(({ delivery }) => delivery.isPlaced && delivery.uncertain === 0);
        listed.set(email, !isKnown);
        if (Math.random() < 0.5) {
          const url = urls().consoleUrl;
          const answer = await team.call(url, 'erase', { changeId: randomUUID(), whose: { about: id } });
          if (answer !== null) listed.set(email, answer.perhapsInSlack.length > 0);
        } else {
          const { answer, err } = await team.run('erase', '--email', email, '--yes');
          if (answer === null) throw new Error(`Nobody was erased: ${err}`);
          listed.set(email, (answer as { perhapsInSlack: unknown[] }).perhapsInSlack.length > 0);
        }
        counts.erased += 1;
      }

      /** What an operator does who is told that something was refused. */
      async function retry() {
        await team.run('retry', '--parked');
        counts.retried += 1;
      }

      async function act() {
        const dice = Math.random();
        const idle = [...people.keys()].filter((each) => !busy.has(each));
        if (dice < 0.18 || idle.length === 0) return applyAsNew();
        if (dice < 0.45) return click();
        if (dice > 0.96) return retry();
        const email = pick(idle);
        const id = pick(people.get(email) ?? []);
        busy.add(email);
        try {
          if (dice < 0.56) await apply(email);
          else if (dice < 0.72) await decideInConsole(id);
          else if (dice < 0.87) await decideByCommand(id);
          else await erase(email, id);
        } catch (error) {
          // Its server was killed meanwhile.
          if (!isCut(error)) throw error;
          unanswered += 1;
        } finally {
          busy.delete(email);
        }
      }

      async function kill() {
        await servers.kill();
        kills += 1;
      }

      // Slack asks for a pause at first, so that all of these wait together.
      slack.app.queueFaults({ kind: 'rateLimited', retryAfterSeconds: 2 });
      await Promise.all(Array.from({ length: firstPeople }, applyAsNew));
      await slack.waitForMessages(1);
      slack.app.setFaultFor(faults.choose);
      let done = 0;
      let killing = Promise.resolve();
      const work = async () => {
        while (done < actions) {
          await rest(Math.random() * 60);
          if (!servers.hasServer()) continue;
          done += 1;
          if (done % killEvery === 0) killing = killing.then(kill);
          await act();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await killing;
      slack.app.setFaultFor(null);
      // Some wait minutes, because they were not answered three times.
      await team.run('retry');

      const isSettled = async () => {
        await store.endClaimsOlderThan(5_000);
        const states = await operator.channelStates();
        const ours = states.filter(({ channel }) => channel === 'waitlist' || channel === 'changes');
        if (ours.some(({ parked, haltedReason }) => parked > 0 || haltedReason !== null)) await retry();
        return ours.reduce((sum, { waiting, parked }) => sum + waiting + parked, 0);
      };
      await expect.poll(isSettled, { timeout: isLong ? 900_000 : 200_000, interval: 500 }).toBe(0);

      const shown = slack.messages.filter(({ isDeleted }) => !isDeleted);
      const gone: string[] = [];
      for (const email of new Set(emails))
        if ((await operator.findByEmail(email)).length === 0) gone.push(email);
      let excused = 0;
      for (const message of shown) {
        const difference = await findDifference(operator, message);
        if (difference === null) continue;
        expect(await isUncertain(message), difference).toBe(true);
        excused += 1;
      }
      const bytes = shown.map(({ payload }) => JSON.stringify(payload));
      const seen = gone.filter((email) => bytes.some((text) => text.includes(email)));
      expect(seen.filter((email) => !listed.get(email))).toEqual([]);
      expect(slack.violations).toEqual([]);
      process.stderr.write(
        `messages of the app, ${engine}: ${counts.applied} applications, decisions ${counts.slack} in Slack, ${counts.console} in the console, ` +
          `${counts.command} on the command line, ${counts.undone} undone, ${counts.erased} erasures, ${counts.retried} retries; ` +
          `${kills} kills, ${unanswered} cut off; ${faults.met.passing} faults that pass, ${faults.met.timeouts} timeouts, ` +
          `${faults.met.refusals} refusals; ${shown.length} messages, of which ${excused} are of posts without an answer and listed, ` +
          'the others agree with the store\n',
      );

      /** Whether each person in it, erased or not, is listed as one whose message may stand in Slack. */
      async function isUncertain({ text }: RecordedMessage): Promise<boolean> {
        const records = await Promise.all((text.match(uuids) ?? []).map((id) => operator.findRecord({ id })));
        const known = records.filter((record) => record !== null);
        const erased = gone.filter((email) => text.includes(email));
        return (
          known.every(({ delivery }) => delivery.uncertain > 0) && erased.every((email) => listed.get(email))
        );
      }
    },
    isLong ? 3_600_000 : 420_000,
  );

  test.skipIf(isSkipped(engine))(
    'what is decided or erased is seen in Slack within 5 s, wherever it was done, at the pace of the default settings',
    async ({ expect }) => {
      await using slack = await startSlackStandIn({ minIntervalMs: 1_000, perMinute: 50 });
      await using servers = await setUp(engine, slack);
      const { operator, team, urls } = servers;
      const apply = async (email: string) => {
        const { id } = await submit(urls().url, { fields: { email } });
        if (id === null) throw new Error('The application was not taken.');
        return { id, message: await slack.messageOf(id) };
      };
      const [ada, bo] = [await apply('ada@example.com'), await apply('bo@example.com')];
      const call = async (to: ReviewState, seenVersion: number) => {
        const decision = { decisionId: randomUUID(), about: ada.id, to, seenVersion };
        await team.call(urls().consoleUrl, 'decide', decision);
      };
      const took: number[] = [];
      /** From the moment at which the store has it. */
      async function measure(act: Promise<unknown>, isStored: () => Promise<boolean>, isSeen: () => boolean) {
        await expect.poll(isStored, { timeout: 30_000, interval: 10 }).toBe(true);
        const storedAtMs = performance.now();
        await slack.waitUntil(isSeen, () => 'it is not seen in Slack');
        took.push(Math.round(performance.now() - storedAtMs));
        await act;
      }
      const isIn = (state: ReviewState) => async () =>
        (await operator.readReview({ id: ada.id }))?.state === state;
      const says = (words: string) => () => ada.message.text.includes(words);
      const isErased = (id: string) => async () => (await operator.findRecord({ id })) === null;

      await measure(call('shortlisted', 0), isIn('shortlisted'), says('Shortlisted by'));
      await measure(team.run('invite', ada.id, '--yes'), isIn('invited'), says('Invited by'));
      await measure(call('declined', 2), isIn('declined'), says('Declined by'));
      await measure(team.run('reopen', ada.id), isIn('new'), says('Reopened'));
      const click = { message: ada.message, button: 'Shortlist', server: urls().url };
      await measure(slack.click(click), isIn('shortlisted'), says('Shortlisted by ada'));
      const erasure = team.call(urls().consoleUrl, 'erase', {
        changeId: randomUUID(),
        whose: { about: ada.id },
      });
      await measure(erasure, isErased(ada.id), () => ada.message.isDeleted);
      const command = team.run('erase', '--email', 'bo@example.com', '--yes');
      await measure(command, isErased(bo.id), () => bo.message.isDeleted);
      expect(await erasure).toMatchObject({ messages: { waiting: 0, refused: [] } });
      expect((await command).answer).toMatchObject({ messages: { gone: 1, waiting: 0, refused: [] } });
      expect(slack.violations).toEqual([]);
      // A single one may be late on a busy machine.
      expect(median(took), `each took ${took.join(', ')} ms`).toBeLessThan(5_000);
    },
  );
});

/** What the message shows, where the store says something else; null: they agree. */
async function findDifference(
  operator: OperatorStore,
  { payload, text }: RecordedMessage,
): Promise<string | null> {
  const ids = text.match(uuids) ?? [];
  const stored = await Promise.all(ids.map((id) => readStored(operator, id)));
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

async function readStored(operator: OperatorStore, id: string): Promise<StoredSubmission | null> {
  const [record, review] = [await operator.findRecord({ id }), await operator.readReview({ id })];
  if (record === null || review === null) return null;
  const { sequence, receivedAtMs } = record;
  const same = await operator.findByEmail(record.fields.email);
  const earlierFromSameEmail = same.filter((each) => each.sequence < sequence).length;
  return { ...record, id, sequence, receivedAtMs, earlierFromSameEmail, review };
}

/** There was no answer: `fetch` says so by a TypeError. */
const isCut = (error: unknown): boolean =>
  error instanceof TypeError && error.message.includes('fetch failed');
