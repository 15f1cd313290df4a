import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { Claim, ClaimEnd, Job } from '#server/store/job.ts';
import { createResultRecorder } from './record-result.ts';
import type { Sender, SendResult } from './sender.ts';

/** The store and the clock are stood in for: these are the rules of time alone, with the longest random parts. */

const ends: ClaimEnd[] = [];
let nowMs = 0;
let failuresOfStore = 0;
let areOthersRefused: () => Promise<boolean> = async () => false;
let cutOff = new AbortController();

beforeEach(() => {
  ends.length = 0;
  nowMs = 0;
  failuresOfStore = 0;
  areOthersRefused = async () => false;
  cutOff = new AbortController();
});

const recorderOf = (unanswered: Sender['unanswered'] = { pauseQueueAfter: 3 }) =>
  createResultRecorder(
    {
      channels: ['waitlist'],
      refused: 'parked',
      unanswered,
      explain: { halted: '', refused: () => '' },
    } as unknown as Sender,
    {
      store: {
        async endClaim(claim: Claim, how: ClaimEnd) {
          failuresOfStore -= 1;
          if (failuresOfStore >= 0) throw new Error('The store is away.');
          ends.push(how);
          return claim.jobs.length;
        },
        areOthersRefused: () => areOthersRefused(),
      },
      logger: pino({ level: 'silent' }),
      random: () => 1,
      clock: {
        now: () => nowMs,
        async sleep(ms: number) {
          nowMs += ms;
        },
      },
      stopSignal: new AbortController().signal,
      cutOffSignal: cutOff.signal,
    } as unknown as Parameters<typeof createResultRecorder>[1],
  );

/** Claims a job a number; the same number is the same job. */
const claimOf = (numbers: number[], { earlierAttempts = 0, unanswered = 0 }: Partial<Job> = {}): Claim => ({
  token: 't',
  address: 'a',
  minIntervalMs: 0,
  reservedUntilMs: 0,
  jobs: numbers.map((sequence) => ({ id: String(sequence), sequence, earlierAttempts, unanswered }) as Job),
});

const failed = { code: 'slack_unreached', detail: null } as const;
const away: SendResult = { kind: 'retry', receiverTrouble: true, ...failed };
const unanswered: SendResult = { kind: 'unanswered', ...failed };
const refused: SendResult = { kind: 'refused', refuses: 'message', ...failed };
const minutes = (count: number) => count * 60_000;

test('while the receiver fails, a job is tried twice before others pass it, and each other that fails makes all wait longer', async () => {
  const { record } = recorderOf();
  await record(claimOf([1]), away, 0);
  await record(claimOf([1], { earlierAttempts: 1 }), away, 0);
  await record(claimOf([2]), away, 0);
  await record(claimOf([1], { earlierAttempts: 2 }), away, 0);
  await record(claimOf([3]), { kind: 'delivered' }, 0);
  await record(claimOf([1], { earlierAttempts: 3 }), away, 0);
  expect(ends).toMatchObject([
    { delayMs: 1_000, pauseMs: 1_000 },
    { delayMs: 2_000, pauseMs: 0 },
    { delayMs: 2_000, pauseMs: 2_000 },
    { delayMs: 4_000, pauseMs: 4_000 },
    { outcome: 'delivered' },
    { delayMs: 8_000, pauseMs: 0 },
  ]);
});

test('what fails for a reason of its own waits alone, and the longest of a digest counts', async () => {
  const { record } = recorderOf();
  const own: SendResult = { kind: 'retry', receiverTrouble: false, isUnsent: true, ...failed };
  await record(claimOf([1]), own, 0);
  const digest = claimOf([1, 2]);
  const jobs = digest.jobs.map((job) => ({ ...job, earlierAttempts: job.sequence }));
  await record({ ...digest, jobs }, own, 0);
  await record(claimOf([3]), away, 0);
  expect(ends).toMatchObject([
    { delayMs: 1_000, pauseMs: 0, isUnsent: true, wasUnanswered: false },
    { delayMs: 4_000, pauseMs: 0 },
    { delayMs: 1_000, pauseMs: 1_000, isUnsent: false },
  ]);
});

test('how long the receiver asked to wait, all wait', async () => {
  const { record } = recorderOf();
  await record(claimOf([1]), { ...away, afterMs: 90_000 }, 0);
  expect(ends).toMatchObject([{ delayMs: 90_000, pauseMs: 90_000 }]);
});

test('a job waits two minutes more for each unanswered send from the third on, up to ten, and others with it once several are not answered', async () => {
  const { record } = recorderOf();
  for (const before of [0, 1, 2, 3, 6, 7]) await record(claimOf([1], { unanswered: before }), unanswered, 0);
  expect(ends.map((end) => 'delayMs' in end && end.delayMs)).toEqual([
    1_000,
    1_000,
    minutes(2),
    minutes(4),
    minutes(10),
    minutes(10),
  ]);
  const digest = claimOf([1, 2]);
  const jobs = digest.jobs.map((job) => ({ ...job, unanswered: job.sequence }));
  await record({ ...digest, jobs }, unanswered, 0);
  expect(ends.at(-1), 'the one of a digest that waits longest').toMatchObject({ delayMs: minutes(2) });
  for (const job of [2, 3]) await record(claimOf([job]), unanswered, 0);
  expect(ends.slice(-2)).toMatchObject([{ pauseMs: 2_000 }, { pauseMs: minutes(2), wasUnanswered: true }]);
});

test('where an unanswered job is parked, it waits two minutes first, and is not said to be unsent', async () => {
  const { record } = recorderOf({ parkAfter: 2 });
  await record(claimOf([1]), unanswered, 0);
  await record(claimOf([1], { unanswered: 1 }), unanswered, 0);
  expect(ends).toMatchObject([
    { outcome: 'retry', delayMs: minutes(2), wasUnanswered: true, isUnsent: false },
    { outcome: 'parked', isUnsent: false },
  ]);
});

test('after a refused digest as many as it had are sent one by one', async () => {
  const { record, sendsSingly } = recorderOf();
  await record(claimOf([1, 2]), refused, 0);
  expect(ends).toMatchObject([
    { outcome: 'retry', delayMs: 0, pauseMs: 0, wasUnanswered: false, isUnsent: true },
  ]);
  await record(claimOf([1]), { kind: 'delivered', place: 'here' }, 0);
  await record(claimOf([2]), away, 0);
  expect(sendsSingly()).toBe(true);
  await record(claimOf([2]), refused, 0);
  expect(sendsSingly()).toBe(false);
  await record(claimOf([3]), { kind: 'delivered' }, 0);
  expect(sendsSingly()).toBe(false);
  expect(ends.slice(1)).toEqual([
    { outcome: 'delivered', place: 'here' },
    expect.objectContaining({ outcome: 'retry' }),
    { outcome: 'parked', reason: 'slack_unreached', isUnsent: true },
    { outcome: 'delivered' },
  ]);
});

test('a refusal of all halts, and one together with others halts where the others are refused too', async () => {
  const { record } = recorderOf();
  await record(claimOf([1]), { ...refused, refuses: 'all' }, 0);
  areOthersRefused = async () => true;
  await record(claimOf([2]), { ...refused, together: 'mail_all_refused' }, 0);
  await record(claimOf([3]), refused, 0);
  areOthersRefused = () => Promise.reject(new Error('The store is away.'));
  await record(claimOf([4]), { ...refused, together: 'mail_all_refused' }, 0);
  expect(ends).toMatchObject([
    { outcome: 'halted', reason: 'slack_unreached', isUnsent: true },
    { outcome: 'halted', reason: 'mail_all_refused' },
    { outcome: 'parked' },
    { outcome: 'parked' },
  ]);
});

test('"delivered" is stored for five minutes while the store fails, any other result four times', async () => {
  const { record } = recorderOf();
  failuresOfStore = 100;
  await record(claimOf([1]), { kind: 'delivered' }, 0);
  expect(ends).toEqual([{ outcome: 'delivered' }]);
  expect(nowMs).toBeGreaterThan(minutes(3));

  failuresOfStore = Number.POSITIVE_INFINITY;
  nowMs = 0;
  await record(claimOf([1]), { kind: 'delivered' }, 0);
  expect(nowMs).toBeGreaterThanOrEqual(minutes(5));
  expect(nowMs).toBeLessThan(minutes(5) + 2_051);

  nowMs = 0;
  failuresOfStore = 3;
  await record(claimOf([1]), away, 0);
  expect(ends).toHaveLength(2);
  expect(nowMs).toBe(1_050 + 2_050 + 2_050);
  failuresOfStore = 4;
  await record(claimOf([1]), away, 0);
  expect(ends).toHaveLength(2);
});

test('a program that was told to end at once gives back what it was about to try again', async () => {
  const { record } = recorderOf();
  cutOff.abort();
  await record(claimOf([1]), away, 0);
  expect(ends).toEqual([{ outcome: 'returned' }]);
});
