import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WaveStep } from '#contract/answers.ts';
import { claimOne, finish } from '#test/job-claims.ts';
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

  test('goes on where it was when it is called again, and is taken back in steps', async () => {
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
