import { expect, test } from 'vitest';
import { setUpOutbox } from '#test/outbox-fixture.ts';

const fixture = setUpOutbox();
const { accept, acceptMany, idsInOrder, startOutbox, stateOf, toSlack, waitForDelivered } = fixture;

test('Retry-After is obeyed to the second', async () => {
  fixture.slack.queueFaults({ kind: 'rateLimited', retryAfterSeconds: 37 });
  const sentAtMs: number[] = [];
  const slack = toSlack();
  await acceptMany(2);
  await startOutbox({
    senders: [
      {
        ...slack,
        send(jobs, signal) {
          sentAtMs.push(fixture.clock.now());
          return slack.send(jobs, signal);
        },
      },
    ],
  });
  await waitForDelivered(2);
  const [refused = 0, next = 0] = sentAtMs;
  expect(next - refused).toBeGreaterThanOrEqual(37_000);
  expect(next - refused).toBeLessThan(38_000);
});

test.each([86_400, 'Thu, 01 Jan 2099 00:00:00 GMT', '9'.repeat(20)])(
  'a Retry-After of %s holds the channel for a minute at most',
  async (retryAfterSeconds) => {
    const postedAtMs: number[] = [];
    fixture.slack.setFaultFor(() => {
      postedAtMs.push(fixture.clock.now());
      return postedAtMs.length === 1 ? { kind: 'rateLimited', retryAfterSeconds } : null;
    });
    await accept();
    await startOutbox();
    await waitForDelivered(1);
    const [limited = 0, next = 0] = postedAtMs;
    expect(next - limited).toBeGreaterThanOrEqual(60_000);
    expect(next - limited).toBeLessThan(61_000);
  },
);

test('an outage of an hour ends with everything in the channel', async () => {
  let recoveredAtMs = Number.POSITIVE_INFINITY;
  fixture.slack.setFaultFor(() => {
    const nowMs = fixture.clock.now();
    if (nowMs < 3_600_000) return { kind: 'answer', status: 503 };
    recoveredAtMs = Math.min(recoveredAtMs, nowMs);
    return null;
  });
  const ids = await acceptMany(60);
  await startOutbox();
  await fixture.slack.waitForIds(ids);
  await waitForDelivered(60);
  expect(fixture.slack.deliveredIds().size).toBe(60);
  expect(fixture.slack.messages.flatMap((message) => message.ids)).toHaveLength(60);
  expect(recoveredAtMs).toBeLessThan(3_600_000 + 90_000);
  // The cap of the backoff, not a storm: an hour of at most a minute's waits, half of it by jitter.
  expect(fixture.slack.posts).toBeLessThan(400);
});

test('a refused message is parked with its reason, and those behind it go on', async () => {
  const ids = await acceptMany(3);
  fixture.slack.setFaultFor((raw) =>
    raw.includes(ids[1] ?? '') ? { kind: 'refused', code: 'invalid_payload' } : null,
  );
  await startOutbox();
  await waitForDelivered(2);
  expect(await stateOf('waitlist')).toMatchObject({ parked: 1, waiting: 0, haltedReason: null });
  expect(fixture.logged.filter(({ level }) => level === 'error')).toMatchObject([
    { details: { ids: [ids[1]], reason: 'slack_invalid_payload 400 invalid_payload' } },
  ]);
});

test('of a refused digest only the submission at fault is parked', async () => {
  const ids = await acceptMany(60);
  const atFault = ids[7] ?? '';
  let posts = 0;
  fixture.slack.setFaultFor((raw) => {
    posts += 1;
    if (posts === 4) return { kind: 'answer', status: 500 };
    return raw.includes(atFault) ? { kind: 'refused', code: 'invalid_payload' } : null;
  });
  await startOutbox();
  await waitForDelivered(59);
  expect(await stateOf('waitlist')).toMatchObject({ parked: 1, waiting: 0 });
  expect(new Set(idsInOrder())).toEqual(new Set(ids.filter((id) => id !== atFault)));
  expect(idsInOrder()).toHaveLength(59);
  expect(fixture.logged.filter(({ message }) => message.includes('one by one'))).toHaveLength(1);
});

test('a message that Slack takes and does not answer comes a few times, then minutes pass between two', async () => {
  const postedAtMs: number[] = [];
  fixture.slack.setFaultFor(() => {
    postedAtMs.push(fixture.clock.now());
    return postedAtMs.length < 6 ? { kind: 'cutAfterRecording' } : null;
  });
  await accept();
  await startOutbox();
  await waitForDelivered(1);
  const pausesMs = postedAtMs.slice(1).map((atMs, index) => atMs - (postedAtMs[index] ?? 0));
  expect(pausesMs.slice(2).every((ms) => ms >= 120_000)).toBe(true);
});

test('messages on which Slack fails hold back no other, and none of them is lost', async () => {
  const poisoned = await acceptMany(3);
  fixture.slack.setFaultFor((raw) =>
    fixture.clock.now() < 3_600_000 && poisoned.some((id) => raw.includes(id))
      ? { kind: 'answer', status: 500 }
      : null,
  );
  await startOutbox();
  await expect.poll(() => fixture.slack.posts).toBeGreaterThan(20);
  const ids = await acceptMany(10);
  const startedAtMs = fixture.clock.now();
  await fixture.slack.waitForIds(ids);
  expect(fixture.clock.now() - startedAtMs).toBeLessThan(600_000);
  await waitForDelivered(13);
});
