import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EventType } from '#server/store/job.ts';
import { reviewedAs } from '#test/sample-decisions.ts';
import { storedSubmission, submissionJob } from '#test/sample-submissions.ts';
import { answerWith, hang, startWebhookReceiver, webhookKey } from '#test/webhook-receiver.ts';
import { composeEvent, composeTestEvent } from './compose-event.ts';
import { createEventPost, createEventSender } from './event-sender.ts';

const { signal } = new AbortController();
const event = composeTestEvent(new Date());

test('a redirect is not followed', async () => {
  await using elsewhere = await startWebhookReceiver();
  await using receiver = await startWebhookReceiver();
  receiver.queueAnswers(answerWith(307, { location: elsewhere.url }));
  const post = createEventPost({ url: receiver.url, key: webhookKey });
  expect(await post(event, signal)).toMatchObject({ kind: 'retry', code: 'webhook_refused', detail: '307' });
  expect(elsewhere.attempts).toEqual([]);
});

test('a receiver that hangs is given up within the time', async () => {
  await using receiver = await startWebhookReceiver();
  receiver.queueAnswers(hang);
  const post = createEventPost({ url: receiver.url, key: webhookKey, timeoutMs: 100 });
  expect(await post(event, signal)).toEqual({ kind: 'unanswered', code: 'webhook_unanswered', detail: null });
});

test.each([
  [429, '37', 37_000],
  [503, new Date(Date.UTC(2099, 0, 1, 0, 1)).toUTCString(), 60_000],
  [503, 'soon', undefined],
])('of %i the Retry-After %s is read', async (status, retryAfter, afterMs) => {
  await using receiver = await startWebhookReceiver();
  receiver.queueAnswers(answerWith(status, { 'retry-after': retryAfter }));
  const post = createEventPost({ url: receiver.url, key: webhookKey, now: () => Date.UTC(2099, 0, 1) });
  const result = await post(event, signal);
  expect('afterMs' in result ? result.afterMs : undefined).toBe(afterMs);
});

test.each([
  [400, false],
  [401, true],
  [404, true],
  [412, true],
  [413, false],
  [414, true],
  [422, false],
  [429, true],
  [500, true],
  [503, true],
])('whether other events wait too after a %i: %s', async (status, receiverTrouble) => {
  await using receiver = await startWebhookReceiver();
  receiver.queueAnswers(answerWith(status));
  const post = createEventPost({ url: receiver.url, key: webhookKey });
  expect(await post(event, signal)).toMatchObject({ kind: 'retry', receiverTrouble });
});

test('an event is tried again for three days and then refused', async () => {
  await using receiver = await startWebhookReceiver();
  receiver.answerAll(answerWith(500));
  const job = submissionJob(storedSubmission());
  const sendAfter = (ms: number) =>
    createEventSender({ url: receiver.url, key: webhookKey, now: () => job.queuedAtMs + ms }).send(
      [job],
      signal,
    );
  const threeDaysMs = 3 * 86_400_000;
  expect(await sendAfter(threeDaysMs - 1)).toMatchObject({ kind: 'retry' });
  expect(await sendAfter(threeDaysMs)).toMatchObject({ kind: 'refused', refuses: 'message' });
});

test('what is above 64 KiB is parked and never posted', async () => {
  await using receiver = await startWebhookReceiver();
  const post = createEventPost({ url: receiver.url, key: webhookKey });
  const sized = (bytes: number) => ({ id: 'an-id', body: JSON.stringify('é'.repeat((bytes - 2) / 2)) });
  expect(await post(sized(65_536), signal)).toEqual({ kind: 'delivered' });
  expect(await post(sized(65_538), signal)).toEqual({
    kind: 'refused',
    refuses: 'message',
    code: 'webhook_too_large',
    detail: '65538 bytes',
  });
  expect(receiver.attempts).toHaveLength(1);
});

test('an event that cannot be cut to 64 KiB is refused, whatever it is about', async () => {
  await using receiver = await startWebhookReceiver();
  const sender = createEventSender({ url: receiver.url, key: webhookKey });
  const review = reviewedAs('invited', { name: 'a'.repeat(70_000) });
  const common = { ...submissionJob(), kind: 'event', channel: 'events' } as const;
  const decided = {
    type: 'applicant.decided',
    decision: review.last ?? expect.fail(),
    submission: storedSubmission({ review }),
  } as const;
  const erased = { type: 'person.erased', ids: Array(2_000).fill(event.id), emailSha256: 'a' } as const;
  for (const about of [decided, erased])
    expect(await sender.send([{ ...common, event: about }], signal)).toMatchObject({
      code: 'webhook_too_large',
    });
  expect(receiver.attempts).toEqual([]);
});

test('nothing is posted of an event but what is named, and the page about events names each', () => {
  const submission = storedSubmission({ review: reviewedAs('invited') });
  const decision = { ...(submission.review.last ?? expect.fail()), note: 'for the team alone' };
  const common = { ...submissionJob(submission), kind: 'event' } as const;
  const answer = {
    decisionId: 'd1',
    answer: 'coming',
    sentence: 'Yes',
    answeredAtMs: 0,
    ...{ note: 'for the team alone' },
  } as const;
  const also = { text: 'for the team alone', note: 'for the team alone' };
  const shown = {
    'applicant.decided': ['after', 'before', 'by', 'decision', 'submission', 'wave', 'way'],
    'applicant.told': ['after', 'before', 'by', 'decision', 'submission', 'wave', 'way'],
    'applicant.answered': ['answer', 'answeredAt', 'decision', 'sentence', 'submission'],
    'person.erased': ['emailSha256', 'ids'],
  } satisfies Record<EventType, string[]>;
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const types = Object.keys(shown) as (keyof typeof shown)[];
  for (const type of types) {
    const about =
      type === 'person.erased'
        ? { ...also, type, ids: [], emailSha256: 'a' }
        : { ...also, type, decision, answer, submission: { ...submission, ...also } };
    const { body } = composeEvent({ ...common, event: about });
    expect(body).not.toContain('for the team alone');
    expect(Object.keys(JSON.parse(body).data).sort()).toEqual(shown[type]);
    expect(page).toContain(`| \`${type}\` |`);
  }
});

test('a signature with another secret, or of another time, is refused by the official library', async () => {
  await using receiver = await startWebhookReceiver();
  const statusOf = async (changes: object) => {
    const result = await createEventPost({ url: receiver.url, key: webhookKey, ...changes })(event, signal);
    return 'detail' in result ? result.detail : result.kind;
  };
  expect(await statusOf({})).toBe('delivered');
  expect(await statusOf({ key: Buffer.alloc(32, 'x') })).toBe('401');
  expect(await statusOf({ now: () => Date.now() - 600_000 })).toBe('401');
});

test('a body is at most 64 KiB: where all texts would not fit, they are cut, and it says so', () => {
  const compose = (message: string) => {
    const submission = storedSubmission({ kind: 'venue', fields: { message, website: message } });
    const { body } = composeEvent(submissionJob(submission));
    return { bytes: Buffer.byteLength(body), data: JSON.parse(body).data };
  };
  expect(compose('a')).toMatchObject({ data: { submission: { fields: { message: 'a' } } } });
  expect(compose('a').data).not.toHaveProperty('truncated');
  for (const text of ['\u0001'.repeat(8_000), '🙂'.repeat(20_000)]) {
    const { bytes, data } = compose(text);
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(data).toMatchObject({ truncated: true, submission: { fields: { name: 'Ada' } } });
    expect(data.submission.fields.message.length).toBeGreaterThan(1_000);
  }
});
