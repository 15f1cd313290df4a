import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LetterDefinition, type LetterKind, letterTable } from '#contract/review.ts';
import {
  claimOne,
  claimOptions,
  connect,
  finish,
  halt,
  idsOf,
  jobOf,
  park,
  readChannel,
  retry,
} from '#test/job-claims.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import type { NewLetter } from './review.ts';

const letters = { channel: 'letters' } as const;

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

  const claim = () => claimOne(fixture.store, letters);
  const isNothingDue = async () => (await fixture.store.claimJobs(claimOptions(letters))).claim === null;
  const readLetters = () => readChannel(fixture.store, 'letters');

  test('a letter is claimed with its address and Message-ID, sent once, and counted', async () => {
    const { letter, id } = await invite('ada@example.com');
    const claimed = await claim();
    expect(jobOf(claimed, 'letter')).toMatchObject({
      id: letter.id,
      messageId: letter.messageId,
      application: { kind: 'creator', fields: { email: 'ada@example.com' } },
      appliedAtMs: expect.any(Number),
      earlierAttempts: 0,
    });
    expect(await isNothingDue()).toBe(true);
    expect(await readLetters()).toMatchObject({ waiting: 1, delivered: 0 });
    expect(await finish(fixture.store, claimed)).toBe(1);
    expect(await finish(fixture.store, claimed)).toBe(0);
    expect(await isNothingDue()).toBe(true);
    expect(await readLetters()).toMatchObject({ haltedReason: null, waiting: 0, delivered: 1, parked: 0 });
    expect(await fixture.store.readReview({ id })).toMatchObject({
      letters: [{ id: letter.id, state: 'delivered', letterAtMs: null, sentAtMs: expect.any(Number) }],
    });
  });

  test('a letter of a decision that names itself in no way, as in an older store, is the one of that state', async () => {
    await invite('ada@example.com');
    await runStatements(fixture, `update jobs set payload = '{"messageId":"<old@x>"}' where kind = 'letter'`);
    expect(jobOf(await claim(), 'letter')).toMatchObject({ letter: 'invited', messageId: '<old@x>' });
  });

  test('a letter that only a later release knows is cancelled, and others go on', async () => {
    await invite('ada@example.com');
    await runStatements(fixture, `update jobs set payload = '{"letter":"farewell"}' where kind = 'letter'`);
    await invite('bo@example.com');
    expect(await isNothingDue()).toBe(true);
    expect(jobOf(await claim(), 'letter').application.fields.email).toBe('bo@example.com');
    expect(await readLetters()).toMatchObject({ waiting: 1, delivered: 0, parked: 0 });
  });

  test('a letter without a decision is sent, tried again, shown and erased as others are, and says nothing about who is told', async () => {
    const operator = await fixture.openOperator();
    const { letter, id } = await invite('ada@example.com');
    await runStatements(fixture, "update jobs set decision = null where kind = 'letter'");
    await park(fixture.store, await claim(), 'mail_refused');
    expect(await fixture.store.readReview({ id })).toMatchObject({
      letters: [{ id: letter.id, letter: 'invited', decisionId: null, state: 'parked' }],
      letter: null,
    });
    expect(await fixture.store.retryJobs({ about: { id }, states: ['parked'] })).toMatchObject({
      dueNow: [{ channel: 'letters', count: 1 }],
    });
    const claimed = await claim();
    expect(jobOf(claimed, 'letter')).toMatchObject({ letter: 'invited', decisionId: null });
    await connect(fixture.store, ['events']);
    expect(await finish(fixture.store, claimed)).toBe(1);
    expect(await readChannel(fixture.store, 'events')).toMatchObject({ waiting: 0 });
    expect(await operator.erase('ada@example.com')).toMatchObject({ letters: 1, lettersBeingSent: 0 });
    expect(await readLetters()).toMatchObject({ waiting: 0, delivered: 0, parked: 0 });
  });

  test('a letter that waits in a restored store is parked or sent, as its table says', async () => {
    const operator = await fixture.openOperator();
    await invite('ada@example.com');
    const id = newSubmission({ fields: { email: 'bo@example.com' } });
    await fixture.store.accept(id);
    await fixture.store.decide(
      newDecision({ id: id.id }, { to: 'declined', withLetter: true, letter: newLetter() }),
    );
    using _sent = changeLetter('declined', { afterRestore: 'sent' });
    expect(await operator.parkRestored()).toMatchObject([{ email: 'ada@example.com', about: 'invited' }]);
    expect(await readLetters()).toMatchObject({ waiting: 1, parked: 1 });
  });

  test('a decision is about the application that its maker saw: one that came since overtakes it, and the letter greets as the seen one does', async () => {
    const seen = newSubmission({ fields: { email: 'jane@example.com', name: 'Jane' } });
    await fixture.store.accept(seen);
    const strangers = newSubmission({ fields: { email: 'JANE@example.com', name: 'Pay here to be let in' } });
    await fixture.store.accept(strangers);
    const invitation = { to: 'invited', seenVersion: 0, letter: newLetter() } as const;
    expect(await fixture.store.decide(newDecision({ id: seen.id }, invitation))).toMatchObject({
      outcome: 'overtaken',
      newerApplication: 2,
      review: { state: 'new', version: 0 },
    });
    expect(await isNothingDue()).toBe(true);
    // Who knows of the newer one may decide about the older one all the same.
    await fixture.store.decide(newDecision({ id: seen.id }, { ...invitation, seenNewest: 2 }));
    expect(jobOf(await claim(), 'letter')).toMatchObject({ application: { fields: { name: 'Jane' } } });
  });

  test('the delay of a letter is waited for; taken back in that time, it is never sent', async () => {
    const { id } = await invite('ada@example.com', { delayMs: 10_000 });
    const answer = await fixture.store.claimJobs(claimOptions(letters));
    expect(answer).toEqual({ claim: null, retryInMs: expect.any(Number) });
    await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    expect(await fixture.store.claimJobs(claimOptions(letters))).toEqual({ claim: null, retryInMs: null });
    expect(await readLetters()).toMatchObject({ waiting: 0, delivered: 0 });
  });

  test('who has joined gets no letter; taken back, they are invited and told as before, or when they were to be', async () => {
    const told = await invite('ada@example.com');
    await finish(fixture.store, await claim());
    const letterAtMs = Date.now() + 86_400_000;
    const waits = await invite('bo@example.com', { letterAtMs });
    for (const { id } of [told, waits]) {
      const joined = await fixture.store.decide(newDecision({ id }, { to: 'joined', letter: newLetter() }));
      expect(joined).toMatchObject({ outcome: 'decided', review: { state: 'joined', told: null } });
    }
    expect(await readLetters()).toMatchObject({ waiting: 0, delivered: 1 });
    const takeBack = async ({ id }: { id: string }) => {
      const undo = { to: 'invited', isUndo: true, letter: newLetter() } as const;
      return fixture.store.decide(newDecision({ id }, undo));
    };
    expect(await takeBack(told)).toMatchObject({ review: { state: 'invited', told: { status: 'told' } } });
    expect(await takeBack(waits)).toMatchObject({
      review: { told: { status: 'waiting', atMs: letterAtMs } },
    });
    expect(await readLetters()).toMatchObject({ waiting: 1, delivered: 1 });
  });

  const joinAndUndo = async (about: { id: string }, to: 'invited' | 'declined' = 'invited') => {
    await fixture.store.decide(newDecision(about, { to: 'joined', letter: newLetter() }));
    await fixture.store.decide(newDecision(about, { to, isUndo: true, letter: newLetter() }));
    return (await fixture.store.readReview(about))?.letters.map(({ state }) => state);
  };

  test('an undo sends no second letter to somebody whose letter is being sent, came back, or was sent before one that was stopped', async () => {
    const { id: sending } = await invite('ada@example.com');
    const claimed = await claim();
    expect(await joinAndUndo({ id: sending })).toEqual(['claimed']);
    await finish(fixture.store, claimed);
    const { id: cameBack } = await invite('bo@example.com');
    await finish(fixture.store, await claim());
    const mark = { id: randomUUID(), about: { id: cameBack }, actor: ada, reason: null };
    expect(await fixture.store.markCameBack(mark)).toEqual({ outcome: 'marked' });
    expect(await joinAndUndo({ id: cameBack })).toEqual(['cancelled']);
    const { id: again } = await invite('cy@example.com');
    await finish(fixture.store, await claim());
    await fixture.store.decide(newDecision({ id: again }, { to: 'new' }));
    const letter = newLetter({ letterAtMs: Date.now() + 86_400_000 });
    await fixture.store.decide(newDecision({ id: again }, { to: 'invited', letter }));
    expect(await joinAndUndo({ id: again })).toEqual(['delivered', 'cancelled']);
  });

  test('an undo sends the letter that was stopped, to the declined too, and at once one to the invited who had none', async () => {
    const accept = async (email: string) => {
      const { id } = newSubmission();
      await fixture.store.accept(newSubmission({ id, fields: { email } }));
      return { id };
    };
    const declined = await accept('ada@example.com');
    const letterAtMs = Date.now() + 86_400_000;
    const letter = newLetter({ letterAtMs });
    await fixture.store.decide(newDecision(declined, { to: 'declined', withLetter: true, letter }));
    expect(await joinAndUndo(declined, 'declined')).toEqual(['cancelled', 'waiting']);
    expect(await fixture.store.readReview(declined)).toMatchObject({ letter: { letterAtMs } });
    const silent = await accept('bo@example.com');
    await fixture.store.decide(newDecision(silent, { to: 'invited' }));
    expect(await joinAndUndo(silent)).toEqual(['waiting']);
    expect(jobOf(await claim(), 'letter').application.fields.email).toBe('bo@example.com');
  });

  test('one that is retried waits, and others go first; the operator sends it now, but none that an Undo can stop', async () => {
    await invite('ada@example.com');
    await invite('bo@example.com');
    const first = await claim();
    await retry(fixture.store, first, { delayMs: 50_000 });
    const second = await claim();
    expect(idsOf(second)).not.toEqual(idsOf(first));
    await finish(fixture.store, second);
    await invite('cy@example.com', { delayMs: 10_000 });
    expect(await isNothingDue()).toBe(true);
    const operator = await fixture.openOperator();
    const { dueNow } = await operator.retryJobs({ states: ['waiting'] });
    expect(dueNow).toContainEqual({ channel: 'letters', count: 1 });
    expect(await claim()).toMatchObject({ jobs: [{ id: first.jobs[0]?.id, earlierAttempts: 0 }] });
  });

  test('one that halted or paused all letters goes behind the others, in each round', async () => {
    for (const name of ['ada', 'bo', 'cy']) await invite(`${name}@example.com`);
    const operator = await fixture.openOperator();
    const emails: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      const claimed = await claim();
      emails.push(jobOf(claimed, 'letter').application.fields.email);
      if (round === 1) await retry(fixture.store, claimed, { delayMs: 60_000, pauseMs: 60_000 });
      else await halt(fixture.store, claimed, 'mail_account_refused 550');
      await operator.retryJobs({ states: ['waiting'] });
    }
    expect(emails).toEqual(['ada@example.com', 'bo@example.com', 'cy@example.com', 'ada@example.com']);
  });

  test('a parked letter stays until the operator sends it again, whatever mail server is set', async () => {
    const { id } = await invite('ada@example.com');
    await park(fixture.store, await claim(), 'mail_recipient_refused 550');
    expect(await isNothingDue()).toBe(true);
    expect(await readLetters()).toMatchObject({ parked: 1, parkedSequences: [1], waiting: 0 });
    expect(await fixture.store.readReview({ id })).toMatchObject({
      letter: { state: 'parked', lastReason: 'mail_recipient_refused 550' },
    });
    await fixture.store.connectQueue({ address: 'another', channels: ['letters'], retriesParked: false });
    expect(await fixture.store.claimJobs(claimOptions({ ...letters, address: 'another' }))).toEqual({
      claim: null,
      retryInMs: null,
    });
    const operator = await fixture.openOperator();
    const retryOf = async (sequence: number) =>
      (await operator.retryJobs({ about: { sequence }, states: ['parked'] })).dueNow;
    expect(await retryOf(2)).toEqual([]);
    expect(await retryOf(1)).toEqual([{ channel: 'letters', count: 1 }]);
  });

  test('letters are refused all alike from the fifth on, when they were to different domains and none was delivered', async () => {
    const rule = 'mail_letter_refused 554';
    /** The next letter is answered so; whether it and those before it were all refused. */
    async function answer(email: string, reason: string | null): Promise<boolean> {
      await invite(email);
      const claimed = await claim();
      const all = await fixture.store.areOthersRefused(claimed.jobs[0]?.sequence ?? 0, rule);
      await (reason === null ? finish(fixture.store, claimed) : park(fixture.store, claimed, reason));
      return all;
    }
    for (let n = 0; n < 6; n += 1) expect(await answer(`${n}@one.example`, rule)).toBe(false);
    expect(await answer('ada@OTHER.example', rule)).toBe(true);
    await answer('bo@one.example', null);
    for (const n of [1, 2, 3, 4]) {
      expect(await answer(`ada@${n}.example`, rule)).toBe(false);
      await answer(`gone@${n}.example`, 'mail_recipient_refused 550');
    }
    expect(await answer('cy@example.com', rule)).toBe(true);
  });

  test('one that is erased while it is being sent moves nothing, is no error, and is told of', async () => {
    await invite('ada@example.com');
    const claimed = await claim();
    const operator = await fixture.openOperator();
    expect(await operator.erase('ada@example.com')).toMatchObject({ letters: 1, lettersBeingSent: 1 });
    expect(await finish(fixture.store, claimed)).toBe(0);
    expect(await fixture.store.claimJobs(claimOptions(letters))).toEqual({ claim: null, retryInMs: null });
  });

  test('a due time that a clock has left far ahead is not waited for; one that was set for later is', async () => {
    const day = 86_400_000;
    await invite('ada@example.com', { delayMs: 10_000 });
    await runStatements(
      fixture,
      `update jobs set due_at = due_at + ${day}, due_set_at = due_set_at + ${day}`,
    );
    await finish(fixture.store, await claim());
    await invite('bo@example.com', { delayMs: day });
    expect(await isNothingDue()).toBe(true);
  });
});

/** Another row of the table, until it is disposed. The operator's store reads it, which runs in this thread. */
function changeLetter(kind: LetterKind, changes: Partial<LetterDefinition>): Disposable {
  const table: Record<LetterKind, LetterDefinition> = letterTable;
  const before = table[kind];
  table[kind] = { ...before, ...changes };
  return {
    [Symbol.dispose]() {
      table[kind] = before;
    },
  };
}
