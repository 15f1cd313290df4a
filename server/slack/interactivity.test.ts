import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReviewState } from '#contract/review.ts';
import { type AppFixture, openAppFixture, openOwnFixture } from '#server/app-fixture.ts';
import { readConfig } from '#server/config.ts';
import { createSlackSenders } from '#server/slack-channels.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { Store } from '#server/store/store.ts';
import { claimOptions, connect, finish } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { composeClick, signAsSlack, writeClickBody } from '#test/slack-click.ts';
import { actionIdOf, writeButtonValue } from './button-value.ts';
import type { InteractivityParts } from './interactivity.ts';

const secret = '0123456789abcdef0123456789abcdef';
const responseUrl = 'https://hooks.slack.com/actions/T1/2/abc';
const ada = { id: 'U0ADA', name: 'ada' };

interface ClickChanges {
  to?: ReviewState;
  seenVersion?: number;
  isUndo?: boolean;
  responseUrl?: string;
  user?: { id: string; name: string };
}

function clickBody(id: string, changes: ClickChanges = {}): string {
  const { to = 'shortlisted', seenVersion = 0, isUndo = false, user = ada } = changes;
  const button = {
    text: 'A button',
    actionId: actionIdOf({ to, isUndo }),
    value: writeButtonValue({ id, seenVersion, to, isUndo }),
  };
  const click = composeClick({ message: {}, messageTs: '1.2', button, user, responseUrl, ...changes });
  return writeClickBody(click);
}

const send = (app: FastifyInstance, body: string | Buffer, headers = signAsSlack(body, secret)) =>
  app.inject({ method: 'POST', url: '/slack/interactivity', headers, payload: body });

const partsFor = (store: Pick<Store, 'decide' | 'queueReply'>, onQueued = () => {}) =>
  ({
    store,
    signingSecret: secret,
    hasApp: false,
    standInOrigin: null,
    makeNewLetter: () => ({ id: randomUUID(), messageId: `<${randomUUID()}@x>`, delayMs: 0 }),
    timeZone: 'Australia/Sydney',
    onQueued,
  }) satisfies Partial<InteractivityParts>;

describe('a click in Slack', () => {
  let fixture: AppFixture;
  let queued = 0;

  beforeAll(async () => {
    const onQueued = () => {
      queued += 1;
    };
    fixture = await openAppFixture({}, (store) => ({ interactivity: partsFor(store, onQueued) }));
    await connect(fixture.store);
  });
  afterAll(() => fixture.close());

  async function apply(changes: Parameters<typeof newSubmission>[0] = {}) {
    const fields = { email: `${randomUUID()}@example.com`, ...changes.fields };
    return (await fixture.store.accept(newSubmission({ ...changes, fields }))).id;
  }
  const review = (id: string) => fixture.store.readReview({ id });

  /** What was queued for Slack since the last look. */
  async function takeUpdates() {
    const taken = [];
    while (true) {
      const { claim } = await fixture.store.claimJobs(claimOptions({ channel: 'clicks' }));
      if (claim === null) return taken;
      const [job] = claim.jobs;
      if (job?.kind === 'reply') taken.push({ reply: job.text, id: null, url: job.responseUrl });
      if (job?.kind === 'message update')
        taken.push({
          reply: null,
          id: job.submissions[0]?.id ?? null,
          url: 'place' in job.to ? job.to.place : job.to.responseUrl,
        });
      await finish(fixture.store, claim);
    }
  }

  test('is decided before it is answered, and its message is to change', async () => {
    const id = await apply();
    const before = queued;
    const answer = await send(fixture.app, clickBody(id, { to: 'invited' }));
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '' });
    expect(await review(id)).toMatchObject({
      state: 'invited',
      last: { actor: { way: 'slack', id: 'U0ADA', name: 'ada' }, from: 'new' },
      letter: { state: 'waiting' },
    });
    expect(queued).toBe(before + 1);
    expect(await takeUpdates()).toEqual([{ reply: null, id, url: responseUrl }]);
  });

  test('that Slack repeats is decided once', async () => {
    const id = await apply();
    const body = clickBody(id);
    for (let sent = 0; sent < 3; sent += 1) expect((await send(fixture.app, body)).statusCode).toBe(200);
    expect(await review(id)).toMatchObject({ version: 1 });
    expect(await takeUpdates()).toHaveLength(1);
  });

  test('that was recorded and is replayed after an undo decides nothing', async () => {
    const id = await apply();
    const body = clickBody(id, { to: 'invited' });
    await send(fixture.app, body);
    await send(fixture.app, clickBody(id, { to: 'new', seenVersion: 1, isUndo: true }));
    expect((await send(fixture.app, body)).statusCode).toBe(200);
    expect(await review(id)).toMatchObject({ state: 'new', version: 2, letter: { state: 'cancelled' } });
    await takeUpdates();
  });

  test('that undoes an invitation brings back the letter to the declined that it stopped, at its time', async () => {
    const id = await apply();
    const letterAtMs = Date.now() + 3_600_000;
    const letter = newLetter({ letterAtMs });
    await fixture.store.decide(newDecision({ id }, { to: 'declined', withLetter: true, letter }));
    await send(fixture.app, clickBody(id, { to: 'invited', seenVersion: 1 }));
    await send(fixture.app, clickBody(id, { to: 'declined', seenVersion: 2, isUndo: true }));
    expect(await review(id)).toMatchObject({
      state: 'declined',
      told: { status: 'waiting', atMs: letterAtMs },
      letters: [{ state: 'cancelled' }, { state: 'cancelled' }, { letter: 'declined', letterAtMs }],
    });
    await takeUpdates();
  });

  test('on a contact message marks it as answered, and its message is to change', async () => {
    const id = await apply({ kind: 'contact' });
    await send(fixture.app, clickBody(id, { to: 'answered' }));
    expect(await review(id)).toMatchObject({ state: 'answered', last: { actor: { id: 'U0ADA' } } });
    expect(await takeUpdates()).toEqual([{ reply: null, id, url: responseUrl }]);
    await send(fixture.app, clickBody(id, { to: 'new', seenVersion: 1, isUndo: true }));
    expect(await review(id)).toMatchObject({ state: 'new', version: 2 });
    await takeUpdates();
  });

  test("another kind's id decides nothing", async () => {
    const id = await apply({ kind: 'contact' });
    expect((await send(fixture.app, clickBody(id, { to: 'invited' }))).statusCode).toBe(200);
    expect(await review(id)).toMatchObject({ state: 'new', decisions: [] });
    await takeUpdates();
  });

  test('whose decision this version does not know is not acknowledged: Slack shows a warning', async () => {
    const id = await apply();
    const unknown = (body: string) => body.replaceAll('shortlisted', 'on-hold');
    expect((await send(fixture.app, unknown(clickBody(id)))).statusCode).toBe(401);
    const noDecision = clickBody(id).replace('decide-shortlisted', 'open-console');
    expect((await send(fixture.app, noDecision)).statusCode).toBe(200);
    expect(await review(id)).toMatchObject({ version: 0 });
    expect(await takeUpdates()).toEqual([]);
  });

  describe('that Slack did not send', () => {
    const tampered = (body: string) => body.replace('shortlisted', 'invited');
    const cut = (headers: Record<string, string>, end: number) => ({
      ...headers,
      'x-slack-signature': String(headers['x-slack-signature']).slice(0, end),
    });
    test.each<[string, (body: string) => [body: string | Buffer, headers: Record<string, string>]]>([
      ['tampered with', (body) => [tampered(body), signAsSlack(body, secret)]],
      ['stale', (body) => [body, signAsSlack(body, secret, Date.now() - 301_000)]],
      ['from the future', (body) => [body, signAsSlack(body, secret, Date.now() + 301_000)]],
      ["with another app's secret", (body) => [body, signAsSlack(body, 'f'.repeat(32))]],
      ['re-encoded', (body) => [body.replaceAll('%22', '"'), signAsSlack(body, secret)]],
      ['decoded before the check', (body) => [decodeURIComponent(body), signAsSlack(body, secret)]],
      ['without a signature', (body) => [body, { 'content-type': 'application/x-www-form-urlencoded' }]],
      ['with an empty signature', (body) => [body, cut(signAsSlack(body, secret), 'v0='.length)]],
      ['with a cut signature', (body) => [body, cut(signAsSlack(body, secret), -2)]],
      ['signed but empty', () => ['', signAsSlack('', secret)]],
      ['signed, not a form', () => ['{"payload":{}}', signAsSlack('{"payload":{}}', secret)]],
      ['signed, not JSON', () => ['payload=%7B', signAsSlack('payload=%7B', secret)]],
    ])('is refused without detail: %s', async (_what, forge) => {
      const id = await apply();
      const [body, headers] = forge(clickBody(id));
      const answer = await send(fixture.app, body, headers);
      expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 401, body: '' });
      expect(await review(id)).toMatchObject({ version: 0 });
      expect(await takeUpdates()).toEqual([]);
    });

    test.each([
      'http://hooks.slack.com/actions/T1/2/abc',
      'https://hooks.slack.com.evil.example/actions/T1/2/abc',
      'https://hooks.slack.com@evil.example/actions/T1/2/abc',
      'https://hooks.slack.com:8443/actions/T1/2/abc',
      'https://name@hooks.slack.com/actions/T1/2/abc',
      'https://:password@hooks.slack.com/actions/T1/2/abc',
      'https://hooks.slack.com/actions/T1/2/abc?to=elsewhere',
      'https://hooks.slack.com/actions/T1/2/abc#elsewhere',
      'https://evil.example/actions/T1/2/abc',
      'https://hooks.slack.com/services/T1/B2/abc',
      'https://hooks.slack.com/actions/../services/T1',
      'http://169.254.169.254/actions/T1/2/abc',
      'http://127.0.0.1:3001/actions/T1/2/abc',
      'file:///etc/passwd',
    ])('would have the answer posted elsewhere: %s', async (elsewhere) => {
      const id = await apply();
      const answer = await send(fixture.app, clickBody(id, { responseUrl: elsewhere }));
      expect(answer.statusCode).toBe(401);
      expect(await review(id)).toMatchObject({ version: 0 });
      expect(await takeUpdates()).toEqual([]);
    });

    test('is refused when it is too large, and a long message with every character escaped is not', async () => {
      const id = await apply();
      const click = (bytes: number) =>
        writeClickBody(
          composeClick({
            message: { text: 'ü'.repeat(bytes / 6) },
            messageTs: '1.2',
            button: { text: 'x', actionId: 'decide-shortlisted', value: `${id} 0 shortlisted` },
            user: ada,
            responseUrl,
          }),
        );
      expect((await send(fixture.app, click(300_000))).statusCode).toBe(413);
      expect(await review(id)).toMatchObject({ version: 0 });
      expect((await send(fixture.app, click(200_000))).statusCode).toBe(200);
      expect(await review(id)).toMatchObject({ version: 1 });
      await takeUpdates();
    });
  });

  test('another interaction of the app is acknowledged, and decides nothing', async () => {
    for (const payload of [{ type: 'view_submission' }, { type: 'block_actions', actions: [] }]) {
      const body = writeClickBody(payload);
      expect((await send(fixture.app, body)).statusCode).toBe(200);
    }
    const id = await apply();
    const body = writeClickBody(
      composeClick({
        message: {},
        messageTs: '1.2',
        button: { text: 'x', actionId: 'open-console', value: `${id} 0 invited` },
        user: ada,
        responseUrl,
      }),
    );
    expect((await send(fixture.app, body)).statusCode).toBe(200);
    expect(await review(id)).toMatchObject({ version: 0 });
  });

  test('nothing of a click stands in a log line', async () => {
    const id = await apply();
    await send(fixture.app, clickBody(id));
    const log = fixture.logged.join('');
    for (const secretPart of [secret, 'hooks.slack.com', 'U0ADA', 'example.com'])
      expect(log).not.toContain(secretPart);
    await takeUpdates();
  });
});

test('without a signing secret there is nothing to click', async () => {
  const { app } = await openOwnFixture();
  expect((await send(app, clickBody(randomUUID()))).statusCode).toBe(404);
  expect(createSlackSenders(readConfig({}), { warn: () => {} })).toEqual([]);
});

describe('a click while the store is in trouble', () => {
  test('is answered within three seconds although the store does not answer', async () => {
    const store = { decide: () => new Promise<never>(() => {}), queueReply: async () => {} };
    const { app } = await openOwnFixture({}, () => ({ interactivity: partsFor(store) }));
    // A timer of this process instead of a time that was measured: what delays the one delays the other.
    const isLate = wait(3_000, null, { ref: false });
    const answer = await Promise.race([send(app, clickBody(randomUUID())), isLate]);
    expect(answer).toMatchObject({ statusCode: 503, body: '' });
  });

  test('is not answered as decided when the store refuses it', async () => {
    const store = {
      decide: () => Promise.reject(new StoreUnavailableError('The disk is full.')),
      queueReply: async () => {},
    };
    const { app, logged } = await openOwnFixture({}, () => ({ interactivity: partsFor(store) }));
    expect((await send(app, clickBody(randomUUID()))).statusCode).toBe(503);
    expect(logged.join('')).toContain('request failed');
  });
});
