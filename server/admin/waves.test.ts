import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openConsoleCalls } from '#test/console-fixture.ts';
import { claimOne, finish } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

describeOnEachEngine("the console's waves", (fixture) => {
  function open(options = {}) {
    const { call, decide, list } = openConsoleCalls(fixture.store, options);
    const plan = (filter: object, changes: object = {}) =>
      call('wavePlan', { filter, newest: 1_000, to: 'invited', withLetter: false, ...changes });
    return { call, decide, list, plan };
  }
  async function apply(email: string, kind: 'creator' | 'venue' = 'creator', city = 'Sydney') {
    const { id } = await fixture.store.accept(newSubmission({ kind, fields: { email, city } }));
    return id;
  }

  test('a whole view is planned as it was shown, decided with a time, and taken back as a whole', async () => {
    const { call, decide, list, plan } = open();
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
        { city: 'Sydney', creators: 2, venues: 1 },
        { city: 'Perth', creators: 1, venues: 0 },
      ],
      others: 0,
    });
    const waveId = randomUUID();
    const letterAtMs = Date.now() + 86_400_000;
    const [first] = await list({ state: 'new' }, 'oldest');
    // Somebody else decides meanwhile: they are left alone.
    await decide([{ about: first?.id, seenVersion: 0, to: 'declined' }]);
    const wave = {
      waveId,
      whom: { filter: { state: 'new' }, newest, lastDecision: planned.lastDecision },
      to: 'invited',
      note: null,
      letterAtMs,
    };
    for (const _ of [1, 2])
      expect(await call('decideWave', wave)).toMatchObject({
        decided: 3,
        left: 0,
        leftAloneCount: 1,
        leftAlone: [{ id: first?.id, name: 'Ada', outcome: 'overtaken' }],
      });
    const [row] = (
      await call('subjects', { filter: { told: 'waiting' }, sort: 'oldest', after: null, limit: 9 })
    ).rows;
    expect(row).toMatchObject({ state: 'invited', told: { status: 'waiting', atMs: letterAtMs } });
    expect(await plan({}, { newest })).toMatchObject({ already: 3, people: 1 });
    const person = await call('person', { about: row?.id });
    expect(person).toMatchObject({
      told: { status: 'waiting', atMs: letterAtMs },
      letters: [{ letter: 'invited', letterAtMs }],
      decisions: [{ wave: waveId }],
      noLetterAgain: 'A letter to them is on its way, or waits for its time.',
    });
    for (const undone of [3, 0])
      expect(await call('undoWave', { waveId })).toEqual({
        decisions: 3,
        told: 0,
        sent: [],
        undone,
        left: 0,
      });
    const { states } = await call('totals', { filter: {} });
    expect(states).toEqual({ new: 4, declined: 1 });
  });

  test('a letter is shown before anybody gets it, to somebody of the wave, and loads nothing', async () => {
    const { call } = open();
    const about = await apply('a@example.com');
    const invited = await call('letterPreview', { about, letter: 'invited' });
    expect(invited).toMatchObject({ to: 'a@example.com', subject: expect.any(String) });
    expect(invited.text).toContain('Ada');
    const { id } = await call('addPerson', {
      changeId: randomUUID(),
      kind: 'venue',
      fields: { email: 'bo@example.com', venueName: 'Cento' },
      sendsMessage: false,
    });
    const added = await call('letterPreview', { about: id, letter: 'declined' });
    expect(added.text).toContain('We added your venue');
    expect(invited.html).toContain('src="data:image/png;base64,');
    expect(invited.html).not.toMatch(
      /(?:src|href)="(?!data:|https:\/\/entree\.example\/answer\/example")|url\(|<script|<link|@import/,
    );
    const declined = await call('letterPreview', { about, letter: 'declined' });
    expect(declined).toMatchObject({ html: null, text: expect.stringContaining('Ada') });
    await expect(
      open({ sendsLetters: false }).call('letterPreview', { about, letter: 'invited' }),
    ).rejects.toThrow('No letter goes to them.');
  });

  test('letters that wait are set to another time, of a view and of one, within the times that a decision takes', async () => {
    const { call, decide, list } = open();
    const ids = [await apply('a@example.com'), await apply('b@example.com')];
    const letterAtMs = Date.now() + 86_400_000;
    await decide([{ about: ids[0], seenVersion: 0 }], { letterAtMs });
    await decide([{ about: ids[1], seenVersion: 0, to: 'declined' }], { letterAtMs, withLetter: true });
    const move = (whom: object, to: number | null) =>
      call('moveLetters', { changeId: randomUUID(), whom, letterAtMs: to });
    const noon = letterAtMs + 7_200_000;
    expect(await move({ filter: {}, newest: 1_000 }, noon)).toEqual({ moved: 2, left: 0 });
    expect((await call('overview', { weeks: 12 })).nextLetters).toEqual([{ atMs: noon, count: 2 }]);
    expect(await move({ people: [{ about: ids[0], seenVersion: null }] }, null)).toEqual({
      moved: 1,
      left: 0,
    });
    expect((await list({}, 'oldest')).map(({ told }) => told)).toEqual([
      { status: 'waiting', atMs: null },
      { status: 'waiting', atMs: noon },
    ]);
    await expect(
      move({ people: [{ about: ids[1], seenVersion: null }] }, Date.now() - 86_400_000),
    ).rejects.toThrow('is over');
    await expect(
      move({ people: [{ about: ids[1], seenVersion: null }] }, Date.now() + 400 * 86_400_000),
    ).rejects.toThrow('a year ahead');
  });

  test('who was invited before letters were set up is told by an invitation of the list of those, and by no other', async () => {
    const before = open({ sendsLetters: false });
    const about = await apply('a@example.com');
    await before.decide([{ about, seenVersion: 0 }]);
    await apply('b@example.com');
    expect(await before.plan({ told: 'not-told' })).toMatchObject({ people: 0, already: 1 });
    const { call, plan } = open();
    expect(await plan({})).toMatchObject({ people: 1, already: 1 });
    expect(await plan({ told: 'not-told' }, { to: 'declined' })).toMatchObject({ people: 1, already: 0 });
    const planned = await plan({ told: 'not-told' });
    expect(planned).toMatchObject({ people: 1, already: 0 });
    const waveId = randomUUID();
    const whom = { filter: { told: 'not-told' }, newest: planned.newest, lastDecision: planned.lastDecision };
    const wave = { waveId, whom, to: 'invited', note: null, letterAtMs: null };
    expect(await call('decideWave', wave)).toMatchObject({ decided: 1, left: 0, leftAloneCount: 0 });
    expect(await call('person', { about })).toMatchObject({ state: 'invited', told: { status: 'waiting' } });
    expect(await call('undoWave', { waveId })).toMatchObject({ undone: 1, told: 0 });
    expect(await call('person', { about })).toMatchObject({ state: 'invited', told: { status: 'not-told' } });
    // Those who are chosen from that list are named.
    const people = (await open().list({ told: 'not-told' })).map(({ id, version }) => ({
      about: id,
      seenVersion: version,
    }));
    const named = { ...wave, waveId: randomUUID(), whom: { people }, withLetter: true };
    expect(await call('decideWave', named)).toMatchObject({ decided: 1 });
    expect(await call('person', { about })).toMatchObject({ state: 'invited', told: { status: 'waiting' } });
  });

  test('the overview says how many of the invited were told', async () => {
    const { call, decide } = open();
    const ids = [await apply('a@example.com'), await apply('b@example.com')];
    await decide(ids.map((about) => ({ about, seenVersion: 0 })));
    await runOnStore(fixture, "update jobs set due_at = 0 where channel = 'letters'");
    await finish(fixture.store, await claimOne(fixture.store, { channel: 'letters', maxPerClaim: 1 }));
    expect((await call('overview', { weeks: 12 })).told).toMatchObject([{ kind: 'creator', count: 1 }]);
  });

  test('who is new again after an undo is shown without who decided', async () => {
    const { decide, list } = open();
    const about = await apply('a@example.com');
    await decide([{ about, seenVersion: 0 }]);
    expect(await list()).toMatchObject([{ state: 'invited', decidedBy: 'Ada' }]);
    await decide([{ about, seenVersion: 1, to: 'new' }], { isUndo: true });
    expect(await list()).toMatchObject([{ state: 'new', decidedBy: null, decidedAtMs: null }]);
  });

  test('people who were selected are a wave too, each as they were seen', async () => {
    const { call, decide } = open();
    const people = [await apply('a@example.com'), await apply('b@example.com')].map((about) => ({
      about,
      seenVersion: 0,
    }));
    await decide([{ about: people[1]?.about, seenVersion: 0, to: 'declined' }]);
    const wave = { waveId: randomUUID(), whom: { people }, to: 'invited', note: 'Friday' };
    expect(await call('decideWave', wave)).toMatchObject({
      decided: 1,
      leftAlone: [{ id: people[1]?.about, outcome: 'overtaken', review: { state: 'declined' } }],
    });
    expect(await call('undoWave', { waveId: wave.waveId })).toMatchObject({ undone: 1, left: 0 });
    await expect(call('decideWave', { ...wave, to: 'shortlisted', letterAtMs: Date.now() })).rejects.toThrow(
      'Nobody is told',
    );
  });

  test('the id of an import is none of a wave, and that of a wave none of an import', async () => {
    const { call, list } = open();
    const [importId, waveId] = [randomUUID(), randomUUID()];
    const sheet = {
      importId,
      fileName: 'list.csv',
      kind: 'creator',
      sheet: Buffer.from('Email,Status\nada@example.com,shortlisted\n'),
      dates: 'day-first',
      chosen: [],
    };
    await call('importSheet', { ...sheet, chosen: [{ column: 'Status', meaning: 'state' }] });
    const about = await apply('bo@example.com');
    const wave = {
      waveId,
      whom: { people: [{ about, seenVersion: 0 }] },
      to: 'declined',
      note: null,
      letterAtMs: null,
    };
    await call('decideWave', wave);

    const more = { ...sheet, importId: waveId, sheet: Buffer.from('Email\ncy@example.com\n') };
    const other = { ...wave, waveId: importId, to: 'shortlisted' };
    await expect(call('wave', { waveId: importId })).rejects.toThrow(`import --undo ${importId}`);
    await expect(call('undoWave', { waveId: importId })).rejects.toThrow(`import --undo ${importId}`);
    await expect(call('decideWave', other)).rejects.toThrow(`import --undo ${importId}`);
    await expect(call('importSheet', more)).rejects.toThrow(`${waveId} is a wave`);
    const undoImport = (id: string) => call('undoImport', { changeId: randomUUID(), importId: id });
    await expect(undoImport(waveId)).rejects.toThrow('no such import');
    expect((await list()).map(({ state }) => state)).toEqual(['declined', 'shortlisted']);
    expect(await call('undoWave', { waveId })).toMatchObject({ undone: 1 });
    expect(await undoImport(importId)).toEqual({ deleted: 1, left: 0 });
  });

  test('what nobody could mean is answered with a sentence, and nothing is changed', async () => {
    const now = () => Date.parse('2026-11-25T12:00:00Z');
    const { call, decide, plan } = open({ now });
    const about = await apply('a@example.com');
    const person = { about, seenVersion: 0 };
    const problemOf = async (at: string) => (await call('letterTime', { at })).problem;
    expect(await call('letterTime', { at: '2026-12-01T10:00' })).toEqual({
      letterAtMs: Date.parse('2026-11-30T23:00:00Z'),
      problem: null,
    });
    expect(await problemOf('2026-11-25 09:00')).toContain('is over');
    expect(await problemOf('2027-10-03T02:30')).toContain('the clocks skip that hour');
    expect(await problemOf('')).toContain('a day and hour such as');
    await expect(decide([person], { letterAtMs: now() - 86_400_000 })).rejects.toThrow('is over');
    for (const letterAtMs of [now() + 366 * 86_400_000 + 60_000, Number.MAX_SAFE_INTEGER])
      await expect(decide([person], { letterAtMs })).rejects.toThrow('more than a year ahead');
    await expect(decide([{ ...person, to: 'shortlisted' }], { letterAtMs: now() + 1 })).rejects.toThrow(
      'Nobody is told that they are shortlisted',
    );
    await expect(decide([{ ...person, to: 'declined' }], { letterAtMs: now() + 1 })).rejects.toThrow(
      'Nobody is told',
    );
    await expect(plan({ kind: 'contact' })).rejects.toThrow('cannot become invited');
    expect(await plan({ city: 'nowhere' })).toMatchObject({ people: 0, already: 0 });
    const silent = open({ sendsLetters: false, now });
    await expect(silent.decide([person], { letterAtMs: now() + 1 })).rejects.toThrow('not set up');
    await expect(silent.decide([{ ...person, to: 'declined' }], { withLetter: true })).rejects.toThrow(
      'not set up',
    );
    expect((await silent.call('person', { about })).noLetterAgain).toContain('not set up');
    expect((await call('person', { about })).decisions).toEqual([]);
  });
});
