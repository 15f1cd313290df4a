import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPeopleSteps } from '#test/people-steps.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { ada } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import type { OperatorStore } from './store.ts';

const day = (number: number) => Date.UTC(2025, 4, number);
const mailOf = (name: string) => `${name}@example.com`;

describeOnEachEngine('the order of who applied first', (fixture) => {
  const { accept, readNames } = createPeopleSteps(fixture);

  /** A sheet of names with their days. */
  const bring = (id: string, rows: readonly (readonly [name: string, day: number | null])[]) =>
    fixture.store.importPeople({
      ...importOf([], { id }),
      althoughErased: true,
      people: rows.flatMap(([name, number]) => {
        const appliedAtMs = number === null ? null : day(number);
        return importOf([mailOf(name)], { appliedAtMs }).people;
      }),
    });

  async function undo(operator: OperatorStore, id: string): Promise<void> {
    let step: { people: number; dates: number };
    do step = await operator.undoImport(id);
    while (step.people + step.dates > 0);
  }

  test('is by the day of a sheet, else of the arrival, then by number; who applies again keeps the place', async () => {
    const operator = await fixture.openOperator();
    await accept(mailOf('z'));
    await bring('1', [
      ['c', 3],
      ['b', 2],
      ['a', 2],
      ['d', null],
    ]);
    await accept(mailOf('b'));
    expect(await readNames(operator, {}, 'oldest')).toBe('baczd');
    expect(await readNames(operator, {}, 'newest')).toBe('bdacz');
  });

  test('has the earlier day of a sheet that names somebody who is on the list, until it is taken back', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['a', 'b', 'c']) await accept(mailOf(name));
    await bring('1', [
      ['c', 5],
      ['c', 3],
      ['x', 4],
    ]);
    await bring('2', [
      ['b', 2],
      ['c', 6],
      ['x', null],
    ]);
    expect(await readNames(operator, {}, 'oldest')).toBe('bcxa');
    const { rows } = await operator.readApplicants({ filter: {}, sort: 'oldest', after: null, limit: 9 });
    expect(rows.map(({ firstAppliedAtMs }) => firstAppliedAtMs)).toEqual([day(2), day(3), null, null]);
    await accept(mailOf('c'));
    expect(await readNames(operator, {}, 'oldest')).toBe('bcxa');
    await undo(operator, '1');
    expect(await readNames(operator, {}, 'oldest')).toBe('bca');
    await undo(operator, '2');
    expect(await readNames(operator, {}, 'oldest')).toBe('abc');
    expect(await operator.findImport('2')).toBeNull();
  });

  test('is forgotten with who is erased', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['a', 'b']) await accept(mailOf(name));
    await bring('1', [['b', 1]]);
    await operator.erase(mailOf('b'));
    await accept(mailOf('b'));
    expect(await readNames(operator, {}, 'oldest')).toBe('ab');
  });

  test('stays as it is when the first application is pruned', async () => {
    const operator = await fixture.openOperator();
    await bring('1', [
      ['a', 1],
      ['b', 2],
    ]);
    await accept(mailOf('a'));
    await accept(mailOf('b'), { quarantineReason: 'email' });
    const prune = { beforeMs: day(2), includesQuarantined: false, after: 0, limit: 9 };
    expect((await operator.prune(prune)).deleted).toBe(1);
    expect(await readNames(operator, {}, 'oldest')).toBe('ab');
    // Their row is written anew.
    await bring('2', [['a', 5]]);
    await undo(operator, '2');
    await operator.release({ limit: 9 });
    expect(await readNames(operator, {}, 'oldest')).toBe('ab');
    await operator.erase(mailOf('a'));
    await accept(mailOf('a'));
    expect(await readNames(operator, {}, 'oldest')).toBe('ba');
  });

  test('is not by the day of a quarantined application, also when that is pruned', async () => {
    const operator = await fixture.openOperator();
    await accept(mailOf('b'), { quarantineReason: 'email' });
    for (const name of ['a', 'b']) await accept(mailOf(name));
    const place = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    await runOnStore(place, `update submissions set received_at = ${day(1)} where sequence = 1`);
    const prune = { beforeMs: day(2), includesQuarantined: true, after: 0, limit: 9 };
    expect((await operator.prune(prune)).deleted).toBe(1);
    expect(await readNames(operator, {}, 'oldest')).toBe('ab');
  });

  test('is that of whom a wave decides about, and of who was added by the release before', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['a', 'b', 'c']) await accept(mailOf(name));
    await bring('1', [['c', 1]]);
    const place = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    await runOnStore(place, "update applicants set first_applied_at = null where subject like 'a%'");
    expect(await readNames(operator, {}, 'oldest')).toBe('cab');
    const wave = { id: 'w', to: 'shortlisted', actor: ada, note: null, letter: null } as const;
    await fixture.store.decideWave({ ...wave, whom: { filter: {} } });
    const decided = await runOnStore(place, 'select subject from decisions order by position');
    expect(decided.map(({ subject }) => String(subject).slice(0, 1)).join('')).toBe('cab');
  });

  test('goes on behind the number of any application, also of one that is listed no more', async () => {
    const operator = await fixture.openOperator();
    await accept(mailOf('a'));
    await bring('1', [
      ['b', 2],
      ['c', 1],
    ]);
    await accept(mailOf('b'));
    const behind = async (after: number) => {
      const { rows } = await operator.readApplicants({ filter: {}, sort: 'oldest', after, limit: 9 });
      return rows.map(({ fields }) => fields.email.slice(0, 1)).join('');
    };
    expect([await behind(2), await behind(4), await behind(3)]).toEqual(['a', 'a', 'ba']);
  });

  test('has who was released after the import that named them was taken back', async () => {
    const operator = await fixture.openOperator();
    await accept(mailOf('a'), { quarantineReason: 'email' });
    await bring('1', [['a', 1]]);
    await undo(operator, '1');
    await operator.release({ limit: 100 });
    expect(await readNames(operator, {}, 'oldest')).toBe('a');
  });

  test('is that of a plain reading of applications and sheets, whatever came, was taken back or erased', async () => {
    const operator = await fixture.openOperator();
    const names = ['a', 'b', 'c', 'd', 'e'];
    const name = fc.constantFrom(...names);
    const row = fc.tuple(name, fc.option(fc.integer({ min: 1, max: 4 })));
    const step = fc.oneof(
      fc.record({ act: fc.constant('apply' as const), name }),
      fc.record({ act: fc.constant('quarantined' as const), name }),
      fc.record({ act: fc.constant('released' as const) }),
      fc.record({ act: fc.constant('erase' as const), name }),
      fc.record({ act: fc.constant('sheet' as const), rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
      fc.record({ act: fc.constant('undo' as const), sheet: fc.nat({ max: 3 }) }),
    );
    let run = 0;
    const isPlain = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      run += 1;
      for (const each of names) await operator.erase(mailOf(each));
      /** What sheets said, as they stand. */
      let said: { sheet: string; name: string; atMs: number }[] = [];
      const sheets: string[] = [];
      for (const each of steps) {
        if (each.act === 'apply') await accept(mailOf(each.name));
        if (each.act === 'quarantined') await accept(mailOf(each.name), { quarantineReason: 'email' });
        if (each.act === 'released') await operator.release({ limit: 100 });
        if (each.act === 'erase') {
          await operator.erase(mailOf(each.name));
          said = said.filter((saying) => saying.name !== each.name);
        }
        if (each.act === 'sheet') {
          const sheet = `${run} ${sheets.length}`;
          sheets.push(sheet);
          await bring(sheet, each.rows);
          for (const [who, number] of each.rows)
            if (number !== null) said.push({ sheet, name: who, atMs: day(number) });
        }
        if (each.act === 'undo') {
          const sheet = sheets[each.sheet];
          if (sheet === undefined || (await operator.findImport(sheet))?.touched !== 0) continue;
          await undo(operator, sheet);
          const left = new Set((await readFirsts()).map(({ who }) => who));
          said = said.filter((saying) => saying.sheet !== sheet && left.has(saying.name));
        }
      }
      const firsts = (await readFirsts()).map((first) => ({
        ...first,
        atMs: Math.min(
          first.atMs,
          ...said.filter((saying) => saying.name === first.who).map(({ atMs }) => atMs),
        ),
      }));
      firsts.sort((one, other) => one.atMs - other.atMs || one.number - other.number);
      expect(await readNames(operator, {}, 'oldest')).toBe(firsts.map(({ who }) => who).join(''));
    });
    await fc.assert(isPlain, { numRuns: 15, endOnFailure: false });
  });

  /** Of each who is listed: the first day and number of the applications that are stored. */
  async function readFirsts(): Promise<{ who: string; atMs: number; number: number }[]> {
    const rows = await runOnStore(
      { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir },
      `select email_key, min(received_at) as at, min(sequence) as number from submissions
        where state = 'accepted' group by email_key`,
    );
    return rows.map(({ email_key, at, number }) => ({
      who: String(email_key).slice(0, 1),
      atMs: Number(at),
      number: Number(number),
    }));
  }
});
