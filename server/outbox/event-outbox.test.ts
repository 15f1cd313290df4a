import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEventSender, type WebhookOptions } from '#server/webhook/event-sender.ts';
import { readChannel } from '#test/job-claims.ts';
import { keepStore } from '#test/kept-store.ts';
import { setUpOutbox } from '#test/outbox-fixture.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { answerWith, hang, startWebhookReceiver, webhookKey } from '#test/webhook-receiver.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const kept = keepStore('sqlite');
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let outboxes: Outbox[];
let logged: string[];

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  outboxes = [];
  logged = [];
});
afterEach(async () => {
  for (const outbox of outboxes) await outbox.stop();
  await receiver.close();
});

const toReceiver = (changes: Partial<WebhookOptions> = {}) =>
  createEventSender({ url: receiver.url, key: webhookKey, timeoutMs: 5_000, ...changes });

async function startEvents(senders = [toReceiver()]): Promise<Outbox> {
  const log = (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`);
  const outbox = createOutbox({
    store: kept.store,
    senders,
    logger: { info: log, warn: log, error: log },
    // No jitter: a retry is due at once.
    random: () => 0,
  });
  outboxes.push(outbox);
  await outbox.start();
  return outbox;
}

async function accept(email = 'ada@example.com'): Promise<string> {
  const { id } = await kept.store.accept(newSubmission({ fields: { email } }));
  for (const outbox of outboxes) outbox.wake();
  return id;
}

const readEvents = () => readChannel(kept.store, 'events');
const waitForReceived = (count: number) => expect.poll(() => receiver.received.length).toBe(count);

test('events arrive signed, each with its id, and say what happened', async () => {
  await startEvents();
  const id = await accept();
  const decision = newDecision({ id }, { to: 'shortlisted', note: 'for the team alone' });
  await kept.store.decide(decision);
  await waitForReceived(2);
  await kept.store.erase('nobody@example.com');
  await waitForReceived(3);
  expect(receiver.received).toEqual([
    {
      id,
      type: 'application.received',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        submission: {
          id,
          number: 1,
          kind: 'creator',
          receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          fields: expect.objectContaining({ name: 'Ada', email: 'ada@example.com' }),
        },
      },
    },
    {
      id: expect.any(String),
      type: 'applicant.decided',
      timestamp: expect.any(String),
      data: {
        decision: decision.id,
        before: 'new',
        after: 'shortlisted',
        by: 'ada',
        way: 'slack',
        wave: null,
        submission: expect.objectContaining({ id, number: 1 }),
      },
    },
    {
      id: expect.any(String),
      type: 'person.erased',
      timestamp: expect.any(String),
      data: { ids: [], emailSha256: expect.stringMatching(/^[\da-f]{64}$/) },
    },
  ]);
});

test('what the receiver does not take is sent again with its id, and nobody is named in the log', async () => {
  receiver.queueAnswers(answerWith(500), answerWith(302, { location: receiver.url }), answerWith(404));
  await startEvents();
  const id = await accept();
  await waitForReceived(1);
  expect(receiver.attempts.map((attempt) => attempt.id)).toEqual([id, id, id, id]);
  expect(logged.join()).toContain('webhook_refused 302');
  expect(logged.join()).not.toMatch(/hunter2|ada@example|127\.0\.0\.1/);
});

test('a receiver that is down gets everything once it is up again', async () => {
  await startEvents();
  await receiver.close();
  const ids = [await accept(), await accept('bo@example.com')];
  await expect.poll(() => logged.join()).toContain('webhook_unreached ECONNREFUSED');
  receiver = await startWebhookReceiver(receiver.port);
  await waitForReceived(2);
  expect(receiver.received.map(({ id }) => id)).toEqual(ids);
});

test('an event that is refused for itself does not hold back the others', async () => {
  receiver.answerAll(answerWith(422));
  await startEvents();
  const id = await accept();
  await expect.poll(() => receiver.attempts.length).toBeGreaterThan(1);
  receiver.queueAnswers(answerWith(422));
  receiver.answerAll(null);
  const other = await accept('bo@example.com');
  await waitForReceived(2);
  expect(receiver.received.map((event) => event.id).toSorted()).toEqual([id, other].toSorted());
});

test('a Retry-After holds all events for so long', async () => {
  receiver.queueAnswers(answerWith(429, { 'retry-after': '1' }));
  await startEvents();
  await accept();
  await accept('bo@example.com');
  await waitForReceived(2);
  const [limited = 0, next = 0] = receiver.attempts.map(({ atMs }) => atMs);
  expect(next - limited).toBeGreaterThanOrEqual(990);
});

test('an address that is gone for good halts the events; another one ends the halt', async () => {
  receiver.answerAll(answerWith(410));
  await startEvents();
  await accept();
  await expect.poll(async () => (await readEvents())?.haltedReason).toBe('webhook_gone 410');
  expect(await readEvents()).toMatchObject({ waiting: 1, parked: 0 });
  expect(logged.join()).toContain('EVENTS HALTED');
  expect(receiver.attempts).toHaveLength(1);
  await outboxes.pop()?.stop();
  receiver.answerAll(null);
  await startEvents([toReceiver({ url: `${receiver.url}/new` })]);
  await waitForReceived(1);
});

test('what was not taken for three days is parked, and sent again when the operator says so', async () => {
  receiver.answerAll(answerWith(500));
  const threeDaysMs = 3 * 86_400_000;
  await startEvents([toReceiver({ now: () => Date.now() + threeDaysMs })]);
  await accept();
  await expect.poll(async () => (await readEvents())?.parked).toBe(1);
  expect(logged.join()).toContain('EVENT PARKED');
  await outboxes.pop()?.stop();
  receiver.answerAll(null);
  await kept.store.retryJobs({ states: ['parked'] });
  await startEvents();
  await waitForReceived(1);
});

test('a start without a receiver deletes what waited, and says so', async () => {
  receiver.answerAll(answerWith(500));
  await startEvents();
  await accept();
  await outboxes.pop()?.stop();
  await startEvents([]);
  expect(await readEvents()).toBeUndefined();
  expect(logged.join()).toContain('what waited is deleted');
});

describe('on leaping time', () => {
  const fixture = setUpOutbox();
  /** The receiver fails on these texts. */
  function failOn(text: string, answer = answerWith(500)) {
    receiver.setAnswerFor((body) => (body.includes(text) ? answer : null));
  }

  // The longest waits that chance can give.
  const start = (changes: Partial<WebhookOptions> = {}) =>
    fixture.startOutbox({ senders: [toReceiver(changes)], random: () => 1 });

  test.each([
    ['500', answerWith(500), 5_000],
    ['no answer', hang, 300],
  ])('texts on which the receiver fails (%s) hold back no other event', async (_, answer, timeoutMs) => {
    failOn('poison', answer);
    await start({ timeoutMs });
    await fixture.accept({ fields: { name: 'poison' } });
    await expect.poll(() => receiver.attempts.length).toBeGreaterThan(8);
    const id = await fixture.accept();
    const before = receiver.attempts.length;
    // On a busy machine its own answer may be too late as well, and it comes twice.
    await expect.poll(() => receiver.received.map((event) => event.id)).toContain(id);
    expect(receiver.attempts.findIndex((attempt) => attempt.id === id)).toBeLessThan(before + 3);
  });

  test('many such texts let the others through, and an erasure goes first', async () => {
    failOn('poison');
    await start();
    for (let n = 0; n < 5; n += 1) await fixture.accept({ fields: { name: 'poison' } });
    await expect.poll(() => receiver.attempts.length).toBeGreaterThan(25);
    await fixture.store.erase('nobody@example.com');
    const before = receiver.attempts.length;
    await fixture.acceptMany(20);
    await waitForReceived(21);
    const erasure = receiver.received.find(({ type }) => type === 'person.erased');
    expect(receiver.attempts.findIndex(({ id }) => id === erasure?.id)).toBeLessThan(before + 3);
    expect(receiver.attempts.length - before).toBeLessThan(21 + 40);
  });

  test('while every event fails, the address is left alone for up to a minute', async () => {
    let recoveredAtMs = Number.POSITIVE_INFINITY;
    receiver.setAnswerFor(() => {
      const nowMs = fixture.clock.now();
      if (nowMs < 3_600_000) return answerWith(503);
      recoveredAtMs = Math.min(recoveredAtMs, nowMs);
      return null;
    });
    await start();
    await fixture.acceptMany(40);
    await waitForReceived(40);
    expect(receiver.attempts.length).toBeLessThan(40 + 100);
    expect(recoveredAtMs).toBeLessThan(3_600_000 + 61_000);
  });
});
