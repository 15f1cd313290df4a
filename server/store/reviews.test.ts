import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Review } from '#contract/answers.ts';
import { claimOne, park, submissionsOf } from '#test/job-claims.ts';
import { ada, bo, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import type { Store } from './store.ts';
import type { NewSubmission } from './stored-submission.ts';

describeOnEachEngine('reviews', (fixture) => {
  async function accept(changes: Parameters<typeof newSubmission>[0] = {}): Promise<NewSubmission> {
    const submission = newSubmission(changes);
    await fixture.store.accept(submission);
    return submission;
  }

  async function review({ id }: { id: string }): Promise<Review> {
    const found = await fixture.store.readReview({ id });
    if (found === null) throw new Error('There is no such submission.');
    return found;
  }

  test('a decision is appended with who, how, when, from, to and note', async () => {
    const { id } = await accept();
    const startedAtMs = Date.now();
    const first = await fixture.store.decide(newDecision({ id }, { seenVersion: 0, note: 'Nice bars.' }));
    expect(first).toMatchObject({ outcome: 'decided', repeated: false });
    await fixture.store.decide(newDecision({ id }, { to: 'declined', actor: bo, seenVersion: 1 }));
    const history = await fixture.store.readReview({ id });
    expect(history).toMatchObject({
      state: 'declined',
      version: 2,
      last: { from: 'shortlisted', to: 'declined' },
      decisions: [
        { version: 1, from: 'new', to: 'shortlisted', actor: ada, note: 'Nice bars.' },
        { version: 2, from: 'shortlisted', to: 'declined', actor: bo, note: null },
      ],
    });
    expect(history?.decisions[0]?.decidedAtMs).toBeGreaterThan(startedAtMs - 60_000);
    expect(history?.decisions[0]?.decidedAtMs).toBeLessThan(Date.now() + 60_000);
  });

  test('of two who saw the same, one decides and the other is told what the first did', async () => {
    const instances = [fixture.store, await fixture.open()] as const;
    for (const start of [0, 1, 2]) {
      const { id } = await accept({ fields: { email: `${start}@example.com` } });
      for (let version = 0; version < start; version += 1) {
        const to = version % 2 === 0 ? 'shortlisted' : 'new';
        await fixture.store.decide(newDecision({ id }, { to, seenVersion: version }));
      }
      const results = await Promise.all([
        instances[0].decide(newDecision({ id }, { to: 'invited', actor: ada, seenVersion: start })),
        instances[1].decide(newDecision({ id }, { to: 'declined', actor: bo, seenVersion: start })),
      ]);
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['decided', 'overtaken']);
      const won = results.find(({ outcome }) => outcome === 'decided');
      const lost = results.find(({ outcome }) => outcome === 'overtaken');
      expect((lost as { review: Review }).review.last).toEqual((won as { review: Review }).review.last);
      expect((await review({ id })).version).toBe(start + 1);
    }
  });

  test('a decision that comes again, even at the same time, is made once', async () => {
    const { id } = await accept();
    const instances = [fixture.store, await fixture.open()];
    const decision = newDecision({ id }, { to: 'invited', seenVersion: 0, letter: newLetter() });
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (instances[index % 2] as Store).decide(decision)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(8).fill('decided'));
    expect(results.filter((result) => 'repeated' in result && !result.repeated)).toHaveLength(1);
    await fixture.store.decide(newDecision({ id }, { to: 'declined', seenVersion: 1 }));
    expect(await fixture.store.decide(decision)).toMatchObject({
      outcome: 'decided',
      repeated: true,
      decision: { to: 'invited' },
      review: { state: 'declined', version: 2 },
    });
    expect((await fixture.store.readReview({ id }))?.letters).toHaveLength(1);
  });

  test('the id of a decision or a note about somebody else is answered with nothing of theirs, and changes nothing', async () => {
    const [one, other] = [await accept(), await accept({ fields: { email: 'bo@example.com' } })];
    const made = newDecision({ id: one.id }, { note: 'Private.' });
    await fixture.store.decide(made);
    for (const id of [other.id, randomUUID()])
      expect(await fixture.store.decide({ ...made, about: { id } })).toEqual({ outcome: 'unknown' });
    expect(await review(other)).toMatchObject({ state: 'new', version: 0 });
    const note = { id: randomUUID(), about: { id: one.id }, text: 'Private.', actor: ada };
    await fixture.store.addNote(note);
    expect(await fixture.store.addNote({ ...note, about: { id: other.id } })).toBeNull();
  });

  test('a letter waits for a year at most, whatever time is asked for', async () => {
    const { id } = await accept();
    const letter = newLetter({ letterAtMs: 9e15 });
    await fixture.store.decide(newDecision({ id }, { to: 'invited', letter }));
    const found = await fixture.store.readReview({ id });
    const aheadMs = (found?.letters[0]?.letterAtMs ?? 0) - Date.now();
    expect(Math.abs(aheadMs - 366 * 86_400_000)).toBeLessThan(60_000);
  });

  test('every application of a person names the same applicant, of another kind another one', async () => {
    const first = await accept({ fields: { email: 'ada@example.com' } });
    const second = await accept({ fields: { email: 'ADA@Example.com' } });
    const venue = await accept({ kind: 'venue', fields: { email: 'ada@example.com' } });
    await fixture.store.decide(newDecision({ id: second.id }, { to: 'declined' }));
    expect(await review(first)).toMatchObject({ state: 'declined' });
    expect(await review(venue)).toMatchObject({ state: 'new' });
    const third = await accept({ fields: { email: 'ada@example.com' } });
    expect(await review(third)).toMatchObject({ state: 'declined' });
  });

  test('a decision that names an earlier application is about the newest one too', async () => {
    const first = await accept();
    await accept();
    await fixture.store.decide(newDecision({ id: first.id }, { to: 'declined' }));
    expect(await review(first)).toMatchObject({ state: 'declined', appliedAgain: false });
  });

  test('an undo of what is not the last decision, or was never decided, changes nothing', async () => {
    const { id } = await accept();
    const decide = (changes: Parameters<typeof newDecision>[1]) =>
      fixture.store.decide(newDecision({ id }, { letter: newLetter(), ...changes }));
    const undo = (to: 'new' | 'invited' | 'declined') => decide({ to, isUndo: true });
    expect(await undo('new')).toMatchObject({ outcome: 'unchanged', review: { version: 0 } });
    await decide({ to: 'invited', letter: newLetter({ letterAtMs: Date.now() + 86_400_000 }) });
    await decide({ to: 'declined' });
    expect(await undo('invited')).toMatchObject({ outcome: 'decided' });
    const stands = { state: 'invited', version: 3, told: { status: 'waiting' } };
    expect(await undo('invited')).toMatchObject({ outcome: 'unchanged', review: stands });
    expect(await review({ id })).toMatchObject(stands);
    // Declined about a newer application, but not from declined.
    await accept();
    await decide({ to: 'declined' });
    const declined = { state: 'declined', version: 4, appliedAgain: false };
    expect(await undo('declined')).toMatchObject({ outcome: 'unchanged', review: declined });
  });

  test('each contact message is answered by itself, and nothing else', async () => {
    const one = await accept({ kind: 'contact', fields: { email: 'cy@example.com' } });
    const other = await accept({ kind: 'contact', fields: { email: 'cy@example.com' } });
    await fixture.store.decide(newDecision({ id: one.id }, { to: 'answered' }));
    expect(await review(one)).toMatchObject({ state: 'answered', applications: [{ id: one.id }] });
    expect(await review(other)).toMatchObject({ state: 'new' });
    expect(await fixture.store.decide(newDecision({ id: other.id }, { to: 'invited' }))).toEqual({
      outcome: 'impossible',
      kind: 'contact',
    });
    const creator = await accept();
    expect(await fixture.store.decide(newDecision({ id: creator.id }, { to: 'answered' }))).toEqual({
      outcome: 'impossible',
      kind: 'creator',
    });
    expect(await fixture.store.decide(newDecision({ id: randomUUID() }))).toEqual({ outcome: 'unknown' });
  });

  test('a contact message that is released is listed', async () => {
    const held = await accept({ kind: 'contact', quarantineReason: 'honeypot' });
    const list = async () => (await fixture.store.countApplicants({ kinds: ['contact'] })).states;
    expect(await list()).toEqual({});
    await fixture.store.release({ ids: [held.id] });
    expect(await list()).toEqual({ new: 1 });
  });

  test('what is released is counted, parked or quarantined; of all, what is quarantined for the reason that is named', async () => {
    const parked = await accept();
    await park(fixture.store, await claimOne(fixture.store), 'slack_invalid_blocks 400');
    const held = await accept({ quarantineReason: 'honeypot' });
    for (const quarantineReason of ['overload', 'honeypot', 'overload'] as const)
      await accept({ quarantineReason });
    expect(await fixture.store.release({ ids: [parked.id, held.id] })).toBe(2);
    expect(await fixture.store.release({ limit: 9, reason: 'overload' })).toBe(2);
    expect(await fixture.store.release({ limit: 9 })).toBe(1);
  });

  test('a letter that only a later release knows is not in the history', async () => {
    const about = await accept();
    await fixture.store.decide(newDecision(about, { to: 'invited', letter: newLetter() }));
    await runStatements(fixture, `update jobs set payload = '{"letter":"farewell"}' where kind = 'letter'`);
    expect(await fixture.store.readReview(about)).toMatchObject({
      letters: [],
      told: { status: 'not-told' },
    });
  });

  test('of an application and a decision at once, the decision is overtaken or about all that came before it', async () => {
    const other = await fixture.open();
    for (let round = 0; round < 10; round += 1) {
      const email = `${round}@example.com`;
      const seen = await accept({ fields: { email } });
      const letter = newLetter();
      const [result] = await Promise.all([
        fixture.store.decide(newDecision(seen, { to: 'invited', seenVersion: 0, letter })),
        other.accept(newSubmission({ fields: { email, name: 'Somebody Else' } })),
      ]);
      const history = await fixture.store.readReview(seen);
      expect(history?.applications).toHaveLength(2);
      expect(history?.letters).toHaveLength(result.outcome === 'decided' ? 1 : 0);
      expect(['decided', 'overtaken']).toContain(result.outcome);
    }
  });

  test('a note is appended once, with what the engines cannot hold left out', async () => {
    const { id } = await accept();
    const note = { id: randomUUID(), about: { id }, actor: bo, text: 'Ask\u0000 her \ud800again.' };
    const text = 'Ask her \ufffdagain.';
    expect(await fixture.store.addNote(note)).toMatchObject({ id: note.id, text, actor: bo });
    await fixture.store.addNote(note);
    expect(await fixture.store.readReview({ id })).toMatchObject({
      state: 'new',
      version: 0,
      notes: [{ text, actor: bo }],
    });
    expect(await fixture.store.addNote({ ...note, id: randomUUID(), about: { sequence: 99 } })).toBeNull();
  });

  test.each([
    ['x'.repeat(2_000), 'x'.repeat(2_000)],
    ['x'.repeat(2_001), 'x'.repeat(2_000)],
    [`${'x'.repeat(1_999)}\u{1f600}`, `${'x'.repeat(1_999)}\ufffd`],
  ])(
    'a note is stored up to 2,000 characters, and of half a character a sign that it was one',
    async (text, stored) => {
      const { id } = await accept();
      const note = await fixture.store.addNote({ id: randomUUID(), about: { id }, actor: bo, text });
      expect(note?.text).toBe(stored);
    },
  );

  test('a note that was stored with a decision is not stored again under the decision’s id, unless it is another one', async () => {
    const { id } = await accept();
    const decision = newDecision({ id }, { to: 'shortlisted', note: 'A good eye.' });
    await fixture.store.decide(decision);
    const note = { id: decision.id, about: { id }, actor: bo, text: 'A good eye.' };
    expect(await fixture.store.addNote(note)).toMatchObject({ id: decision.id, text: 'A good eye.' });
    expect(await fixture.store.readReview({ id })).toMatchObject({ notes: [] });
    await fixture.store.addNote({ ...note, text: 'A good eye, and a loud voice.' });
    expect((await fixture.store.readReview({ id }))?.notes).toHaveLength(1);
    const other = await accept({ fields: { email: 'other@example.com' } });
    const newer = newDecision({ id }, { to: 'declined', seenVersion: 1, note: 'Loud.' });
    await fixture.store.decide(newer);
    await fixture.store.addNote({ ...note, id: newer.id, about: { id: other.id }, text: 'Loud.' });
    expect((await fixture.store.readReview({ id: other.id }))?.notes).toMatchObject([{ text: 'Loud.' }]);
  });

  test('what is delivered says how its applicant stands', async () => {
    const first = await accept();
    await fixture.store.decide(newDecision({ id: first.id }, { note: 'Seen at the bar.' }));
    await accept();
    await accept({ kind: 'venue' });
    const submissions = submissionsOf(await claimOne(fixture.store, { digestAbove: 0 }));
    expect(submissions.map(({ review }) => review.state)).toEqual(['shortlisted', 'shortlisted', 'new']);
    expect(submissions[1]?.review.last).toMatchObject({ actor: ada, note: 'Seen at the bar.' });
  });
});
