import { expect, test } from 'vitest';
import type { ReviewState } from '#contract/review.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { claimOne, describeOnEachEngine } from '#test/store-fixture.ts';
import type { ApplicantPageOptions } from './review.ts';
import type { Store } from './store.ts';

describeOnEachEngine('the applicants', (fixture) => {
  const accept = async (email: string, changes: Parameters<typeof newSubmission>[0] = {}) => {
    const { id } = await fixture.store.accept(newSubmission({ fields: { email }, ...changes }));
    return id;
  };
  const decide = (id: string, to: ReviewState) => fixture.store.decide(newDecision({ id }, { to }));

  async function readAll(store: Store, options: Omit<ApplicantPageOptions, 'limit'> = {}, limit = 2) {
    const numbers: number[] = [];
    let after: number | undefined;
    while (true) {
      const page = await store.readApplicants({ ...options, after, limit });
      numbers.push(...page.applicants.map(({ sequence }) => sequence));
      if (page.next === null) return numbers;
      after = page.next;
    }
  }

  test('are one line a person with the newest application, without what is held back', async () => {
    await accept('a@example.com');
    await accept('b@example.com');
    await accept('A@example.com');
    await accept('a@example.com', { kind: 'venue' });
    await accept('b@example.com', { quarantineReason: 'honeypot' });
    await accept('c@example.com', { quarantineReason: 'honeypot' });
    await accept('d@example.com', { kind: 'contact' });
    await accept('d@example.com', { kind: 'contact' });
    expect(await readAll(fixture.store)).toEqual([4, 3, 2]);
    expect(await readAll(fixture.store, { kind: 'creator' })).toEqual([3, 2]);
    expect(await readAll(fixture.store, { kind: 'venue' })).toEqual([4]);
    expect(await readAll(fixture.store, { kind: 'contact', state: 'new' })).toEqual([8, 7]);
  });

  test('are listed by state, a page at a time, also after they applied again', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      ids.push(await accept(`${index}@example.com`, { kind: index % 3 === 0 ? 'venue' : 'creator' }));
    }
    for (const index of [0, 2, 3, 5]) await decide(ids[index] as string, 'shortlisted');
    await decide(ids[5] as string, 'invited');
    await decide(ids[2] as string, 'new');
    await accept('3@example.com', { kind: 'venue' });
    expect(await readAll(fixture.store, { state: 'shortlisted' }, 1)).toEqual([10, 1]);
    expect(await readAll(fixture.store, { state: 'invited' })).toEqual([6]);
    expect(await readAll(fixture.store, { state: 'new' })).toEqual([9, 8, 7, 5, 3, 2]);
    expect(await readAll(fixture.store, { state: 'declined' })).toEqual([]);
    expect(await readAll(fixture.store, {}, 1)).toEqual([10, 9, 8, 7, 6, 5, 3, 2, 1]);
  });

  test('do not repeat or skip anybody while others apply', async () => {
    for (let index = 0; index < 6; index += 1) await accept(`${index}@example.com`);
    const first = await fixture.store.readApplicants({ limit: 3 });
    await accept('later@example.com');
    const second = await fixture.store.readApplicants({ limit: 3, after: first.next ?? 0 });
    expect([...first.applicants, ...second.applicants].map(({ sequence }) => sequence)).toEqual([
      6, 5, 4, 3, 2, 1,
    ]);
  });

  test('are counted by state, with the median time to the first decision', async () => {
    const operator = await fixture.openOperator();
    expect(await operator.readReviewStats()).toEqual({ counts: [], medianToDecisionMs: null });
    const ids = [await accept('a@example.com'), await accept('b@example.com')];
    await accept('a@example.com');
    await accept('held@example.com', { quarantineReason: 'honeypot' });
    await accept('c@example.com', { kind: 'contact' });
    await decide(ids[0] as string, 'shortlisted');
    await decide(ids[0] as string, 'invited');
    const { counts, medianToDecisionMs } = await operator.readReviewStats();
    expect(counts.toSorted((a, b) => (a.kind + a.state < b.kind + b.state ? -1 : 1))).toEqual([
      { kind: 'contact', state: 'new', count: 1, deleted: 0 },
      { kind: 'creator', state: 'invited', count: 1, deleted: 0 },
      { kind: 'creator', state: 'new', count: 1, deleted: 0 },
    ]);
    expect(medianToDecisionMs).toBeGreaterThanOrEqual(0);
    expect(medianToDecisionMs).toBeLessThan(60_000);
  });

  test('are erased with their decisions, notes and letters, and leave a count', async () => {
    const operator = await fixture.openOperator();
    const [ada, bo] = [await accept('ada@example.com'), await accept('bo@example.com')];
    const message = await accept('ada@example.com', { kind: 'contact' });
    await decide(message, 'answered');
    for (const id of [ada, bo]) {
      await fixture.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
      await fixture.store.addNote({ ...newDecision({ id }), text: 'Nice.' });
    }
    const { records, ...deleted } = await operator.erase('ADA@example.com');
    expect(records.map(({ id }) => id)).toEqual([ada, message]);
    expect(deleted).toEqual({ decisions: 2, notes: 1, letters: 1 });
    expect(await fixture.store.readReview({ id: ada })).toBeNull();
    expect(await fixture.store.readReview({ id: bo })).toMatchObject({ state: 'invited', version: 1 });
    expect((await operator.readReviewStats()).counts).toEqual(
      expect.arrayContaining([
        { kind: 'creator', state: 'invited', count: 2, deleted: 1 },
        { kind: 'contact', state: 'answered', count: 1, deleted: 1 },
      ]),
    );
    const again = await accept('ada@example.com');
    expect(await fixture.store.readReview({ id: again })).toMatchObject({ state: 'new', decisions: [] });
    expect(await operator.erase('nobody@example.com')).toMatchObject({ records: [], decisions: 0 });
  });

  test('are pruned by state; whose letter is still to be sent stays', async () => {
    const operator = await fixture.openOperator();
    const emails = ['new', 'declined', 'invited', 'declined-again'].map((name) => `${name}@example.com`);
    const ids = [];
    for (const email of emails) ids.push(await accept(email));
    await decide(ids[1] as string, 'declined');
    await fixture.store.decide(newDecision({ id: ids[2] as string }, { to: 'invited', letter: newLetter() }));
    await decide(ids[3] as string, 'declined');
    await fixture.store.finish(await claimOne(fixture.store, { digestAbove: 0 }));
    await accept('declined-again@example.com');

    const beforeMs = Date.now() + 60_000;
    const declined = { beforeMs, includesQuarantined: false, reviewState: 'declined' } as const;
    expect(await operator.countPrunable(declined)).toMatchObject({ prunable: 2, keptForChannel: 1 });
    expect(await operator.prune({ ...declined, limit: 100 })).toBe(2);
    expect(await fixture.store.readReview({ id: ids[1] as string })).toBeNull();
    expect(await fixture.store.readReview({ sequence: 5 })).toMatchObject({ state: 'declined', version: 1 });

    const all = { beforeMs, includesQuarantined: false };
    expect(await operator.countPrunable(all)).toMatchObject({ prunable: 1, keptForLetter: 1 });
    expect(await operator.prune({ ...all, limit: 100 })).toBe(1);
    expect(await fixture.store.readReview({ id: ids[2] as string })).toMatchObject({ state: 'invited' });
    const { counts } = await operator.readReviewStats();
    expect(counts.filter(({ deleted }) => deleted > 0)).toEqual(
      expect.arrayContaining([
        { kind: 'creator', state: 'new', count: 1, deleted: 1 },
        { kind: 'creator', state: 'declined', count: 2, deleted: 1 },
      ]),
    );
  });
});
