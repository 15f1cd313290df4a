import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { toldElsewhere } from '#contract/told.ts';
import { holdLocks } from '#test/held-locks.ts';
import { claimOne, jobOf } from '#test/job-claims.ts';
import { createPeopleSteps } from '#test/people-steps.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

describeOnEachEngine('an import', (fixture) => {
  const { accept } = createPeopleSteps(fixture);

  const bring = (id: string, file: string | null, emails: readonly string[]) =>
    fixture.store.importPeople(importOf(emails, { id, file }));

  const readImports = (columns = 'id, file') =>
    runOnStore(
      { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir },
      `select ${columns} from imports order by id`,
    );

  const claimLetter = () => claimOne(fixture.store, { channel: 'letters' });

  test('makes a letter about it say when they were added, and one about a later application when they applied', async () => {
    await bring('1', 'list.csv', ['a@example.com']);
    const [row] = await readImports('imported_at');
    const addedAtMs = Number(row?.['imported_at']);
    const imported = await fixture.store.findRecord({ sequence: 1 });
    expect(imported).toMatchObject({ imported: { by: ada.name, atMs: addedAtMs } });
    await fixture.store.decide(
      newDecision({ sequence: 1 }, { to: 'declined', withLetter: true, letter: newLetter() }),
    );
    expect(jobOf(await claimLetter(), 'letter')).toMatchObject({ addedAtMs });
    await accept('b@example.com');
    await fixture.store.decide(newDecision({ sequence: 2 }, { to: 'invited', letter: newLetter() }));
    expect(jobOf(await claimLetter(), 'letter')).toMatchObject({ addedAtMs: null });
  });

  // On SQLite nobody else writes meanwhile.
  if (fixture.engine === 'postgres')
    test('adds its people in their order, so that two of the same people cannot deadlock', async () => {
      const add = (email: string) => `insert into applicants (kind, subject) values ('creator', '${email}')`;
      await using locks = await holdLocks(fixture.databaseUrl, add('a@example.com'));
      const importing = bring('1', 'list.csv', ['b@example.com', 'a@example.com']);
      await locks.untilAwaited();
      await locks.run("set local lock_timeout = '10ms'");
      await locks.run(add('b@example.com'));
      await locks.run('rollback');
      await importing;
    });

  test('gives everybody without a day the time of its first part, and marks them', async () => {
    await bring('1', 'list.csv', ['a@example.com']);
    await fixture.store.importPeople(importOf(['b@example.com'], { id: '1', appliedAtMs: 1_000 }));
    await bring('1', 'list.csv', ['c@example.com']);
    await bring('2', null, ['d@example.com']);
    const records = await Promise.all([1, 2, 3, 4].map((sequence) => fixture.store.findRecord({ sequence })));
    expect(records.map((record) => record?.imported?.isUndated)).toEqual([true, false, true, false]);
    const addedAtMs = records[0]?.imported?.atMs;
    expect(records[2]?.receivedAtMs).toBe(addedAtMs);
    expect(records[1]).toMatchObject({ receivedAtMs: 1_000, imported: { atMs: addedAtMs } });
  });

  test('decides what a sheet says, and queues no letter: invited and declined count as told elsewhere, and no other state as told', async () => {
    const states = ['new', 'shortlisted', 'invited', 'declined'] as const;
    for (const state of states)
      await fixture.store.importPeople(importOf([`${state}@example.com`], { state }));
    const reviews = await Promise.all(
      states.map((_state, index) => fixture.store.readReview({ sequence: index + 1 })),
    );
    const told = { status: 'told', atMs: null };
    const letter = { state: 'delivered', lastReason: toldElsewhere };
    expect(reviews).toMatchObject([
      { state: 'new', version: 0, told: null, decisions: [], letters: [] },
      { state: 'shortlisted', told: null, decisions: [{ from: 'new', to: 'shortlisted' }], letters: [] },
      { state: 'invited', told, decisions: [{ from: 'new', to: 'invited' }], letters: [letter] },
      { state: 'declined', told, decisions: [{ from: 'new', to: 'declined' }], letters: [letter] },
    ]);
    const operator = await fixture.openOperator();
    expect(await operator.erase('shortlisted@example.com')).toMatchObject({ decisions: 1, letters: 0 });
  });

  test('is stored only where it brings somebody, or a day before the first application of somebody on the list', async () => {
    const sheet = (id: string, appliedAtMs: number | null) =>
      fixture.store.importPeople(importOf(['a@example.com'], { id, appliedAtMs }));
    await sheet('1', 5_000);
    await accept('a@example.com');
    await sheet('no day', null);
    await sheet('before their last application only', 5_001);
    await sheet('their first day', 5_000);
    expect(await readImports('id')).toEqual([{ id: '1' }]);
    await sheet('2', 4_999);
    expect(await readImports('id')).toEqual([{ id: '1' }, { id: '2' }]);
  });

  test('is deleted with the last of its people, whether they are erased, pruned or taken back', async () => {
    const operator = await fixture.openOperator();
    await bring('1', 'list.csv', ['a@example.com', 'b@example.com']);
    await bring('2', 'other.csv', ['c@example.com']);
    await bring('3', null, ['d@example.com']);
    await operator.erase('a@example.com');
    expect(await readImports()).toHaveLength(3);
    await operator.erase('b@example.com');
    expect(await readImports()).toEqual([
      { id: '2', file: 'other.csv' },
      { id: '3', file: null },
    ]);
    await operator.undoImport('2');
    expect(await readImports()).toEqual([{ id: '3', file: null }]);
    await operator.prune({ beforeMs: 9e15, includesQuarantined: true, after: 0, limit: 100 });
    expect(await readImports()).toEqual([]);
  });

  test('is taken back but for those who were noted, were decided about or have applied since', async () => {
    const operator = await fixture.openOperator();
    const emails = ['noted', 'decided', 'applied', 'untouched'].map((name) => `${name}@example.com`);
    await fixture.store.importPeople(importOf(emails, { id: '1', state: 'shortlisted' }));
    await fixture.store.addNote({ id: randomUUID(), about: { sequence: 1 }, actor: ada, text: 'Met her.' });
    await fixture.store.decide(newDecision({ sequence: 2 }, { to: 'declined', seenVersion: 1 }));
    await accept('applied@example.com');
    expect(await operator.findImport('1')).toMatchObject({ people: 4, touched: 3 });
    expect(await operator.undoImport('1')).toMatchObject({ people: 1 });
    expect(await operator.undoImport('1')).toEqual({ people: 0, dates: 0 });
    const left = (await operator.readRecords({ limit: 9 })).map(({ fields }) => fields.email);
    expect(left.toSorted()).toEqual(
      ['applied', 'applied', 'decided', 'noted'].map((name) => `${name}@example.com`),
    );
  });

  test('goes on with its id where it was broken off, stores nobody more once it has ended, and none once it is taken back', async () => {
    const operator = await fixture.openOperator();
    const emails = ['a@example.com', 'b@example.com'];
    await accept('known@example.com');
    expect((await bring('1', 'list.csv', emails.slice(0, 1)))?.imported).toEqual(['a@example.com']);
    expect(await operator.readImports(9)).toMatchObject([{ id: '1', endedAtMs: null, people: 1 }]);
    expect(await operator.findImport('1')).toMatchObject({ isEnded: false, isUndone: false });
    const whole = await bring('1', 'list.csv', [...emails, 'known@example.com']);
    expect(whole?.imported.toSorted()).toEqual(emails);
    await operator.endImport({ id: '1', isUndone: false });
    expect(await operator.findImport('1')).toMatchObject({ isEnded: true, isUndone: false });
    const again = await bring('1', 'list.csv', [...emails, 'known@example.com', 'later@example.com']);
    expect(again?.imported.toSorted()).toEqual(emails);
    expect(await operator.findByEmail('later@example.com')).toEqual([]);
    await bring('2', null, ['met@example.com']);
    expect(await operator.readImports(9)).toMatchObject([
      { id: '1', file: 'list.csv', by: ada.name, people: 2, undoneAtMs: null, endedAtMs: expect.any(Number) },
    ]);
    await operator.endImport({ id: '1', isUndone: true });
    expect(await operator.findImport('1')).toMatchObject({ isUndone: true, people: 2 });
    await operator.undoImport('1');
    expect(await bring('1', 'list.csv', emails)).toBeNull();
    expect(await operator.readImports(9)).toMatchObject([{ people: 0, undoneAtMs: expect.any(Number) }]);
    const asked = [...emails, 'later@example.com', 'known@example.com'];
    expect(await operator.findKnownPeople('creator', asked)).toEqual(['known@example.com']);
    expect(await operator.findKnownPeople('creator', [])).toEqual([]);
    const rows = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    expect(await runOnStore(rows, 'select subject from applicants where sequence is null')).toEqual([]);
  });

  test('stays when its first people are erased while the next are stored', async () => {
    const operator = await fixture.openOperator();
    for (let round = 0; round < 10; round += 1) {
      const id = `import ${round}`;
      await bring(id, 'list.csv', [`a${round}@example.com`]);
      await Promise.all([
        operator.erase(`a${round}@example.com`),
        bring(id, 'list.csv', [`b${round}@example.com`]),
      ]);
    }
    expect(await readImports()).toHaveLength(10);
  });

  test('keeps no name of a file that holds the address of somebody who is erased, in either form of its domain', async () => {
    const operator = await fixture.openOperator();
    await bring('1', 'for Jane@bücher.example.csv', ['a@example.com']);
    await bring('2', 'jane@xn--bcher-kva.example (2).csv', ['b@example.com']);
    await bring('3', 'list.csv', ['jane@bücher.example', 'c@example.com']);
    await accept('jane@bücher.example', { kind: 'venue' });
    await operator.erase('Jane@bücher.example');
    expect(await readImports()).toEqual([
      { id: '1', file: '' },
      { id: '2', file: '' },
      { id: '3', file: 'list.csv' },
    ]);
    expect(await operator.findRecord({ sequence: 1 })).toMatchObject({ imported: { file: '' } });
  });
});
