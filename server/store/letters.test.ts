import { expect, test } from 'vitest';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import type { LetterClaim } from './letter.ts';
import type { NewLetter } from './review.ts';

const limits = { minIntervalMs: 0, holdMs: 0, leaseMs: 60_000 };
const hour = 3_600_000;

describeOnEachEngine('letters', (fixture) => {
  /** An applicant who was invited a moment ago; answers the letter and the application. */
  async function invite(
    email: string,
    changes: Partial<NewLetter> = {},
  ): Promise<{ letter: NewLetter; id: string }> {
    const submission = newSubmission({ fields: { email } });
    await fixture.store.accept(submission);
    const letter = newLetter({ delayMs: 0, ...changes });
    await fixture.store.decide(newDecision({ id: submission.id }, { to: 'invited', letter }));
    return { letter, id: submission.id };
  }

  async function claim(options: Partial<typeof limits> = {}): Promise<LetterClaim> {
    const answer = await fixture.store.claimLetter({ ...limits, ...options });
    if (answer.claim === null) throw new Error('No letter was due.');
    return answer.claim;
  }
  const isNothingDue = async () => (await fixture.store.claimLetter(limits)).claim === null;

  test('a letter is claimed with its address and Message-ID, sent once, and counted', async () => {
    const { letter } = await invite('ada@example.com');
    const claimed = await claim();
    expect(claimed).toMatchObject({
      letter: {
        id: letter.id,
        messageId: letter.messageId,
        application: { kind: 'creator', fields: { email: 'ada@example.com' } },
        appliedAtMs: expect.any(Number),
      },
      earlierAttempts: 0,
      stillDue: 0,
    });
    expect(await isNothingDue()).toBe(true);
    expect(await fixture.store.letterCounts()).toMatchObject({ queued: 1, sent: 0 });
    expect(await fixture.store.finishLetter(claimed)).toBe(1);
    expect(await fixture.store.finishLetter(claimed)).toBe(0);
    expect(await isNothingDue()).toBe(true);
    expect(await fixture.store.letterCounts()).toEqual({
      haltedReason: null,
      queued: 0,
      sent: 1,
      parked: 0,
      parkedSequences: [],
      oldestQueuedAgeMs: null,
    });
  });

  test('the lease of a lost claim ends, and the lost one moves nothing any more', async () => {
    await invite('ada@example.com');
    const lost = await claim({ leaseMs: 1 });
    await expect
      .poll(() => fixture.store.claimLetter(limits))
      .toMatchObject({ claim: { earlierAttempts: 1 } });
    expect(await fixture.store.finishLetter(lost)).toBe(0);
    expect(await fixture.store.parkLetter(lost, 'late')).toBe(0);
    expect(await fixture.store.letterCounts()).toMatchObject({ queued: 1 });
  });

  test('the delay of a letter is waited for; taken back in that time, it is never sent', async () => {
    const { id } = await invite('ada@example.com', { delayMs: 10_000 });
    const answer = await fixture.store.claimLetter(limits);
    expect(answer).toEqual({ claim: null, retryInMs: expect.any(Number) });
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    expect(await fixture.store.claimLetter(limits)).toEqual({ claim: null, retryInMs: null });
    expect(await fixture.store.letterCounts()).toMatchObject({ queued: 0, sent: 0 });
  });

  test('one that is retried waits for its turn, and others go first', async () => {
    await invite('ada@example.com');
    await invite('bo@example.com');
    const first = await claim();
    await fixture.store.retryLetterLater(first, { delayMs: 50_000, channelPauseMs: 0, reason: 'greylisted' });
    const second = await claim();
    expect(second.letter.id).not.toBe(first.letter.id);
    await fixture.store.finishLetter(second);
    expect(await isNothingDue()).toBe(true);
    const operator = await fixture.openOperator();
    expect(await operator.requeueLetters({ state: 'queued' })).toBe(1);
    expect((await claim()).earlierAttempts).toBe(0);
  });

  test('pace and pause hold all letters back, on every instance', async () => {
    await invite('ada@example.com');
    await invite('bo@example.com');
    const other = await fixture.open();
    const paced = { ...limits, minIntervalMs: 20_000 };
    const first = await claim({ minIntervalMs: 20_000 });
    await fixture.store.finishLetter(first);
    const answer = await other.claimLetter(paced);
    expect(answer).toMatchObject({ claim: null });
    expect((answer as { retryInMs: number }).retryInMs).toBeGreaterThan(15_000);
    const operator = await fixture.openOperator();
    expect(await operator.resumeLetters()).toMatchObject({ haltedReason: null });
    expect((await other.claimLetter(paced)).claim).not.toBeNull();
  });

  test('a parked letter stays until the operator lets it go again', async () => {
    const { id } = await invite('ada@example.com');
    await fixture.store.parkLetter(await claim(), 'the mail server answered 550 to the recipient');
    expect(await isNothingDue()).toBe(true);
    expect(await fixture.store.letterCounts()).toMatchObject({ parked: 1, parkedSequences: [1], queued: 0 });
    expect(await fixture.store.readReview({ id })).toMatchObject({
      letter: { state: 'parked', lastReason: 'the mail server answered 550 to the recipient' },
    });
    const operator = await fixture.openOperator();
    expect(await operator.requeueLetters({ sequence: 2 })).toBe(0);
    expect(await operator.requeueLetters({ sequence: 1 })).toBe(1);
    await fixture.store.parkLetter(await claim(), 'again');
    expect(await operator.requeueLetters({ state: 'parked' })).toBe(1);
    expect((await claim()).earlierAttempts).toBe(0);
  });

  test('halted letters wait for the operator, or for other settings', async () => {
    await invite('ada@example.com');
    expect(await fixture.store.rememberLetterSettings('one')).toBeNull();
    await fixture.store.haltLetters(await claim(), 'refused');
    expect(await fixture.store.claimLetter(limits)).toEqual({ claim: null, retryInMs: null });
    expect(await fixture.store.letterCounts()).toMatchObject({ haltedReason: 'refused', queued: 1 });
    expect(await fixture.store.rememberLetterSettings('one')).toBeNull();
    expect(await fixture.store.rememberLetterSettings('two')).toBe('refused');
    await fixture.store.haltLetters(await claim(), 'refused again');
    const operator = await fixture.openOperator();
    expect(await operator.resumeLetters()).toMatchObject({ haltedReason: 'refused again' });
    expect(await operator.resumeLetters()).toBeNull();
    expect((await claim()).letter.application.fields.email).toBe('ada@example.com');
  });

  test('a claim that is returned does not count as an attempt', async () => {
    await invite('ada@example.com');
    await fixture.store.returnLetter(await claim());
    expect((await claim()).earlierAttempts).toBe(0);
  });

  test('one that is erased while it is being sent moves nothing, and is no error', async () => {
    await invite('ada@example.com');
    const claimed = await claim();
    const operator = await fixture.openOperator();
    await operator.erase('ada@example.com');
    expect(await fixture.store.finishLetter(claimed)).toBe(0);
    expect(await fixture.store.claimLetter(limits)).toEqual({ claim: null, retryInMs: null });
  });

  test('two instances never claim the same letter', async () => {
    const letters = await Promise.all(
      Array.from({ length: 12 }, (_, index) => invite(`applicant-${index}@example.com`)),
    );
    const stores = [fixture.store, await fixture.open()];
    const claimed = await Promise.all(
      letters.map((_, index) => (stores[index % 2] ?? fixture.store).claimLetter(limits)),
    );
    const ids = claimed.flatMap((answer) => (answer.claim === null ? [] : [answer.claim.letter.id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  test('a due time that a clock has left far ahead is not waited for', async () => {
    if (fixture.engine !== 'sqlite') return;
    let nowMs = Date.now() + hour;
    const store = await fixture.open({ now: () => nowMs });
    const submission = newSubmission();
    await store.accept(submission);
    await store.decide(newDecision({ id: submission.id }, { to: 'invited', letter: newLetter() }));
    nowMs -= hour;
    expect((await store.claimLetter(limits)).claim).not.toBeNull();
  });
});
