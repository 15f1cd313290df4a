import { expect, test } from 'vitest';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import { holdLocks } from '#test/held-locks.ts';
import { claimOne, claimOptions, connect, finish, jobOf, park, readChannel } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import type { ApplicantFilter } from './applicants.ts';

describeOnEachEngine('answers to invitations', (fixture) => {
  async function apply(email = 'ada@example.com') {
    const submission = newSubmission({ fields: { email } });
    await fixture.store.accept(submission);
    return { id: submission.id };
  }
  /** Invites them, and sends the letter. */
  async function invite(about: { id: string }, end: typeof finish = finish) {
    const letter = newLetter();
    await fixture.store.decide(newDecision(about, { to: 'invited', letter }));
    await end(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
    return letter.id;
  }
  const answer = (letter: string, given: InvitationAnswer = 'coming', sentence: string | null = null) =>
    fixture.store.answerInvitation({ letter, answer: given, sentence });
  const decide = (about: { id: string }, to: 'new' | 'invited' | 'joined' | 'declined', isUndo = false) =>
    fixture.store.decide(newDecision(about, { to, isUndo, letter: newLetter() }));
  const read = async (about: { id: string }) => {
    const review = await fixture.store.readReview(about);
    return {
      last: review?.answer?.answer ?? null,
      all: review?.answers.map((each) => each.answer),
      version: review?.version,
    };
  };

  test('an answer is appended, and the last one stands; it decides nothing', async () => {
    const about = await apply();
    const letter = await invite(about);
    expect(await fixture.store.findInvitation(letter)).toEqual({
      kind: 'creator',
      hasJoined: false,
      given: null,
    });
    await answer(letter, 'coming', 'With a friend');
    expect(await answer(letter, 'not-now')).toMatchObject({ given: { answer: 'not-now', sentence: null } });
    expect(await read(about)).toEqual({ last: 'not-now', all: ['coming', 'not-now'], version: 1 });
  });

  test('the same answer again is one; with another sentence it is another', async () => {
    const about = await apply();
    const letter = await invite(about);
    for (const sentence of ['a', 'a', null, null]) await answer(letter, 'coming', sentence);
    const answers = (await fixture.store.readReview(about))?.answers;
    expect(answers).toMatchObject([{ sentence: 'a' }, { sentence: null }]);
    expect(answers).toHaveLength(2);
  });

  test('two answers at once: both are in the history, and the last one stands', async () => {
    const other = await fixture.open();
    const about = await apply();
    const letter = await invite(about);
    await Promise.all([
      answer(letter),
      other.answerInvitation({ letter, answer: 'not-now', sentence: null }),
    ]);
    const { last, all } = await read(about);
    expect(all?.toSorted()).toEqual(['coming', 'not-now']);
    expect(last).toBe(all?.at(-1));
  });

  test('an answer in the moment of a decision or an erasure is stored before it, or not at all', async () => {
    const other = await fixture.open();
    for (let round = 0; round < 6; round += 1) {
      const email = `ada${round}@example.com`;
      const about = await apply(email);
      const letter = await invite(about);
      const act = round % 2 ? decide(about, 'new') : fixture.store.erase(email);
      const [given] = await Promise.all([
        other.answerInvitation({ letter, answer: 'coming', sentence: null }),
        act,
      ]);
      expect(await fixture.store.findInvitation(letter)).toBeNull();
      if (round % 2) expect((await read(about)).all).toEqual(given === null ? [] : ['coming']);
      else expect(await fixture.store.readReview(about)).toBeNull();
    }
  });

  // On SQLite nobody else writes while an invitation is read.
  if (fixture.engine === 'postgres')
    test('the invitation of somebody who is erased while it is read stands no more', async () => {
      const letter = await invite(await apply());
      await using locks = await holdLocks(fixture.databaseUrl, 'lock table applicants');
      const finding = fixture.store.findInvitation(letter);
      await locks.untilAwaited();
      await locks.run('delete from applicants');
      await locks.commit();
      expect(await finding).toBeNull();
    });

  test('an answer belongs to its invitation: a new one has none, and an undo leads back to it', async () => {
    const about = await apply();
    const first = await invite(about);
    await answer(first, 'coming');
    await decide(about, 'declined');
    expect([await answer(first), (await read(about)).last]).toEqual([null, null]);
    await decide(about, 'invited', true);
    expect(await read(about)).toMatchObject({ last: 'coming', all: ['coming'] });
    await decide(about, 'new');
    const second = await invite(about);
    expect([await answer(first), (await read(about)).last]).toEqual([null, null]);
    await answer(second, 'not-now');
    expect(await read(about)).toMatchObject({ last: 'not-now', all: ['coming', 'not-now'] });
  });

  test('the list selects and shows the answer to the invitation that stands', async () => {
    const about = await apply();
    const list = async (filter: ApplicantFilter) => {
      const page = { sort: 'newest', after: null, limit: 9 } as const;
      return (await fixture.store.readApplicants({ filter, ...page })).rows;
    };
    const shown = async (answer: InvitationAnswer | 'none') =>
      (await list({ answer })).map((row) => row.answer?.sentence ?? row.answer?.answer);
    await answer(await invite(about), 'coming');
    await decide(about, 'new');
    const second = await invite(about);
    expect([await shown('coming'), await shown('none')]).toEqual([[], [undefined]]);
    await answer(second, 'not-now', 'Ill');
    await decide(about, 'joined');
    expect(await shown('not-now')).toEqual([]);
    expect(await list({ state: 'joined' })).toMatchObject([{ answer: null }]);
    await decide(about, 'invited', true);
    expect([await shown('not-now'), await shown('none')]).toEqual([['Ill'], []]);
    const { decisionId, ...last } = (await fixture.store.readReview(about))?.answer ?? expect.fail();
    expect(await list({})).toMatchObject([{ answer: last }]);
  });

  test('who has joined answers nothing more, until that is undone', async () => {
    const about = await apply();
    const letter = await invite(about);
    await answer(letter);
    await decide(about, 'joined');
    expect(await answer(letter, 'not-now')).toMatchObject({ hasJoined: true });
    expect(await read(about)).toMatchObject({ all: ['coming'] });
    await decide(about, 'invited', true);
    expect(await answer(letter, 'not-now')).toMatchObject({ hasJoined: false, given: { answer: 'not-now' } });
  });

  test('a letter that is parked may have arrived, and one that was sent again tells of the same invitation', async () => {
    const about = await apply();
    const parked = await invite(about, (store, claim) => park(store, claim, 'mail_unanswered'));
    await answer(parked);
    expect(await read(about)).toMatchObject({ last: 'coming' });
    await decide(about, 'joined');
    expect(await fixture.store.findInvitation(parked)).toMatchObject({ hasJoined: true });
    const bo = await apply('bo@example.com');
    const sent = await invite(bo);
    const again = newLetter();
    await fixture.store.sendLetterAgain({
      id: again.id,
      about: bo,
      actor: { way: 'cli', id: 'a', name: 'a' },
      letter: again,
    });
    await answer(sent, 'coming');
    expect(await answer(again.id, 'not-now')).toMatchObject({ given: { answer: 'not-now' } });
    expect(await read(bo)).toMatchObject({ all: ['coming', 'not-now'] });
  });

  test('the letter of another decision, and no letter, tell of no invitation', async () => {
    const about = await apply();
    const letter = newLetter();
    await fixture.store.decide(newDecision(about, { to: 'declined', withLetter: true, letter }));
    for (const each of [letter.id, '00000000-0000-4000-8000-000000000000']) {
      expect(await fixture.store.findInvitation(each)).toBeNull();
      expect(await answer(each)).toBeNull();
    }
  });

  test('an erasure deletes the answers, and says how many', async () => {
    const about = await apply();
    await answer(await invite(about), 'coming', 'With a friend');
    expect(await fixture.store.erase('ada@example.com')).toMatchObject({ answers: 1 });
  });

  test('the key of the links is made once, whoever asks first', async () => {
    const other = await fixture.open();
    const keys = await Promise.all(
      [fixture.store, other, fixture.store].map((store, index) =>
        store.readSecret('answers', `candidate ${index}`),
      ),
    );
    expect(new Set(keys).size).toBe(1);
    expect(await other.readSecret('answers', 'later')).toBe(keys[0]);
  });

  test('with the app its message is changed', async () => {
    const about = await apply();
    await fixture.store.endClaim(await claimOne(fixture.store), { outcome: 'delivered', place: 'C1 1.1' });
    const letter = await invite(about);
    const isAnswered = async () => {
      const claim = await claimOne(fixture.store, { channel: 'changes' });
      await fixture.store.endClaim(claim, { outcome: 'delivered', place: 'C1 1.1' });
      return claim.jobs.map(
        (job) => job.kind === 'message update' && job.submissions[0]?.review.answer?.answer,
      );
    };
    expect(await isAnswered()).toEqual([undefined]);
    await answer(letter);
    expect(await isAnswered()).toEqual(['coming']);
    expect(await readChannel(fixture.store, 'changes')).toMatchObject({ waiting: 0 });
  });

  const notices = { channel: 'notices' } as const;

  test('where no message of the app shows it, a short message is queued, of the last answer alone', async () => {
    const about = await apply();
    await finish(fixture.store, await claimOne(fixture.store));
    const letter = await invite(about);
    await answer(letter, 'coming', 'With a friend');
    await answer(letter, 'not-now', 'Ill');
    const claim = await claimOne(fixture.store, notices);
    expect(jobOf(claim, 'answer').submission).toMatchObject({
      id: about.id,
      review: { answer: { answer: 'not-now', sentence: 'Ill' } },
    });
    await finish(fixture.store, claim);
    await expect(claimOne(fixture.store, notices)).rejects.toThrow('Nothing was claimed.');
    expect(await runOnStore(fixture, "select id from jobs where kind = 'answer'")).toEqual([]);
    await answer(letter, 'coming');
    expect(jobOf(await claimOne(fixture.store, notices), 'answer').submission.review.answer?.answer).toBe(
      'coming',
    );
  });

  test('of somebody whose application was discarded no message is queued', async () => {
    const about = await apply();
    await park(fixture.store, await claimOne(fixture.store), 'slack_invalid_blocks 400');
    const letter = await invite(about);
    await fixture.store.discard({ ids: [about.id] });
    expect(await answer(letter)).toMatchObject({ given: { answer: 'coming' } });
    expect(await runOnStore(fixture, "select id from jobs where kind = 'answer'")).toEqual([]);
  });

  test('the app’s short message is changed by the next answer, and deleted by an erasure', async () => {
    const about = await apply();
    const letter = await invite(about);
    await answer(letter);
    const posted = { outcome: 'delivered', place: 'C1 2.2' } as const;
    await fixture.store.endClaim(await claimOne(fixture.store, notices), posted);
    await answer(letter, 'not-now');
    await expect(claimOne(fixture.store, notices)).rejects.toThrow('Nothing was claimed.');
    const claim = await claimOne(fixture.store, { channel: 'changes' });
    expect(jobOf(claim, 'message update')).toMatchObject({
      to: { place: 'C1 2.2' },
      submissions: [{ id: about.id }],
      ofAnswers: true,
    });
    await fixture.store.endClaim(claim, posted);
    expect(await fixture.store.erase('ada@example.com')).toMatchObject({ messageUpdates: ['C1 2.2'] });
  });

  test('many answers are one message, and none is about an invitation that was taken back or erased', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => apply(`p${index}@example.com`)));
    const letters: string[] = [];
    for (const about of people) letters.push(await invite(about));
    for (const letter of letters) await answer(letter);
    await decide(people[0] ?? { id: '' }, 'new');
    await fixture.store.erase('p1@example.com');
    const digest = { ...notices, digestAbove: 3, maxPerClaim: 10 };
    const claim = await claimOne(fixture.store, digest);
    expect(claim.jobs.map(({ id }) => id)).toEqual(people.slice(2).map(({ id }) => id));
    await finish(fixture.store, claim);
    expect((await fixture.store.claimJobs(claimOptions(notices))).claim).toBeNull();
  });

  test('applications and answers that are due at once are two messages', async () => {
    const shared = { address: 'shared', channels: ['notices', 'waitlist'] as const };
    await fixture.store.connectQueue({ ...shared, retriesParked: true });
    const people = [await apply('p0@example.com'), await apply('p1@example.com')];
    for (const about of people) await answer(await invite(about));
    for (const kind of ['submission', 'answer']) {
      const claim = await claimOne(fixture.store, { ...shared, digestAbove: 1, maxPerClaim: 10 });
      expect(claim.jobs.map((job) => job.kind)).toEqual([kind, kind]);
      await finish(fixture.store, claim);
    }
  });

  test('an answer is an event, of each what was said then', async () => {
    const about = await apply();
    const letter = await invite(about);
    await connect(fixture.store, ['events']);
    await answer(letter, 'coming', 'With a friend');
    await answer(letter, 'not-now');
    for (const given of [
      { answer: 'coming', sentence: 'With a friend' },
      { answer: 'not-now', sentence: null },
    ]) {
      const claim = await claimOne(fixture.store, { channel: 'events' });
      expect(jobOf(claim, 'event').event).toMatchObject({
        type: 'applicant.answered',
        answer: given,
        submission: { id: about.id },
      });
      await finish(fixture.store, claim);
    }
  });
});
