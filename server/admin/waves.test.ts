import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openConsoleCalls } from '#test/console-fixture.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

describeOnEachEngine("the console's waves", (fixture) => {
  function open(options = {}) {
    const { call, decide } = openConsoleCalls(fixture.store, options);
    const plan = (filter: object, changes: object = {}) =>
      call('wavePlan', { filter, newest: 1_000, to: 'invited', letter: false, ...changes });
    return { call, decide, plan };
  }
  async function apply(email: string, kind: 'creator' | 'venue' = 'creator', city = 'Sydney') {
    const { id } = await fixture.store.accept(newSubmission({ kind, fields: { email, city } }));
    return id;
  }

  test('a whole view is planned as it was shown, decided in batches with a time, and taken back as a whole', async () => {
    const { call, decide, plan } = open();
    for (const email of ['a', 'b']) await apply(`${email}@example.com`);
    await apply('c@example.com', 'venue', 'Sydney, NSW');
    await apply('d@example.com', 'creator', 'Perth');
    const { newest } = await call('subjects', { filter: {}, sort: 'newest', after: null, limit: 1 });
    await apply('late@example.com');
    const planned = await plan({ state: 'new' }, { newest });
    expect(planned).toMatchObject({
      already: 0,
      kinds: { creator: 3, venue: 1, contact: 0 },
      cities: [
        { city: 'Sydney', creator: 2, venue: 1 },
        { city: 'Perth', creator: 1, venue: 0 },
      ],
      others: 0,
    });
    const waveId = randomUUID();
    const tellAtMs = Date.now() + 86_400_000;
    const [first, ...rest] = planned.people;
    if (first === undefined) throw new Error('Nobody was planned.');
    // Somebody else decides meanwhile: they are left alone.
    await decide([{ ...first, to: 'declined' }]);
    const outcomes = await decide([first, ...rest], { waveId, tellAtMs });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['overtaken', 'decided', 'decided', 'decided']);
    const [row] = (
      await call('subjects', { filter: { told: 'waiting' }, sort: 'oldest', after: null, limit: 9 })
    ).rows;
    expect(row).toMatchObject({ state: 'invited', told: { telling: 'waiting', atMs: tellAtMs } });
    expect(await plan({}, { newest })).toMatchObject({ already: 3, people: [{ about: first.about }] });
    const person = await call('person', { about: row?.id });
    expect(person).toMatchObject({
      told: { telling: 'waiting', atMs: tellAtMs },
      letters: [{ tells: 'invited', tellAtMs }],
      decisions: [{ wave: waveId }],
      noLetterAgain: 'A letter to them is on its way, or waits for its time.',
    });
    const undo = await call('stopWave', { changeId: randomUUID(), waveId });
    expect(undo).toMatchObject({
      told: 0,
      decisions: 3,
      people: [{ from: 'new' }, { from: 'new' }, { from: 'new' }],
    });
    const undone = undo.people.map(({ about, version, from }) => ({
      about: about.id,
      seenVersion: version,
      to: from,
    }));
    await decide(undone, { isUndo: true });
    const { states } = await call('totals', { filter: {} });
    expect(states).toEqual({ new: 4, declined: 1 });
  });

  test('what nobody could mean is answered with a sentence, and nothing is changed', async () => {
    const now = () => Date.parse('2026-11-25T12:00:00Z');
    const { call, decide, plan } = open({ now });
    const about = await apply('a@example.com');
    const person = { about, seenVersion: 0 };
    const problemOf = async (at: string) => (await call('tellTime', { at })).problem;
    expect(await call('tellTime', { at: '2026-12-01T10:00' })).toEqual({
      tellAtMs: Date.parse('2026-11-30T23:00:00Z'),
      problem: null,
    });
    expect(await problemOf('2026-11-25 09:00')).toContain('is over');
    expect(await problemOf('2027-10-03T02:30')).toContain('the clocks skip that hour');
    expect(await problemOf('')).toContain('a day and hour such as');
    await expect(decide([person], { tellAtMs: now() - 86_400_000 })).rejects.toThrow('is over');
    for (const tellAtMs of [now() + 367 * 86_400_000, Number.MAX_SAFE_INTEGER])
      await expect(decide([person], { tellAtMs })).rejects.toThrow('more than a year ahead');
    await expect(decide([{ ...person, to: 'shortlisted' }], { tellAtMs: now() + 1 })).rejects.toThrow(
      'Nobody is told that they are shortlisted',
    );
    await expect(decide([{ ...person, to: 'declined' }], { tellAtMs: now() + 1 })).rejects.toThrow(
      'Nobody is told',
    );
    await expect(plan({ kind: 'contact' })).rejects.toThrow('cannot become invited');
    expect(await plan({ city: 'nowhere' })).toMatchObject({ people: [], already: 0 });
    const silent = open({ sendsLetters: false, now });
    await expect(silent.decide([person], { tellAtMs: now() + 1 })).rejects.toThrow('not set up');
    await expect(silent.decide([{ ...person, to: 'declined' }], { letter: true })).rejects.toThrow(
      'not set up',
    );
    expect((await silent.call('person', { about })).noLetterAgain).toContain('not set up');
    expect((await call('person', { about })).decisions).toEqual([]);
  });
});
