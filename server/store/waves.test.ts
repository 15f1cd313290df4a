import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ToldStatus } from '#contract/told.ts';
import { claimOne, claimOptions, finish, jobOf, park, readChannel, retry } from '#test/job-claims.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import type { NewDecision, NewLetterTime } from './review.ts';

const hour = 3_600_000;
const letters = { channel: 'letters' } as const;

describeOnEachEngine('decide now, tell later', (fixture) => {
  async function apply(email: string, name = 'Ada'): Promise<{ id: string }> {
    const submission = newSubmission({ fields: { email, name } });
    await fixture.store.accept(submission);
    return { id: submission.id };
  }

  const decide = (about: { id: string }, changes: Partial<NewDecision>) =>
    fixture.store.decide(newDecision(about, changes));
  const review = async (about: { id: string }) => {
    const found = await fixture.store.readReview(about);
    if (found === null) throw new Error('There is no such submission.');
    return found;
  };
  const claim = () => claimOne(fixture.store, letters);
  const isNothingDue = async () => (await fixture.store.claimJobs(claimOptions(letters))).claim === null;
  const later = () => Date.now() + 24 * hour;

  const undo = (id: string) => fixture.store.undoWave({ id, actor: ada, letter: null });

  async function withToldStatus(told: ToldStatus): Promise<string[]> {
    const page = await fixture.store.readApplicants({
      filter: { told },
      sort: 'oldest',
      after: null,
      limit: 50,
    });
    expect(page.rows.map((row) => row.told?.status)).toEqual(page.rows.map(() => told));
    return page.rows.map(({ fields }) => fields.email);
  }

  test('a letter for a time is never sent before it, also when an operator retries what waits, and is not late', async () => {
    const person = await apply('ada@example.com');
    const letterAtMs = later();
    await decide(person, { to: 'invited', letter: newLetter({ letterAtMs }) });
    expect((await review(person)).told).toEqual({ status: 'waiting', atMs: letterAtMs });
    const operator = await fixture.openOperator();
    await operator.retryJobs({ states: ['waiting', 'parked'] });
    expect(await operator.retryJobs({ about: person, states: ['waiting', 'parked'] })).toMatchObject({
      dueNow: [{ channel: 'waitlist', count: 1 }],
      letterAtMs: letterAtMs,
    });
    expect(await isNothingDue()).toBe(true);
    expect((await review(person)).told).toEqual({ status: 'waiting', atMs: letterAtMs });
    expect(await readChannel(fixture.store, 'letters')).toMatchObject({
      waiting: 1,
      oldestWaitingAgeMs: null,
    });
  });

  const move = (letterAtMs: number | null, whom: NewLetterTime['whom']) =>
    fixture.store.moveLetters({
      to: 'invited',
      whom,
      actor: ada,
      note: 'The letter goes at another time.',
      letter: { delayMs: 0, letterAtMs },
    });

  test('the letters that wait can be set to another time or to now, without a decision, and their wave can still be taken back', async () => {
    const wave = randomUUID();
    const [first, second, declined] = await Promise.all(
      ['a', 'b', 'c'].map((name) => apply(`${name}@example.com`)),
    );
    if (!first || !second || !declined) throw new Error('Nobody.');
    const letterAtMs = later();
    for (const person of [first, second])
      await decide(person, { to: 'invited', wave, letter: newLetter({ letterAtMs }) });
    await decide(declined, { to: 'declined', withLetter: true, letter: newLetter({ letterAtMs }) });
    const plan = (wanted: number | null) =>
      fixture.store.planWave({
        to: 'invited',
        filter: { told: 'waiting' },
        letter: newLetter({ letterAtMs: wanted }),
        movesLetters: true,
      });
    const noon = letterAtMs + 2 * hour;
    expect((await plan(letterAtMs)).people).toBe(0);
    const { people, newest, lastDecision } = await plan(noon);
    expect(people).toBe(2);
    const filter = { told: 'waiting', newest, lastDecision } as const;
    expect(await move(noon, { filter })).toEqual({ moved: 2, left: 0 });
    expect(await move(noon, { filter })).toEqual({ moved: 0, left: 0 });
    expect(await review(first)).toMatchObject({
      version: 1,
      told: { status: 'waiting', atMs: noon },
      notes: [{ text: 'The letter goes at another time.' }],
      letters: [{ state: 'waiting', letterAtMs: noon }],
    });
    expect((await review(declined)).told).toEqual({ status: 'waiting', atMs: letterAtMs });
    expect(await fixture.store.nextLetters()).toEqual([
      { atMs: letterAtMs, count: 1 },
      { atMs: noon, count: 2 },
    ]);
    expect(await isNothingDue()).toBe(true);
    expect(await move(null, { people: [{ about: declined, seenVersion: 1 }] })).toEqual({
      moved: 0,
      left: 0,
    });
    expect(await undo(wave)).toMatchObject({ undone: 2, left: 0 });
    await decide(second, { to: 'invited', letter: newLetter({ letterAtMs }) });
    expect(await move(null, { people: [{ about: second, seenVersion: 3 }] })).toEqual({ moved: 1, left: 0 });
    const claimed = await claim();
    const one = [{ about: second, seenVersion: 3 }];
    expect(await move(noon, { people: one }), 'it is being sent').toEqual({ moved: 0, left: 0 });
    await finish(fixture.store, claimed);
    expect(await withToldStatus('told')).toEqual(['b@example.com']);
    expect(await move(noon, { filter: { told: 'waiting' } })).toEqual({ moved: 0, left: 0 });
    await expect(move(letterAtMs + 366 * 24 * hour, { filter: {} })).rejects.toThrow();
  });

  test('a letter that came back is a status of its own, with the reason; the next one goes where the newest application says', async () => {
    const person = await apply('ada.lovelace@gmail.com');
    const mark = (changes = {}) =>
      fixture.store.markCameBack({
        id: randomUUID(),
        about: person,
        actor: ada,
        reason: 'no such user',
        ...changes,
      });
    expect(await mark()).toEqual({ outcome: 'not-told' });
    expect(await mark({ about: { id: randomUUID() } })).toEqual({ outcome: 'unknown' });
    await decide(person, { to: 'invited', letter: newLetter() });
    expect(await mark()).toEqual({ outcome: 'not-told' });
    await finish(fixture.store, await claim());
    const id = randomUUID();
    expect(await mark({ id })).toEqual({ outcome: 'marked' });
    expect(await mark({ id })).toEqual({ outcome: 'marked' });
    expect(await mark()).toEqual({ outcome: 'already' });
    expect(await withToldStatus('came-back')).toEqual(['ada.lovelace@gmail.com']);
    expect(await withToldStatus('not-told')).toEqual([]);
    expect(await withToldStatus('told')).toEqual([]);
    const late = { to: 'invited', letter: newLetter() } as const;
    expect(await fixture.store.planWave({ ...late, filter: { told: 'not-told' } })).toMatchObject({
      people: 0,
    });
    expect(await review(person)).toMatchObject({
      state: 'invited',
      told: { status: 'came-back', reason: 'no such user' },
      notes: [{ text: 'The letter came back: no such user.' }],
      letters: [{ state: 'cancelled', cancelledAtMs: null, lastReason: 'came_back no such user' }],
    });
    const newest = await apply('Ada.Lovelace@gmail.com');
    const again = await fixture.store.sendLetterAgain({
      id: randomUUID(),
      about: person,
      actor: ada,
      letter: newLetter(),
    });
    expect(again).toEqual({ outcome: 'queued' });
    expect(await withToldStatus('waiting')).toEqual(['Ada.Lovelace@gmail.com']);
    const sent = jobOf(await claim(), 'letter');
    expect(sent.application.fields.email).toBe('Ada.Lovelace@gmail.com');
    await decide(newest, { to: 'declined' });
    await decide(newest, { to: 'invited', isUndo: true, letter: newLetter() });
    expect(await isNothingDue(), 'an undo sends no second letter').toBe(true);
  });

  test('of all letters to a person, those come back that were sent about how they stand now', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'declined', withLetter: true, letter: newLetter() });
    await finish(fixture.store, await claim());
    await decide(person, { to: 'invited', letter: newLetter({ letterAtMs: later() }) });
    await decide(person, { to: 'new' });
    await decide(person, { to: 'invited', letter: newLetter() });
    await finish(fixture.store, await claim());
    await fixture.store.markCameBack({ id: randomUUID(), about: person, actor: ada, reason: null });
    expect(await review(person)).toMatchObject({
      told: { status: 'came-back', reason: '' },
      notes: [{ text: 'The letter came back.' }],
      letters: [
        { letter: 'declined', state: 'delivered', lastReason: null },
        { letter: 'invited', state: 'cancelled', lastReason: null },
        { letter: 'invited', state: 'cancelled', lastReason: 'came_back' },
      ],
    });
  });

  test('a letter that was taken back says when', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'invited', letter: newLetter({ letterAtMs: later() }) });
    await decide(person, { to: 'new' });
    const { letters: all, last } = await review(person);
    expect(all).toMatchObject([{ state: 'cancelled', cancelledAtMs: last?.decidedAtMs }]);
  });

  test('with a clock that was set back it is not sent before its time either', async () => {
    if (fixture.engine !== 'sqlite') return;
    let nowMs = Date.now();
    const store = await fixture.open({ now: () => nowMs });
    const person = await apply('ada@example.com');
    await store.decide(
      newDecision(person, { to: 'invited', letter: newLetter({ letterAtMs: nowMs + hour }) }),
    );
    nowMs -= 2 * hour;
    expect((await store.claimJobs(claimOptions(letters))).claim).toBeNull();
    nowMs += 4 * hour;
    expect(jobOf(await claimOne(store, letters), 'letter').letter).toBe('invited');
  });

  test('a letter can be set to a year from now, and to no later time', async () => {
    // The clock of Postgres cannot be set.
    if (fixture.engine !== 'sqlite') return;
    const nowMs = Date.now();
    const store = await fixture.open({ now: () => nowMs });
    const about = await apply('ada@example.com');
    await store.decide(
      newDecision(about, { to: 'invited', letter: newLetter({ letterAtMs: nowMs + hour }) }),
    );
    const moveTo = (letterAtMs: number) =>
      store.moveLetters({
        to: 'invited',
        whom: { people: [{ about, seenVersion: 1 }] },
        actor: ada,
        note: 'The letter goes at another time.',
        letter: { delayMs: 0, letterAtMs },
      });
    const yearMs = 366 * 24 * hour;
    await expect(moveTo(nowMs + yearMs + 1)).rejects.toThrow('a year at most');
    expect(await moveTo(nowMs + yearMs)).toMatchObject({ moved: 1 });
  });

  test('one that is over is sent after the delay, and told is when the mail server took it', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'invited', letter: newLetter({ letterAtMs: Date.now() - hour }) });
    expect((await review(person)).told).toEqual({ status: 'waiting', atMs: null });
    await finish(fixture.store, await claim());
    expect((await review(person)).told).toEqual({ status: 'told', atMs: expect.any(Number) });
  });

  test('another decision stops it, and undoing that brings it back with its time', async () => {
    const person = await apply('ada@example.com');
    const letterAtMs = later();
    await decide(person, { to: 'invited', letter: newLetter({ letterAtMs }) });
    await decide(person, {
      to: 'declined',
      withLetter: true,
      letter: newLetter({ letterAtMs: letterAtMs + hour }),
    });
    expect((await review(person)).letters.map(({ letter, state }) => [letter, state])).toEqual([
      ['invited', 'cancelled'],
      ['declined', 'waiting'],
    ]);
    await decide(person, { to: 'invited', isUndo: true, letter: newLetter() });
    expect(await review(person)).toMatchObject({
      told: { status: 'waiting', atMs: letterAtMs },
      letters: [{ state: 'cancelled' }, { state: 'cancelled' }, { letter: 'invited', letterAtMs }],
    });
    expect(await isNothingDue()).toBe(true);
  });

  test('who was declined without a letter gets none by an undo', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'declined' });
    await decide(person, { to: 'new' });
    await decide(person, { to: 'declined', isUndo: true, letter: newLetter() });
    expect(await review(person)).toMatchObject({ letters: [], told: { status: 'not-told' } });
  });

  test('the declined are told by a letter of their own', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'declined', withLetter: true, letter: newLetter() });
    expect(jobOf(await claim(), 'letter')).toMatchObject({ letter: 'declined' });
  });

  test('who was not told can be told later, once, and an undo of that stops the letter', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'declined' });
    const letter = () => newLetter({ letterAtMs: later() });
    expect(await decide(person, { to: 'declined', letter: letter() })).toMatchObject({
      outcome: 'unchanged',
    });
    expect(await decide(person, { to: 'declined', withLetter: true }), 'without letters').toMatchObject({
      outcome: 'unchanged',
    });
    const tell = () => decide(person, { to: 'declined', withLetter: true, letter: letter() });
    expect(await tell()).toMatchObject({ outcome: 'decided', review: { version: 2 } });
    expect((await review(person)).told).toMatchObject({ status: 'waiting' });
    expect(await tell()).toMatchObject({ outcome: 'unchanged' });
    const undo = () => decide(person, { to: 'declined', isUndo: true, letter: letter() });
    expect(await undo()).toMatchObject({ outcome: 'decided' });
    expect(await undo()).toMatchObject({ outcome: 'unchanged' });
    expect(await review(person)).toMatchObject({
      state: 'declined',
      told: { status: 'not-told' },
      letters: [{ state: 'cancelled' }],
    });
  });

  test('nobody is told of a state that has no letter', async () => {
    const person = await apply('ada@example.com');
    const shortlist = () => decide(person, { to: 'shortlisted', withLetter: true, letter: newLetter() });
    expect(await shortlist()).toMatchObject({ outcome: 'decided' });
    expect(await shortlist()).toMatchObject({ outcome: 'unchanged', review: { told: null } });
    expect(await isNothingDue()).toBe(true);
  });

  test('a wave over New has who was declined and applied again, and names who did so since it was shown', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['again', 'since', 'twice', 'never'])
      await decide(await apply(`${name}@example.com`), { to: 'declined' });
    await apply('fresh@example.com');
    await apply('again@example.com');
    await apply('twice@example.com');
    const filter = { state: 'new' } as const;
    const plan = await operator.planWave({ filter, to: 'declined', letter: null });
    expect(plan).toMatchObject({ people: 3, already: 0 });
    await apply('since@example.com');
    await apply('twice@example.com');
    const wave = { id: randomUUID(), to: 'declined', actor: ada, note: null, letter: null } as const;
    const { newest, lastDecision } = plan;
    const step = await fixture.store.decideWave({
      ...wave,
      whom: { filter: { ...filter, newest, lastDecision } },
    });
    expect(step).toMatchObject({
      decided: 2,
      left: 0,
      leftAlone: [{ sequence: 7, outcome: 'overtaken', newerApplication: 9 }],
      leftAloneCount: 1,
    });
    expect(await operator.countApplicants({})).toEqual({ states: { new: 2, declined: 3 } });
    await undo(wave.id);
    expect(await operator.countApplicants({})).toEqual({ states: { new: 4, declined: 1 } });
  });

  test('one that was taken back while it was being sent is not sent again', async () => {
    const person = await apply('ada@example.com');
    await decide(person, { to: 'invited', letter: newLetter() });
    const claimed = await claim();
    await decide(person, { to: 'new' });
    await retry(fixture.store, claimed);
    expect(await isNothingDue()).toBe(true);
    expect((await review(person)).letters).toMatchObject([{ state: 'cancelled' }]);
  });

  test('the list has who was told, who waits, whose letter is parked, and who was not told', async () => {
    for (const email of ['told', 'parked', 'waits', 'stopped', 'silent', 'new'])
      await apply(`${email}@example.com`);
    const operator = await fixture.openOperator();
    const person = async (name: string) => {
      const [record] = await operator.findByEmail(`${name}@example.com`);
      return { id: record?.id ?? '' };
    };
    const invite = async (name: string, letter = newLetter()) =>
      decide(await person(name), { to: 'invited', letter });
    await invite('told');
    await finish(fixture.store, await claim());
    await invite('parked');
    await park(fixture.store, await claim(), 'mail_recipient_refused 550');
    await invite('waits', newLetter({ letterAtMs: later() }));
    await invite('stopped', newLetter({ letterAtMs: later() }));
    await decide(await person('stopped'), { to: 'declined' });
    await decide(await person('silent'), { to: 'declined' });
    expect(await withToldStatus('told')).toEqual(['told@example.com']);
    expect(await withToldStatus('parked')).toEqual(['parked@example.com']);
    expect(await withToldStatus('waiting')).toEqual(['waits@example.com']);
    expect(await withToldStatus('not-told')).toEqual(['stopped@example.com', 'silent@example.com']);
    const { states } = await operator.countApplicants({ told: 'not-told' });
    expect(states).toEqual({ declined: 2 });
    const before = await operator.readApplicants({
      filter: { newest: 2 },
      sort: 'oldest',
      after: null,
      limit: 9,
    });
    expect(before.rows).toHaveLength(2);
  });

  test('a wave is taken back as a whole while nobody was told, without whom somebody decided about since', async () => {
    const wave = randomUUID();
    const first = await apply('a@example.com');
    const [second, third] = [await apply('b@example.com'), await apply('c@example.com')];
    await decide(second, { to: 'shortlisted' });
    for (const person of [first, second, third])
      await decide(person, { to: 'invited', wave, letter: newLetter({ letterAtMs: later() }) });
    await decide(third, { to: 'declined' });
    expect(await fixture.store.readWave(randomUUID())).toEqual({
      decisions: 0,
      told: 0,
      sent: [],
      people: [],
    });
    expect(await fixture.store.readWave(wave)).toMatchObject({
      decisions: 3,
      told: 0,
      people: [
        { sequence: 1, kind: 'creator', from: 'new', to: 'invited' },
        { sequence: 2, kind: 'creator', from: 'shortlisted', to: 'invited' },
      ],
    });
    expect(await undo(wave)).toEqual({ decisions: 3, told: 0, sent: [], undone: 2, left: 0 });
    expect(await readChannel(fixture.store, 'letters')).toMatchObject({ waiting: 0 });
    expect(await fixture.store.readWave(wave)).toEqual({
      decisions: 3,
      told: 0,
      sent: [],
      people: [],
    });
    expect(await review(second)).toMatchObject({ state: 'shortlisted' });
    expect(await review(third)).toMatchObject({ state: 'declined' });
  });

  test('once somebody of a wave was told, nothing of it is taken back', async () => {
    const wave = randomUUID();
    for (const email of ['a@example.com', 'b@example.com'])
      await decide(await apply(email), { to: 'invited', wave, letter: newLetter() });
    const claimed = await claim();
    expect(await undo(wave), 'one is being sent').toMatchObject({ told: 1, undone: 0 });
    await finish(fixture.store, claimed);
    expect(await undo(wave)).toMatchObject({ told: 1, sent: [], undone: 0, left: 0 });
    expect(await readChannel(fixture.store, 'letters')).toMatchObject({ waiting: 1, delivered: 1 });
  });

  test('a letter is sent again once a day to who was told, and the history says so', async () => {
    const person = await apply('ada@example.com');
    const again = (changes = {}) =>
      fixture.store.sendLetterAgain({
        id: randomUUID(),
        about: person,
        actor: ada,
        letter: newLetter(),
        ...changes,
      });
    expect(await again()).toEqual({ outcome: 'not-told' });
    expect(await again({ about: { id: randomUUID() } })).toEqual({ outcome: 'unknown' });
    await decide(person, { to: 'invited', letter: newLetter() });
    expect(await again()).toEqual({ outcome: 'waiting' });
    await finish(fixture.store, await claim());
    const id = randomUUID();
    expect(await again({ id })).toEqual({ outcome: 'queued' });
    expect(await again({ id }), 'asked again after a lost answer').toEqual({ outcome: 'queued' });
    const claimed = await claim();
    expect(jobOf(claimed, 'letter').messageId).not.toBe((await review(person)).letters[0]?.id);
    await finish(fixture.store, claimed);
    expect(await again()).toEqual({ outcome: 'too-soon', possibleAtMs: expect.any(Number) });
    expect(await review(person)).toMatchObject({
      version: 1,
      letters: [{ state: 'delivered' }, { state: 'delivered' }],
      notes: [{ text: 'The letter was sent again.', actor: ada }],
    });
  });

  test('a letter that is sent again greets as the one before, also when a stranger applied with the address since; where that application was pruned, as the named one', async () => {
    const seen = await apply('ada@example.com', 'Ada');
    await decide(seen, { to: 'invited', letter: newLetter() });
    await finish(fixture.store, await claim());
    const strangers = await apply('ada@example.com', 'Pay here to be let in');
    const greetedAgain = async () => {
      await runStatements(fixture, "update jobs set queued_at = queued_at - 90000000 where kind = 'letter'");
      const again = { id: randomUUID(), about: strangers, actor: ada, letter: newLetter() };
      expect(await fixture.store.sendLetterAgain(again)).toEqual({ outcome: 'queued' });
      const claimed = await claim();
      await finish(fixture.store, claimed);
      return jobOf(claimed, 'letter').application.fields.name;
    };
    expect(await greetedAgain()).toBe('Ada');
    await finish(fixture.store, await claimOne(fixture.store));
    const all = { beforeMs: 8.64e15, includesQuarantined: false, after: 0, limit: 100 };
    expect(await fixture.store.prune(all), 'the message about the newer one waits').toMatchObject({
      deleted: 1,
    });
    expect(await greetedAgain()).toBe('Pay here to be let in');
  });
});
