import { expect, test } from 'vitest';
import type { ReviewState } from '#contract/review.ts';
import { isLong } from '#test/faults/stores.ts';
import { holdLocks } from '#test/held-locks.ts';
import { claimOne, finish } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { prepareSubmission } from './queries/submission-rows.ts';
import type { OperatorStore } from './store.ts';

/** Whoever deletes waits in a test for nobody's message. */
const prunesAll = { beforeMs: 9e15, includesQuarantined: true, after: 0, limit: 100 };

describeOnEachEngine('the applicants', (fixture) => {
  const accept = async (email: string, changes: Parameters<typeof newSubmission>[0] = {}) => {
    const { id } = await fixture.store.accept(newSubmission({ fields: { email }, ...changes }));
    return id;
  };
  const decide = (id: string, to: ReviewState) => fixture.store.decide(newDecision({ id }, { to }));

  async function readStats(operator: OperatorStore) {
    const { states, medianToDecisionMs } = await operator.readOverview(0);
    return { counts: states, medianToDecisionMs };
  }

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
    expect(deleted).toEqual({
      decisions: 2,
      answers: 0,
      notes: 1,
      letters: 1,
      lettersBeingSent: 0,
      messageUpdates: [],
      refusedSignIns: 0,
    });
    expect(await fixture.store.readReview({ id: ada })).toBeNull();
    expect(await fixture.store.readReview({ id: bo })).toMatchObject({ state: 'invited', version: 1 });
    expect((await readStats(operator)).counts).toEqual(
      expect.arrayContaining([
        { kind: 'creator', state: 'invited', count: 1, appliedAgain: 0, deleted: 1 },
        { kind: 'contact', state: 'answered', count: 0, appliedAgain: 0, deleted: 1 },
      ]),
    );
    const again = await accept('ada@example.com');
    expect(await fixture.store.readReview({ id: again })).toMatchObject({ state: 'new', decisions: [] });
    expect(await operator.erase('nobody@example.com')).toMatchObject({
      records: [],
      decisions: 0,
      messageUpdates: [],
    });
  });

  test('are pruned by state; whose letter is still to be sent stays', async () => {
    const operator = await fixture.openOperator();
    const emails = ['new', 'declined', 'invited', 'declined-again'].map((name) => `${name}@example.com`);
    const ids = [];
    for (const email of emails) ids.push(await accept(email));
    await decide(ids[1] as string, 'declined');
    await fixture.store.decide(newDecision({ id: ids[2] as string }, { to: 'invited', letter: newLetter() }));
    await decide(ids[3] as string, 'declined');
    await finish(fixture.store, await claimOne(fixture.store, { digestAbove: 0 }));
    await accept('declined-again@example.com');

    const beforeMs = Date.now() + 60_000;
    const declined = { beforeMs, includesQuarantined: false, reviewState: 'declined' } as const;
    expect(await operator.countPrunable(declined)).toMatchObject({ prunable: 1, keptForChannel: 0 });
    const prune = (after: number, limit: number) => operator.prune({ ...declined, after, limit });
    expect(await prune(0, 1)).toMatchObject({ deleted: 0, next: 1 });
    expect(await prune(1, 1)).toMatchObject({ deleted: 1, next: 2 });
    expect(await prune(2, 1)).toMatchObject({ deleted: 0, next: 3 });
    // Who was declined and applied again stands in New.
    expect(await prune(3, 9)).toMatchObject({ deleted: 0, next: null });
    expect(await prune(0, 9)).toMatchObject({ deleted: 0, next: null });
    expect(await fixture.store.readReview({ id: ids[1] as string })).toBeNull();
    expect(await fixture.store.readReview({ sequence: 5 })).toMatchObject({ state: 'declined', version: 1 });

    const all = { beforeMs, includesQuarantined: false };
    expect(await operator.countPrunable(all)).toMatchObject({ prunable: 2, keptForLetter: 1 });
    expect(await operator.prune({ ...all, after: 0, limit: 9 })).toMatchObject({
      deleted: 2,
      next: null,
    });
    expect(await fixture.store.readReview({ id: ids[2] as string })).toMatchObject({ state: 'invited' });
    const { counts } = await readStats(operator);
    expect(counts.filter(({ deleted }) => deleted > 0)).toEqual(
      expect.arrayContaining([
        { kind: 'creator', state: 'new', count: 1, appliedAgain: 1, deleted: 1 },
        { kind: 'creator', state: 'declined', count: 0, appliedAgain: 0, deleted: 1 },
      ]),
    );
  });

  test('of whom an older application is pruned, the others are counted, shown and found by their words', async () => {
    const operator = await fixture.openOperator();
    const { people, ...sheet } = importOf(['ada@example.com'], { appliedAtMs: 1_000 });
    const older = newSubmission({ fields: { email: 'ada@example.com', city: 'Hobart' } });
    await fixture.store.importPeople({
      ...sheet,
      people: people.map((person) => ({ ...person, ...prepareSubmission(older) })),
    });
    const id = await accept('ada@example.com', { fields: { email: 'ada@example.com', city: 'Perth' } });
    const prune = { beforeMs: 1_001, includesQuarantined: false, after: 0, limit: 9 };
    expect((await operator.prune(prune)).deleted).toBe(1);
    const read = async (text: string) =>
      (await operator.readApplicants({ filter: { text }, sort: 'newest', after: null, limit: 9 })).rows;
    expect(await read('Perth')).toMatchObject([{ id, applications: 1, firstAs: null }]);
    expect(await read('Hobart')).toEqual([]);
  });

  test('an application without its applicant is read like any other, as a new one, and is erased', async () => {
    const operator = await fixture.openOperator();
    const id = await accept('ada@example.com');
    const place = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    await runOnStore(place, 'delete from applicants');
    expect(await operator.readRecords({ limit: 10 })).toMatchObject([{ id, reviewState: 'new' }]);
    expect(await fixture.store.readReview({ id })).toMatchObject({ state: 'new', applications: [{ id }] });
    expect(await decide(id, 'invited')).toEqual({ outcome: 'unknown' });
    await accept('ada@example.com', { kind: 'contact' });
    await runOnStore(place, 'delete from applicants');
    expect((await operator.erase('ada@example.com')).records).toHaveLength(2);
  });

  test('each application that people see has its applicant, whatever was done about the same email at once', async () => {
    const others = [fixture.store, await fixture.open()] as const;
    const operator = await fixture.openOperator();
    const place = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    for (let round = 0; round < (isLong ? 500 : 24); round += 1) {
      const email = `${round % 5}@example.com`;
      const first = await accept(email);
      await accept(email, { quarantineReason: 'network' });
      const [one, other] = others;
      const send = (changes: Parameters<typeof newSubmission>[0] = {}) =>
        other.accept(newSubmission({ fields: { email }, ...changes }));
      const commands = [
        () => operator.erase(email),
        () => operator.prune(prunesAll),
        () => operator.release({ reason: 'network', limit: 10 }),
      ];
      // Two of them at once wait a second for Postgres to find their deadlock.
      const run = isLong ? commands : commands.slice(round % 3, (round % 3) + 1);
      const settled = await Promise.allSettled([
        send(),
        ...run.map((command) => command()),
        one.decide(newDecision({ id: first })),
        send({ quarantineReason: 'network' }),
        send({ kind: 'venue' }),
        ...(isLong || round % 3 === 0 ? [operator.erase(email)] : []),
      ]);
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await runOnStore(place, wrongApplicants)).toEqual([]);
    }
  }, 1_800_000);

  // On SQLite they are committed in the order of their numbers.
  if (fixture.engine === 'postgres')
    test('of two applications the later one is shown and decided about, although the earlier one is committed after it', async () => {
      const [operator, other] = [await fixture.openOperator(), await fixture.open()];
      await accept('ada@example.com');
      await accept('bo@example.com', { quarantineReason: 'network' });
      await using locks = await holdLocks(
        fixture.databaseUrl,
        "select from applicants where subject = 'ada@example.com' for update",
      );
      // In one transaction, which waits for Ada's row before it has Bo's.
      const earlier = [accept('ada@example.com'), accept('bo@example.com')];
      await locks.untilAwaited();
      const later = newSubmission({ fields: { email: 'bo@example.com', name: 'Bo' } });
      await other.accept(later);
      await other.decide(newDecision({ id: later.id }, { to: 'declined' }));
      await locks.commit();
      const [, first] = await Promise.all(earlier);
      const filter = { email: 'bo@example.com' };
      const { rows } = await operator.readApplicants({ filter, sort: 'newest', after: null, limit: 9 });
      expect(rows).toMatchObject([
        { id: later.id, applications: 2, firstAs: 'Ada', state: 'declined', appliedAgain: false },
      ]);
      const { receivedAtMs } = (await operator.findRecord({ id: String(first) })) ?? {};
      expect(rows[0]?.firstAppliedAtMs).toBe(receivedAtMs);
    });

  test('while an import is taken back, whoever is decided about or applies at that moment stays, with what was decided', async () => {
    const other = await fixture.open();
    const place = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    for (let round = 0; round < (isLong ? 100 : 4); round += 1) {
      const emails = Array.from({ length: 12 }, (_, index) => `${round}-${index}@example.com`);
      const imported = emails.map((email) => newSubmission({ fields: { email } }));
      const id = `import ${round}`;
      await fixture.store.importPeople({
        id,
        kind: 'creator',
        file: 'list.csv',
        actor: ada,
        sendsMessages: false,
        people: imported.map((each) => ({ ...prepareSubmission(each), appliedAtMs: null, state: 'new' })),
      });
      const [, ...results] = await Promise.all([
        other.undoImport(id),
        ...imported.map(async (each, index) => {
          // Some before it begins, some meanwhile.
          if (index % 2 === 0) return fixture.store.accept(newSubmission({ fields: each.fields }));
          return fixture.store.decide(newDecision({ id: each.id }, { to: 'shortlisted' }));
        }),
      ]);
      for (const [index, each] of imported.entries()) {
        const result = results[index];
        if (result === undefined || !('outcome' in result) || result.outcome !== 'decided') continue;
        expect(await fixture.store.readReview({ id: each.id })).toMatchObject({ state: 'shortlisted' });
      }
      expect(await runOnStore(place, wrongApplicants)).toEqual([]);
    }
  }, 600_000);
});

/** Emails whose applications that people see and whose row in the list differ. */
const wrongApplicants = `select visible.kind, visible.email_key, applicants.applications, visible.applications
  from (select kind, email_key, count(*) as applications, max(sequence) as newest from submissions
    where state = 'accepted' group by kind, email_key) as visible
  left join applicants on applicants.kind = visible.kind and applicants.subject = visible.email_key
  where applicants.applications is null or applicants.applications <> visible.applications
    or applicants.sequence <> visible.newest or applicants.words is null`;
