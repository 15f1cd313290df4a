import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WaveStep } from '#contract/answers.ts';
import { holdLocks } from '#test/held-locks.ts';
import { claimOne, finish, readChannel } from '#test/job-claims.ts';
import { createPeopleSteps } from '#test/people-steps.ts';
import { ada, bo, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { type NewWave, peoplePerStep } from './review.ts';
import type { Store } from './store.ts';

describeOnEachEngine('a wave', (fixture) => {
  const { accept } = createPeopleSteps(fixture);
  const newWave = (whom: NewWave['whom'], changes: Partial<NewWave> = {}): NewWave => ({
    id: randomUUID(),
    whom,
    to: 'invited',
    actor: bo,
    note: null,
    letter: newLetter({ delayMs: 60_000 }),
    ...changes,
  });
  async function plan(filter: object = {}, changes: Partial<NewWave> = {}) {
    const { newest, lastDecision, ...planned } = await fixture.store.planWave({
      filter,
      to: 'invited',
      letter: newLetter(),
      ...changes,
    });
    return { ...planned, wave: newWave({ filter: { ...filter, newest, lastDecision } }, changes) };
  }
  async function runWave(store: Store, wave: NewWave): Promise<WaveStep> {
    for (;;) {
      const step = await store.decideWave(wave);
      if (step.left === 0) return step;
    }
  }
  async function applyMany(count: number) {
    const ids: string[] = [];
    for (let from = 0; from < count; from += 50)
      ids.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(50, count - from) }, (_, index) =>
            accept(`p${from + index}@example.com`),
          ),
        )),
      );
    return ids;
  }
  const reviewOf = async (id: string) => {
    const review = await fixture.store.readReview({ id });
    if (review === null) throw new Error('There is no such submission.');
    return review;
  };

  test('goes on where it was when it is called again, and is taken back in steps, the first of which stops all its letters', async () => {
    const ids = await applyMany(peoplePerStep + 5);
    const { wave, people } = await plan();
    expect(people).toBe(peoplePerStep + 5);
    expect(await fixture.store.decideWave(wave)).toMatchObject({ decided: peoplePerStep, left: 5 });
    expect(await fixture.store.decideWave(wave)).toMatchObject({ decided: peoplePerStep + 5, left: 0 });
    expect(await fixture.store.decideWave(wave)).toEqual({
      decided: peoplePerStep + 5,
      left: 0,
      leftAlone: [],
      leftAloneCount: 0,
    });
    expect(await reviewOf(ids.at(-1) ?? '')).toMatchObject({ state: 'invited', version: 1, letters: [{}] });
    const undo = () => fixture.store.undoWave({ id: wave.id, actor: ada, letter: null });
    expect(await undo()).toMatchObject({ decisions: people, told: 0, undone: peoplePerStep, left: 5 });
    expect(await readChannel(fixture.store, 'letters')).toMatchObject({ waiting: 0 });
    expect(await undo()).toMatchObject({ undone: 5, left: 0 });
    expect(await undo()).toMatchObject({ undone: 0, left: 0 });
    expect(await fixture.store.countApplicants({})).toEqual({ states: { new: people } });
  });

  test('is about those who were shown: later ones, those who applied again, and later decisions are left alone, and named', async () => {
    const [first = '', second = '', third = ''] = await applyMany(3);
    await fixture.store.decide(newDecision({ id: third }, { to: 'shortlisted' }));
    const { wave, people } = await plan({ state: 'new' });
    expect(people).toBe(2);
    await fixture.store.decide(newDecision({ id: third }, { to: 'new' }));
    await fixture.store.decide(newDecision({ id: first }, { to: 'declined' }));
    await accept('p1@example.com');
    await accept('late@example.com');
    const step = await runWave(fixture.store, wave);
    expect(step).toMatchObject({ decided: 0, left: 0, leftAloneCount: 2 });
    expect(step.leftAlone).toMatchObject([
      { id: second, outcome: 'overtaken', newerApplication: 4 },
      { id: first, outcome: 'overtaken', newerApplication: null, review: { state: 'declined' } },
    ]);
  });

  test('leaves alone, and names, those of its filter who came again or were decided about since, whatever their state was, and nobody else', async () => {
    const apply = (name: string, city: string) => accept(`${name}@example.com`, { fields: { city } });
    const again = await apply('again', 'Sydney');
    const decided = await apply('decided', 'Sydney');
    await apply('again.elsewhere', 'Perth');
    const elsewhere = await apply('decided.elsewhere', 'Perth');
    const invited = await apply('invited', 'Sydney');
    await fixture.store.decide(newDecision({ id: invited }, { to: 'invited' }));
    const { wave, people, already } = await plan({ city: 'Sydney' });
    expect([people, already]).toEqual([2, 1]);
    await apply('again', 'Sydney');
    await apply('again.elsewhere', 'Perth');
    for (const id of [decided, elsewhere])
      await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    await fixture.store.decide(newDecision({ id: invited }, { to: 'joined' }));
    expect(await runWave(fixture.store, wave)).toMatchObject({
      decided: 0,
      leftAlone: [
        { id: again, newerApplication: 6 },
        { id: decided, newerApplication: null },
      ],
      leftAloneCount: 2,
    });
  });

  test('names nobody without both numbers of its plan', async () => {
    const [, decided = ''] = await applyMany(2);
    await accept('p0@example.com');
    await fixture.store.decide(newDecision({ id: decided }));
    for (const filter of [{ newest: 2 }, { lastDecision: 0 }])
      expect(await runWave(fixture.store, newWave({ filter }))).toMatchObject({ leftAloneCount: 0 });
  });

  test('one that tells later, or reminds, names whom somebody decided about since they were shown', async () => {
    const [declined = '', invited = ''] = await applyMany(2);
    await fixture.store.decide(newDecision({ id: declined }, { to: 'declined' }));
    const telling = await plan({ state: 'declined' }, { to: 'declined', withLetter: true });
    await fixture.store.decide(newDecision({ id: declined }, { to: 'shortlisted' }));
    await fixture.store.decide(newDecision({ id: invited }, { to: 'invited', letter: newLetter() }));
    await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
    const reminding = await plan({}, { reminds: true });
    expect(reminding.people).toBe(1);
    await fixture.store.decide(newDecision({ id: invited }, { to: 'joined' }));
    for (const [{ wave }, id] of [
      [reminding, invited],
      [telling, declined],
    ] as const)
      expect((await runWave(fixture.store, wave)).leftAlone).toMatchObject([{ id, outcome: 'overtaken' }]);
  });

  test('one about people by what they were told or answered does not name who was in no such state when it was shown', async () => {
    const [isNew = '', declined = ''] = await applyMany(2);
    const letter = newLetter();
    await fixture.store.decide(newDecision({ id: declined }, { to: 'declined', withLetter: true, letter }));
    await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
    const plans = [await plan({}, { reminds: true })];
    for (const filter of [{ answer: 'none' }, { told: 'told' }, { toldBeforeMs: 9e15 }])
      plans.push(await plan(filter, { to: 'joined' }));
    expect(plans.map(({ people }) => people)).toEqual([0, 0, 1, 1]);
    await fixture.store.decide(newDecision({ id: isNew }, { to: 'invited' }));
    await fixture.store.decide(newDecision({ id: declined }));
    const named = [];
    for (const { wave } of plans)
      named.push((await runWave(fixture.store, wave)).leftAlone.map(({ sequence }) => sequence));
    expect(named).toEqual([[], [], [2], [2]]);
  });

  test('names the first 50 of those whom it left alone, with its last step, and counts all', async () => {
    const ids = await applyMany(peoplePerStep + 52);
    const { wave } = await plan();
    const decided = ids.slice(0, 51);
    for (const id of decided) await fixture.store.decide(newDecision({ id }));
    const none = { leftAlone: [], leftAloneCount: 0 };
    expect(await fixture.store.decideWave(wave)).toEqual({ decided: peoplePerStep, left: 1, ...none });
    const last = await fixture.store.decideWave(wave);
    expect(last).toMatchObject({ decided: peoplePerStep + 1, left: 0, leftAloneCount: 51 });
    const people = decided.map((id) => ({ about: { id }, seenVersion: 0 }));
    const named = await fixture.store.decideWave(newWave({ people }));
    expect(named).toMatchObject({ decided: 0, leftAloneCount: 51 });
    for (const { leftAlone } of [last, named]) expect(new Set(leftAlone.map(({ id }) => id)).size).toBe(50);
  });

  test('of people who were named takes as many as fit into a step, and so does another time for their letters', async () => {
    const ids = await applyMany(peoplePerStep + 1);
    const people = ids.map((id) => ({ about: { id }, seenVersion: null }));
    const letterAtMs = Date.now() + 3_600_000;
    const wave = newWave({ people }, { letter: newLetter({ letterAtMs }) });
    const step = await fixture.store.decideWave(wave);
    expect(step).toEqual({ decided: peoplePerStep, left: 0, leftAlone: [], leftAloneCount: 0 });
    await fixture.store.decideWave({ ...wave, whom: { people: people.slice(peoplePerStep) } });
    expect(await readChannel(fixture.store, 'letters')).toMatchObject({ waiting: peoplePerStep + 1 });
    const letter = { delayMs: 0, letterAtMs: letterAtMs + 1 };
    const time = { to: 'invited', whom: { people }, actor: ada, note: 'Later.', letter } as const;
    expect(await fixture.store.moveLetters(time)).toEqual({ moved: peoplePerStep, left: 0 });
  });

  test('is planned for those whose kind can become that, and without letters not for those who are that already', async () => {
    const creator = await accept('creator@example.com');
    await accept('contact@example.com', { kind: 'contact' });
    await fixture.store.decide(newDecision({ id: creator }, { to: 'declined' }));
    const mixed = await plan({ kinds: ['creator', 'contact'] });
    expect(mixed).toMatchObject({ people: 1, kinds: { creator: 1, venue: 0, contact: 0 } });
    const answering = await plan({}, { to: 'answered' });
    expect(answering).toMatchObject({ people: 1, kinds: { creator: 0, venue: 0, contact: 1 } });
    expect(await plan({}, { to: 'declined' })).toMatchObject({ people: 0, already: 1 });
    expect(await runWave(fixture.store, answering.wave)).toMatchObject({ decided: 1 });
  });

  // On SQLite nobody else writes while a step does.
  if (fixture.engine === 'postgres') {
    test('decides about, and takes back, only those whom it locked, when others come into its step meanwhile', async () => {
      await applyMany(peoplePerStep + 2);
      const { wave } = await plan({ state: 'new' });
      const whileItWaits = async (change: string, step: () => Promise<unknown>) => {
        await using locks = await holdLocks(fixture.databaseUrl, `update applicants set ${change}`);
        const stepping = step();
        await locks.untilAwaited();
        await locks.commit();
        return stepping;
      };
      const decideNext = () => fixture.store.decideWave(wave);
      const first = await whileItWaits("state = 'declined' where sequence = 1", decideNext);
      expect(first).toMatchObject({ decided: peoplePerStep - 1, left: 2 });
      expect(await decideNext()).toMatchObject({ decided: peoplePerStep + 1, left: 0 });
      const undo = () => fixture.store.undoWave({ id: wave.id, actor: ada, letter: null });
      const undone = await whileItWaits('version = version + 1 where sequence = 2', undo);
      expect(undone).toMatchObject({ undone: peoplePerStep - 1, left: 1 });
    });

    test('names those whom it left alone without those who are erased meanwhile', async () => {
      const ids = await applyMany(2);
      const { wave } = await plan();
      for (const id of ids) await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
      // Read first when the first of them is named.
      await using locks = await holdLocks(fixture.databaseUrl, 'lock table answers');
      const stepping = fixture.store.decideWave(wave);
      await locks.untilAwaited();
      await locks.run('delete from submissions where sequence = 2');
      await locks.commit();
      expect((await stepping).leftAlone.map(({ sequence }) => sequence)).toEqual([1]);
    });
  }

  test('of people who were named decides about each as they were seen, once', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await applyMany(4);
    await fixture.store.decide(newDecision({ id: second }, { to: 'declined' }));
    await fixture.store.erase('p2@example.com');
    await accept('p3@example.com');
    const people = [first, second, third, fourth].map((id) => ({ about: { id }, seenVersion: 0 }));
    const wave = newWave({ people });
    for (const _ of [1, 2])
      expect(await fixture.store.decideWave(wave)).toMatchObject({
        decided: 1,
        left: 0,
        leftAloneCount: 3,
        leftAlone: [
          { id: second, outcome: 'overtaken', newerApplication: null },
          { id: third, name: null, outcome: 'unknown' },
          { id: fourth, outcome: 'overtaken', newerApplication: 5 },
        ],
      });
    expect(await reviewOf(first)).toMatchObject({ version: 1, letters: [{ letter: 'invited' }] });
  });

  test('one that tells later is taken back too but for who was told, and who was decided about since stays', async () => {
    const [first = '', second = '', third = ''] = await applyMany(3);
    for (const id of [first, second, third])
      await fixture.store.decide(newDecision({ id }, { to: 'declined' }));
    const { wave, people, already } = await plan({}, { to: 'declined', withLetter: true });
    expect([people, already]).toEqual([3, 0]);
    expect(await runWave(fixture.store, { ...wave, letter: newLetter() })).toMatchObject({ decided: 3 });
    expect(await reviewOf(first)).toMatchObject({ told: { status: 'waiting' } });
    await fixture.store.decide(newDecision({ id: second }, { to: 'new' }));
    await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters' }));
    const undone = await fixture.store.undoWave({ id: wave.id, actor: ada, letter: newLetter() });
    expect(undone).toMatchObject({ decisions: 3, told: 1, sent: [{ sequence: 1 }], undone: 1, left: 0 });
    expect(await reviewOf(first)).toMatchObject({ state: 'declined', told: { status: 'told' } });
    expect(await reviewOf(third)).toMatchObject({ state: 'declined', told: { status: 'not-told' } });
  });

  test('raced by two instances with single decisions, second applications and erasures decides about each once, and every outcome is named', async () => {
    const ids = await applyMany(60);
    const other = await fixture.open();
    const { wave } = await plan({ state: 'new' });
    const [last, rivals] = await Promise.all([
      Promise.all([runWave(fixture.store, wave), runWave(other, wave)]),
      Promise.all(
        ids.map(async (id, index) => {
          const store = index % 2 === 0 ? other : fixture.store;
          if (index % 4 === 0) return store.decide(newDecision({ id }, { to: 'declined', seenVersion: 0 }));
          if (index % 4 === 1) {
            await store.accept(newSubmission({ fields: { email: `p${index}@example.com` } }));
            return null;
          }
          if (index % 4 === 2 && index < 20) {
            await store.erase(`p${index}@example.com`);
            return null;
          }
          return null;
        }),
      ),
    ]);
    const step = await runWave(fixture.store, wave);
    expect(Math.max(...last.map(({ decided }) => decided))).toBeLessThanOrEqual(60);
    const named = new Map(step.leftAlone.map((each) => [each.id, each]));
    let decided = 0;
    for (const [index, id] of ids.entries()) {
      const review = await fixture.store.readReview({ id });
      const rival = rivals[index];
      if (review === null) {
        expect(index % 4).toBe(2);
        continue;
      }
      const ofWave = review.decisions.filter((each) => each.wave === wave.id);
      expect(ofWave.length, 'decided about twice').toBeLessThanOrEqual(1);
      decided += ofWave.length;
      if (rival !== null && rival !== undefined) {
        const isDecided = rival.outcome === 'decided';
        expect(isDecided || ofWave.length === 1, 'neither won').toBe(true);
        expect(isDecided && ofWave.length === 1, 'both won').toBe(false);
      }
      if (ofWave.length === 0)
        expect(named.get(id), `number ${index}`).toMatchObject({ outcome: 'overtaken' });
    }
    expect(step.decided).toBe(decided);
    expect(step.leftAloneCount).toBe(named.size);
  });
});
