import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LeftAlone } from '#contract/answers.ts';
import { claimOne, claimOptions, connect, finish, jobOf, park, retry } from '#test/job-claims.ts';
import { ada, bo, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import type { NewWave } from './review.ts';

const letters = { channel: 'letters' } as const;
const hour = 3_600_000;

describeOnEachEngine('reminders', (fixture) => {
  async function apply(name: string) {
    const submission = newSubmission({ fields: { email: `${name}@example.com` } });
    await fixture.store.accept(submission);
    return { id: submission.id };
  }
  const claim = () => claimOne(fixture.store, letters);
  const isNothingDue = async () => (await fixture.store.claimJobs(claimOptions(letters))).claim === null;
  const decide = (about: { id: string }, to: 'new' | 'invited' | 'joined' | 'declined', isUndo = false) =>
    fixture.store.decide(newDecision(about, { to, isUndo, letter: newLetter() }));
  /** Invites them, and sends the letter. Answers its id. */
  async function tell(about: { id: string }) {
    const letter = newLetter();
    await fixture.store.decide(newDecision(about, { to: 'invited', letter }));
    await finish(fixture.store, await claim());
    return letter.id;
  }
  async function invited(name: string) {
    const about = await apply(name);
    return { about, letter: await tell(about) };
  }
  const newWave = (whom: NewWave['whom'], letter = newLetter()): NewWave => ({
    id: randomUUID(),
    whom,
    to: 'invited',
    reminds: true,
    actor: bo,
    note: null,
    letter,
  });
  const remind = (whom: NewWave['whom'] = { filter: {} }, letter = newLetter(), store = fixture.store) =>
    store.decideWave(newWave(whom, letter));
  const named = (about: { id: string }) => ({ people: [{ about, seenVersion: null }] });
  const whyNot = async (about: { id: string }) => {
    const { leftAlone } = await remind(named(about));
    return leftAlone.map((left: LeftAlone) => (left.outcome === 'not-reminded' ? left.why : left.outcome));
  };
  const answer = (letter: string) =>
    fixture.store.answerInvitation({ letter, answer: 'not-now', sentence: null });
  const plan = (filter: object = {}) =>
    fixture.store.planWave({ filter, to: 'invited', reminds: true, letter: newLetter() });
  const remindersOf = async (about: { id: string }) =>
    (await fixture.store.readReview(about))?.letters
      .filter(({ letter }) => letter === 'reminder')
      .map(({ state }) => state);

  test('go to who is invited, told and has not answered; the plan says the same, and whoever is named hears why not', async () => {
    const due = await invited('due');
    const answered = await invited('answered');
    await answer(answered.letter);
    const back = await invited('back');
    const reason = null;
    await fixture.store.markCameBack({ id: randomUUID(), about: back.about, actor: ada, reason });
    const joined = await invited('joined');
    await decide(joined.about, 'joined');
    const parked = await apply('parked');
    await decide(parked, 'invited');
    await park(fixture.store, await claim(), 'mail_address_refused 550');
    const untold = await apply('untold');
    await fixture.store.decide(newDecision(untold, { to: 'invited' }));
    const waiting = await apply('waiting');
    await fixture.store.decide(
      newDecision(waiting, { to: 'invited', letter: newLetter({ letterAtMs: Date.now() + hour }) }),
    );
    const isNew = await apply('new');
    expect(await plan()).toMatchObject({ people: 1, reminded: 0, kinds: { creator: 1 } });
    expect(await whyNot(answered.about)).toEqual(['answered']);
    for (const each of [back.about, parked, untold, waiting])
      expect(await whyNot(each)).toEqual(['not-told']);
    for (const each of [joined.about, isNew]) expect(await whyNot(each)).toEqual(['not-invited']);
    expect(await remind()).toMatchObject({ decided: 1, left: 0, leftAloneCount: 0 });
    expect(await plan()).toMatchObject({ people: 0, reminded: 1 });
    expect(await whyNot(due.about)).toEqual(['reminded']);
    const reminder = await claim();
    expect(jobOf(reminder, 'letter')).toMatchObject({ letter: 'reminder', linksTo: due.letter });
    await finish(fixture.store, reminder);
    expect(await plan()).toMatchObject({ people: 0, reminded: 1 });
    expect(await whyNot(due.about)).toEqual(['reminded']);
    expect(await isNothingDue()).toBe(true);
  });

  test('a reminder decides nothing: who is told, the answer, the figures and the event stay', async () => {
    await connect(fixture.store, ['events']);
    const { about, letter } = await invited('ada');
    const before = await fixture.store.readReview(about);
    const counted = await fixture.store.channelStates();
    await remind();
    await finish(fixture.store, await claim());
    const after = await fixture.store.readReview(about);
    expect(after).toMatchObject({ state: 'invited', told: before?.told, answer: null, version: 2 });
    const eventsIn = (states: typeof counted) => states.find(({ channel }) => channel === 'events')?.waiting;
    expect(eventsIn(await fixture.store.channelStates())).toEqual(eventsIn(counted));
    await answer(letter);
    expect((await fixture.store.readReview(about))?.answer).toMatchObject({ answer: 'not-now' });
    expect((await fixture.store.readWaves(5)).map(({ to, counts }) => [to, counts.people])).toEqual([
      ['reminder', 1],
    ]);
  });

  test('of two waves at once each person is in one, and gets one reminder', async () => {
    const other = await fixture.open();
    const people = [];
    for (let n = 0; n < 12; n += 1) people.push((await invited(`p${n}`)).about);
    const steps = await Promise.all([
      remind(),
      remind({ filter: {} }, newLetter(), other),
      remind(
        { people: people.slice(0, 6).map((about) => ({ about, seenVersion: null })) },
        newLetter(),
        other,
      ),
    ]);
    expect(steps.reduce((sum, { decided }) => sum + decided, 0)).toBe(12);
    for (const about of people) expect(await remindersOf(about)).toEqual(['waiting']);
    for (let n = 0; n < 12; n += 1) await finish(fixture.store, await claim());
    expect(await isNothingDue()).toBe(true);
  });

  const meanwhile: Record<string, (about: { id: string }, letter: string) => Promise<unknown>> = {
    answers: (_about, letter) => answer(letter),
    'is declined': (about) => decide(about, 'declined'),
    'is taken back': (about) => decide(about, 'new'),
    'has joined': (about) => decide(about, 'joined'),
    'is found not to be told': (about) =>
      fixture.store.markCameBack({ id: randomUUID(), about, actor: ada, reason: null }),
  };

  test.each(Object.keys(meanwhile))(
    'whoever %s before it goes, or before its next attempt, is not reminded',
    async (what) => {
      for (const attempts of [0, 1]) {
        const { about, letter } = await invited(`ada${attempts}`);
        await remind();
        if (attempts > 0) await retry(fixture.store, await claim());
        await meanwhile[what]?.(about, letter);
        expect(await isNothingDue()).toBe(true);
        expect(await remindersOf(about)).toEqual(['cancelled']);
      }
    },
  );

  test('a new invitation may be reminded of again; an undo that leads back to the old one, not', async () => {
    const { about } = await invited('ada');
    await remind();
    await finish(fixture.store, await claim());
    await decide(about, 'joined');
    await decide(about, 'invited', true);
    expect(await whyNot(about)).toEqual(['reminded']);
    await fixture.store.sendLetterAgain({ id: randomUUID(), about, actor: ada, letter: newLetter() });
    await finish(fixture.store, await claim());
    expect([await whyNot(about), (await plan()).people]).toEqual([['reminded'], 0]);
    await decide(about, 'new');
    const second = await tell(about);
    expect(await plan()).toMatchObject({ people: 1, reminded: 0 });
    await remind(named(about));
    expect(jobOf(await claim(), 'letter')).toMatchObject({ letter: 'reminder', linksTo: second });
  });

  test('a reminder, and one that is taken back, leave who invited them and when, in every view', async () => {
    const { about } = await invited('ada');
    const operator = await fixture.openOperator();
    const list = async () => {
      const page = await operator.readApplicants({ filter: {}, sort: 'newest', after: null, limit: 5 });
      return page.rows.map(({ decidedBy, decidedAtMs }) => [decidedBy, decidedAtMs]);
    };
    const shown = async () => {
      const review = await fixture.store.readReview(about);
      return [[review?.decided?.actor.name, review?.decided?.decidedAtMs]];
    };
    const before = await list();
    expect(before).toEqual([['ada', expect.any(Number)]]);
    const wave = newWave({ filter: {} }, newLetter({ letterAtMs: Date.now() + hour }));
    await fixture.store.decideWave(wave);
    expect([await list(), await shown()]).toEqual([before, before]);
    await fixture.store.undoWave({ id: wave.id, actor: bo, letter: null });
    expect([await list(), await shown()]).toEqual([before, before]);
    await fixture.store.decide(newDecision(about, { to: 'joined', actor: bo }));
    expect([await list(), await shown()].map(([row]) => row?.[0])).toEqual(['bo', 'bo']);
  });

  test('an undo takes back a reminder that waits, and none that was sent; neither changes who has applied again', async () => {
    const waits = await invited('waits');
    const sent = await invited('sent');
    for (const name of ['waits', 'sent']) await apply(name);
    await remind(named(sent.about));
    await finish(fixture.store, await claim());
    await remind(named(waits.about));
    for (const [{ about }, outcome, reminder] of [
      [waits, 'decided', 'cancelled'],
      [sent, 'unchanged', 'delivered'],
    ] as const) {
      const appliedAgain = { state: 'invited', appliedAgain: true, told: { status: 'told' } };
      expect(await fixture.store.readReview(about)).toMatchObject(appliedAgain);
      expect(await decide(about, 'invited', true)).toMatchObject({ outcome, review: appliedAgain });
      expect(await remindersOf(about)).toEqual([reminder]);
    }
  });

  test('of a wave of which some were sent, the others are taken back, and who was reminded is named', async () => {
    const { about: sent } = await invited('sent');
    const { about: parked } = await invited('parked');
    const { about: claimed } = await invited('claimed');
    const { about: waits } = await invited('waits');
    const { about: declined } = await invited('declined');
    const wave = newWave({ filter: {} });
    await fixture.store.decideWave(wave);
    await finish(fixture.store, await claim());
    await park(fixture.store, await claim(), 'mail_address_refused 550');
    const isBeingSent = await claim();
    await decide(declined, 'declined');
    const undo = () => fixture.store.undoWave({ id: wave.id, actor: ada, letter: null });
    const shown = { decisions: 5, told: 2, sent: [{ sequence: 1 }, { sequence: 3 }] };
    expect(await fixture.store.readWave(wave.id)).toMatchObject({
      ...shown,
      people: [{ sequence: 2 }, { sequence: 4 }],
    });
    expect(await undo()).toMatchObject({ ...shown, undone: 2, left: 0 });
    expect(await undo()).toMatchObject({ ...shown, undone: 0, left: 0 });
    await finish(fixture.store, isBeingSent);
    expect(await isNothingDue()).toBe(true);
    for (const each of [sent, claimed]) expect(await remindersOf(each)).toEqual(['delivered']);
    for (const each of [parked, waits]) {
      expect(await remindersOf(each)).toEqual(['cancelled']);
      expect(await fixture.store.readReview(each)).toMatchObject({ state: 'invited' });
    }
    expect(await plan()).toMatchObject({ people: 2, reminded: 2 });
  });

  test('those that wait go at another time, and are taken back with their wave', async () => {
    const letterAtMs = Date.now() + hour;
    const { about } = await invited('ada');
    const wave = newWave({ filter: {} }, newLetter({ letterAtMs }));
    await fixture.store.decideWave(wave);
    const waiting = await apply('bo');
    await fixture.store.decide(newDecision(waiting, { to: 'invited', letter: newLetter({ letterAtMs }) }));
    const move = (atMs: number | null) =>
      fixture.store.moveLetters({
        to: 'invited',
        reminds: true,
        actor: ada,
        whom: { filter: {} },
        note: 'Moved.',
        letter: { delayMs: 0, letterAtMs: atMs },
      });
    expect(await move(letterAtMs + hour)).toEqual({ moved: 1, left: 0 });
    expect(await isNothingDue()).toBe(true);
    const undo = () => fixture.store.undoWave({ id: wave.id, actor: ada, letter: newLetter() });
    expect(await undo()).toMatchObject({ told: 0, undone: 1, left: 0 });
    expect(await remindersOf(about)).toEqual(['cancelled']);
    expect(await plan()).toMatchObject({ people: 1, reminded: 0 });
    const again = newWave({ filter: {} });
    await fixture.store.decideWave(again);
    await finish(fixture.store, await claim());
    expect(await fixture.store.undoWave({ id: again.id, actor: ada, letter: null })).toMatchObject({
      told: 1,
      undone: 0,
    });
  });

  test('a restored store parks it, and it is not sent unseen', async () => {
    const { about } = await invited('ada');
    await remind();
    const operator = await fixture.openOperator();
    expect(await operator.parkRestored()).toMatchObject([{ about: 'reminder' }]);
    expect(await remindersOf(about)).toEqual(['parked']);
    expect(await whyNot(about)).toEqual(['reminded']);
  });
});
