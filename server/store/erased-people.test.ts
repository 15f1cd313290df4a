import { expect, test } from 'vitest';
import { createPeopleSteps } from '#test/people-steps.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

describeOnEachEngine('who asked to be erased', (fixture) => {
  const { accept } = createPeopleSteps(fixture);
  const jane = 'jane@bücher.example';
  const read = (statement: string) =>
    runOnStore({ databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir }, statement);
  /** With a day before anybody applied. */
  const bring = (emails: readonly string[], choices = {}) =>
    fixture.store.importPeople({ ...importOf(emails, { appliedAtMs: 1_000 }), ...choices });

  test('is left out of a sheet in any spelling and of either kind, and no row keeps the address', async () => {
    const operator = await fixture.openOperator();
    await accept(jane);
    await operator.erase(jane);
    const sheet = ['Jane@xn--bcher-kva.example', 'bo@example.com'];
    const spelled = 'jane@xn--bcher-kva.example';
    expect(await operator.findErasedPeople([spelled, 'bo@example.com'])).toEqual([spelled]);
    expect(await bring(sheet)).toEqual({ imported: ['bo@example.com'], erased: [spelled] });
    expect(await bring(sheet, { id: 'venues', kind: 'venue' })).toMatchObject({ erased: [spelled] });
    expect(await operator.findByEmail(jane)).toEqual([]);
    for (const table of ['applicants', 'erased_people', 'secrets', 'sheet_dates', 'submissions'])
      expect(JSON.stringify(await read(`select * from ${table}`)), table).not.toMatch(/jane/i);
  });

  test('has one hash by one secret of the store, however often they are erased', async () => {
    const operator = await fixture.openOperator();
    await Promise.all([operator.erase(jane), operator.erase('other@example.com')]);
    await operator.erase(jane);
    expect(await read('select * from secrets')).toHaveLength(1);
    const hashes = await read('select email_hash from erased_people');
    expect(hashes).toHaveLength(2);
    for (const { email_hash } of hashes) expect(email_hash).toMatch(/^[\w+/]{43}=$/);
  });

  test('is taken as anybody once they apply again, and when the team adds them although they asked', async () => {
    const operator = await fixture.openOperator();
    for (const email of [jane, 'met@example.com', 'bot@example.com', 'wrote@example.com']) {
      await accept(email);
      await operator.erase(email);
    }
    await accept(jane);
    await accept('bot@example.com', { quarantineReason: 'honeypot' });
    await accept('wrote@example.com', { kind: 'contact' });
    expect(await bring(['met@example.com'], { file: null })).toMatchObject({ imported: [] });
    expect(await bring(['met@example.com'], { file: null, althoughErased: true })).toEqual({
      imported: ['met@example.com'],
      erased: [],
    });
    const venues = importOf(['jane@xn--bcher-kva.example', 'met@example.com', 'bot@example.com']);
    expect((await fixture.store.importPeople({ ...venues, kind: 'venue' }))?.erased).toEqual([
      'bot@example.com',
    ]);
    expect((await bring(['wrote@example.com']))?.erased).toEqual(['wrote@example.com']);
  });

  test('who applied since and is quarantined stays, and can be decided about, when a sheet names them', async () => {
    const operator = await fixture.openOperator();
    await accept(jane);
    await operator.erase(jane);
    const id = await accept(jane, { quarantineReason: 'honeypot' });
    expect(await bring([jane])).toMatchObject({ imported: [] });
    expect(await fixture.store.decide(newDecision({ id }))).toMatchObject({ outcome: 'decided' });
  });

  test('is nobody who was pruned or discarded, or whose import was taken back', async () => {
    const operator = await fixture.openOperator();
    const id = await accept('bot@example.com', { quarantineReason: 'honeypot' });
    await operator.discard({ ids: [id] });
    const back = importOf(['back@example.com']);
    await fixture.store.importPeople(back);
    await operator.undoImport(back.id);
    await accept('old@example.com', { quarantineReason: 'honeypot' });
    const all = { beforeMs: 9e15, includesQuarantined: true, after: 0, limit: 100 };
    expect((await operator.prune(all)).deleted).toBe(2);
    expect(await read('select * from erased_people')).toEqual([]);
  });

  test('is found in texts of others by the address as it is written: its _ and % stand for no other character', async () => {
    const operator = await fixture.openOperator();
    const email = 'a_b%c@example.com';
    const bio = (address: string) => ({ fields: { bio: `Ask ${address}.` } });
    await accept('x@example.com', bio('aXb%c@example.com'));
    await accept('y@example.com', bio('a_bXXc@example.com'));
    const named = await accept('z@example.com', bio('A_B%C@example.com'));
    await accept(email, bio(email));
    await fixture.store.decide(newDecision({ sequence: 1 }, { note: 'Not aXb%c@example.com.' }));
    await fixture.store.decide(newDecision({ id: named }, { note: `Knows ${email}.` }));
    expect(await operator.findMentions(email)).toEqual({ submissions: [named], notesAbout: [named] });
  });

  test('is left out by an import that waited for the erasure', async () => {
    const operator = await fixture.openOperator();
    for (let round = 0; round < 10; round += 1) {
      const email = `e${round}@example.com`;
      await accept(email);
      await Promise.all([operator.erase(email), bring([email])]);
      expect(await operator.findByEmail(email), email).toEqual([]);
    }
  });
});
