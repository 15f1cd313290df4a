import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NoteShown } from '#contract/answers.ts';
import { holdLocks } from '#test/held-locks.ts';
import { claimOne, finish, park } from '#test/job-claims.ts';
import { createPeopleSteps } from '#test/people-steps.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { ada, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { InvalidCursorError } from './errors.ts';

const quarterMs = 900_000;
const later = () => Date.now() + 60_000;

describeOnEachEngine('the list of people', (fixture) => {
  const { accept, decide, readNames, readPage } = createPeopleSteps(fixture);

  test('has a row a person with the newest application that is not quarantined', async () => {
    const operator = await fixture.openOperator();
    await accept('a@example.com');
    await accept('b@example.com');
    await accept('A@example.com', { fields: { email: 'A@example.com', city: 'Perth' } });
    await accept('b@example.com', { quarantineReason: 'honeypot' });
    await accept('c@example.com', { quarantineReason: 'honeypot' });
    await accept('d@example.com', { kind: 'contact' });
    await accept('d@example.com', { kind: 'contact' });
    const { rows, next, newest } = await readPage(operator, {});
    expect(rows.map(({ sequence, applications }) => [sequence, applications])).toEqual([
      [3, 2],
      [2, 1],
    ]);
    expect([next, newest]).toEqual([null, 7]);
    expect(await readNames(operator, { kinds: ['contact'] })).toBe('dd');
    expect(await readNames(operator, { city: ' PERTH' })).toBe('A');
    expect(await operator.countApplicants({})).toEqual({ states: { new: 2 } });
  });

  test("a stranger's applications with somebody's email hide neither their first one nor its words", async () => {
    const operator = await fixture.openOperator();
    await accept('a@example.com', { fields: { name: 'Ada Nguyen', handle: '@ada', bio: 'Rooftop bars' } });
    for (let count = 0; count < 55; count += 1)
      await accept('a@example.com', { fields: { name: `Buy at ${count}`, handle: '@x', bio: 'x' } });
    const filter = { text: 'ada rooftop' };
    const { rows } = await readPage(operator, filter);
    expect(rows).toMatchObject([{ applications: 56, firstAs: 'Ada Nguyen, @ada' }]);
    const [applications = []] = await operator.readApplicationsOf(rows);
    expect(applications).toHaveLength(56);
    expect(applications[0]?.fields.name).toBe('Buy at 54');
    expect(applications[55]?.fields.name).toBe('Ada Nguyen');
  });

  test('is sorted and paged in every order, and does not slip while others apply', async () => {
    const operator = await fixture.openOperator();
    const people = [
      ['a', 'zoë', 'Perth'],
      ['b', 'Ada', 'Sydney'],
      ['c', 'ada', 'perth'],
      ['d', 'Émile', 'Hobart'],
      ['e', 'Ada', 'Perth'],
    ] as const;
    for (const [email, name, city] of people) {
      await accept(`${email}@example.com`, { fields: { name, city } });
    }
    expect(await readNames(operator, {}, 'newest')).toBe('edcba');
    expect(await readNames(operator, {}, 'oldest')).toBe('abcde');
    expect(await readNames(operator, {}, 'name', 1)).toBe('ecbda');
    expect(await readNames(operator, {}, 'city', 1)).toBe('decab');
    expect(await readNames(operator, { city: 'perth' }, 'name', 1)).toBe('eca');
    expect(await readNames(operator, { text: 'perth' }, 'name', 1)).toBe('eca');
    const whole = await operator.readApplicants({ filter: {}, sort: 'newest', after: null, limit: 5 });
    expect(whole.next, 'nobody is behind the last').toBeNull();
    const first = await operator.readApplicants({ filter: {}, sort: 'newest', after: null, limit: 3 });
    await accept('z@example.com');
    const second = await operator.readApplicants({ filter: {}, sort: 'newest', after: first.next, limit: 3 });
    expect(second.rows.map(({ fields }) => fields.email[0])).toEqual(['b', 'a']);
    expect(await operator.countArrivals({}, first.newest)).toBe(1);
    expect(await operator.countArrivals({ text: 'nobody' }, first.newest)).toBe(0);
  });

  test('begins only behind a place that a page answered: any other is refused', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['a', 'b']) await accept(`${name}@example.com`);
    const page = { filter: {}, sort: 'newest', limit: 1 } as const;
    const { next } = await operator.readApplicants({ ...page, after: null });
    const place: unknown[] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString());
    const encode = (each: unknown) => Buffer.from(JSON.stringify(each)).toString('base64url');
    const others = [
      ...[0, 1, 2].flatMap((index) => ['1', 1.5, 2 ** 53, null].map((value) => place.with(index, value))),
      ...[3, 4].flatMap((index) => [1, null, 'a\0'].map((value) => place.with(index, value))),
      ...[[], {}, null, 'x', 1],
    ];
    for (const after of [...others.map(encode), 'nonsense', ''])
      await expect(operator.readApplicants({ ...page, after }), after).rejects.toThrow(InvalidCursorError);
    const { rows } = await operator.readApplicants({ ...page, after: encode(place) });
    expect(rows).toMatchObject([{ fields: { email: 'a@example.com' } }]);
  });

  test('gives each person their own applications and notes, and none to whoever was erased meanwhile', async () => {
    const operator = await fixture.openOperator();
    const ids = [
      await accept('a@example.com'),
      await accept('a@example.com'),
      await accept('b@example.com'),
      await accept('a@example.com', { kind: 'venue' }),
    ] as const;
    const about = { id: ids[0] };
    await fixture.store.addNote({ id: randomUUID(), about, actor: ada, text: 'Quiet' });
    await fixture.store.decide(newDecision(about, { note: 'Late' }));
    const { rows } = await readPage(operator, {}, 'oldest');
    const read = async (of = rows) => {
      const [applications, notes] = [await operator.readApplicationsOf(of), await operator.readNotesOf(of)];
      return [applications.map((each) => each.map(({ id }) => id)), notes.map((each) => each.map(toText))];
    };
    const toText = ({ by, text }: NoteShown) => `${by}: ${text}`;
    const notes = ['ada: Quiet', 'ada: Late'];
    expect(await read()).toEqual([
      [[ids[1], ids[0]], [ids[2]], [ids[3]]],
      [notes, [], []],
    ]);
    expect(await read(rows.slice(1))).toEqual([
      [[ids[2]], [ids[3]]],
      [[], []],
    ]);
    expect(await read([])).toEqual([[], []]);
    await operator.erase('a@example.com');
    expect(await read(rows.slice(0, 2))).toEqual([
      [[], [ids[2]]],
      [[], []],
    ]);
  });

  test('follows each decision, also one that came before the list knew the person', async () => {
    const operator = await fixture.openOperator();
    const early = await accept('a@example.com');
    await decide(early, 'shortlisted');
    const later = await accept('b@example.com');
    await accept('c@example.com', { kind: 'venue' });
    await fixture.store.decide(newDecision({ id: later }, { to: 'invited', letter: newLetter() }));
    expect(await readNames(operator, { state: 'shortlisted' })).toBe('a');
    expect(await readNames(operator, { state: 'new' })).toBe('c');
    const { rows } = await readPage(operator, { state: 'invited' }, 'name');
    expect(rows).toMatchObject([
      { state: 'invited', version: 1, told: { status: 'waiting' }, applications: 1 },
    ]);
    expect(rows[0]?.decidedBy).toBeTypeOf('string');
    expect(await operator.countApplicants({ state: 'new' })).toMatchObject({
      states: { new: 1, shortlisted: 1, invited: 1 },
    });
  });

  test('who was declined and applied again stands in New until somebody decides about that; others keep their state', async () => {
    const operator = await fixture.openOperator();
    const names = ['declined', 'invited', 'joined', 'shortlisted', 'new'] as const;
    for (const state of names)
      await decide(await accept(`${state[0]}@example.com`), state === 'new' ? 'new' : state);
    const counts = async () => (await operator.countApplicants({})).states;
    const before = await counts();
    expect(before).toEqual({ declined: 1, invited: 1, joined: 1, shortlisted: 1, new: 1 });
    const again: Record<string, string> = {};
    for (const state of names) again[state] = await accept(`${state[0]}@example.com`);
    expect(await counts()).toEqual({ invited: 1, joined: 1, shortlisted: 1, new: 2 });
    expect(await readNames(operator, { state: 'new' }, 'oldest')).toBe('dn');
    expect(await readNames(operator, { state: 'declined' })).toBe('');
    expect(await readNames(operator, { state: 'invited' })).toBe('i');
    const { rows } = await readPage(operator, {}, 'oldest');
    expect(rows.map(({ state, appliedAgain }) => [state, appliedAgain])).toEqual(
      names.map((state) => [state, state !== 'new']),
    );
    const { states } = await operator.countPeople({});
    expect(states.find(({ state }) => state === 'new')).toMatchObject({ count: 2, appliedAgain: 1 });

    // Declined again, about the new application; an undo leads back to what stood before.
    const about = { id: again['declined'] ?? '' };
    const declined = await fixture.store.decide(newDecision(about, { to: 'declined', seenVersion: 1 }));
    expect(declined).toMatchObject({
      outcome: 'decided',
      review: { state: 'declined', appliedAgain: false },
    });
    expect(await counts()).toEqual(before);
    expect(await fixture.store.decide(newDecision(about, { to: 'declined' }))).toMatchObject({
      outcome: 'unchanged',
    });
    const undo = { to: 'declined', seenVersion: 2, isUndo: true } as const;
    expect(await fixture.store.decide(newDecision(about, undo))).toMatchObject({
      outcome: 'decided',
      review: { state: 'declined', appliedAgain: true, version: 3 },
    });
    expect(await readNames(operator, { state: 'new' }, 'oldest')).toBe('dn');
    // Invited meanwhile and taken back, they stand there too.
    await fixture.store.decide(newDecision(about, { to: 'invited' }));
    expect(await readNames(operator, { state: 'new' })).toBe('n');
    await fixture.store.decide(newDecision(about, { to: 'declined', isUndo: true }));
    expect(await readNames(operator, { state: 'new' }, 'oldest')).toBe('dn');
  });

  test('who was taken back to New and applies again stands there as one who was never decided about', async () => {
    const operator = await fixture.openOperator();
    const id = await accept('a@example.com');
    await decide(id, 'declined');
    await decide(id, 'new');
    await accept('a@example.com');
    const isNew = [{ state: 'new', applications: 2, appliedAgain: false }];
    expect((await readPage(operator, {})).rows).toMatchObject(isNew);
    await decide(id, 'shortlisted');
    await fixture.store.decide(newDecision({ id }, { to: 'new', isUndo: true }));
    expect((await readPage(operator, {})).rows).toMatchObject(isNew);
  });

  test('whoever applied again is that only by what people see: held, released, discarded, erased, imported', async () => {
    const operator = await fixture.openOperator();
    await decide(await accept('a@example.com'), 'declined');
    const held = await accept('a@example.com', { quarantineReason: 'honeypot' });
    expect(await readNames(operator, { state: 'new' })).toBe('');
    await operator.release({ ids: [held] });
    expect(await readNames(operator, { state: 'new' })).toBe('a');
    const claimed = await claimOne(fixture.store, { digestAbove: 0 });
    await park(fixture.store, claimed, 'slack_invalid_blocks 400');
    await operator.discard({ ids: [held] });
    expect(await readNames(operator, { state: 'new' })).toBe('');
    await accept('a@example.com');
    expect(await operator.countApplicants({})).toEqual({ states: { new: 1 } });
    await operator.erase('a@example.com');
    expect(await operator.countApplicants({})).toEqual({ states: {} });
    const { states } = await operator.readOverview(0);
    expect(states).toMatchObject([{ state: 'declined', deleted: 1, appliedAgain: 0 }]);
  });

  test('a letter to the declined still goes when they are declined again, unless they are told by another one', async () => {
    const id = await accept('a@example.com');
    const tell = (letterAtMs: number) =>
      ({ to: 'declined', withLetter: true, letter: newLetter({ letterAtMs }) }) as const;
    const [soonMs, laterMs] = [Date.now() + 86_400_000, Date.now() + 172_800_000];
    await fixture.store.decide(newDecision({ id }, tell(soonMs)));
    const again = { id: await accept('a@example.com') };
    const told = async (changes: Parameters<typeof newDecision>[1]) => {
      const result = await fixture.store.decide(newDecision(again, changes));
      return 'review' in result ? result.review.told : result;
    };
    const waits = (atMs: number) => ({ status: 'waiting', atMs });
    expect(await told({ to: 'declined', letter: newLetter() })).toMatchObject(waits(soonMs));
    expect(await told({ to: 'declined', isUndo: true, letter: newLetter() })).toMatchObject(waits(soonMs));
    expect(await told(tell(laterMs))).toMatchObject(waits(laterMs));
    expect(await told({ to: 'declined', isUndo: true, letter: newLetter() })).toMatchObject({
      status: 'not-told',
    });
  });

  test('filters by time, with every sort and with words', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['a', 'b', 'c', 'd']) await accept(`${name}@example.com`, { fields: { name } });
    const { rows } = await readPage(operator, {}, 'oldest');
    const atMs = rows.map(({ receivedAtMs }) => receivedAtMs);
    const view = { sinceMs: atMs[0] as number, beforeMs: (atMs[3] as number) + 1 };
    for (const sort of ['oldest', 'name', 'city'] as const)
      expect(await readNames(operator, view, sort)).toHaveLength(4);
    expect(await readNames(operator, { ...view, text: 'example' }, 'newest')).toBe('dcba');
    expect(await readNames(operator, { sinceMs: view.beforeMs })).toBe('');
    expect(await operator.countApplicants(view)).toMatchObject({ states: { new: 4 } });
    expect(await operator.countApplicants({ beforeMs: view.sinceMs })).toMatchObject({ states: {} });
  });

  test('stays true when submissions are released, discarded, pruned and erased', async () => {
    const operator = await fixture.openOperator();
    await accept('a@example.com', { fields: { bio: 'secretone' } });
    const held = await accept('a@example.com', { quarantineReason: 'honeypot', fields: { bio: 'heldword' } });
    const other = await accept('b@example.com', { quarantineReason: 'honeypot' });
    expect(await readNames(operator)).toBe('a');
    expect(await readNames(operator, { text: 'heldword' })).toBe('');
    expect(await operator.release({ ids: [held, other] })).toBe(2);
    expect(await readNames(operator)).toBe('ba');
    expect(await readNames(operator, { text: 'heldword secretone' })).toBe('a');
    expect((await readPage(operator, {})).rows).toMatchObject([
      { applications: 1 },
      { applications: 2, sequence: 2 },
    ]);
    const claimed = await claimOne(fixture.store, { digestAbove: 0 });
    await park(fixture.store, claimed, 'slack_invalid_blocks 400');
    for (const states of [['parked'], ['waiting', 'parked']] as const)
      expect((await operator.readRecords({ states, limit: 2 })).map(({ id }) => id)).toEqual([other, held]);
    expect(await operator.discard({ ids: [held] })).toBe(1);
    expect(await readNames(operator, { text: 'heldword' })).toBe('');
    const prune = {
      beforeMs: Date.now() + 60_000,
      includesQuarantined: true,
      after: 0,
      limit: 9,
    };
    expect(await operator.prune(prune)).toMatchObject({ deleted: 1 });
    expect(await readNames(operator, { text: 'secretone' })).toBe('a');
    await operator.erase('A@example.com');
    expect(await readNames(operator)).toBe('b');
    expect(await readNames(operator, { text: 'secretone' })).toBe('');
    const dayStartsMs = [0, Math.ceil(Date.now() / quarterMs + 1) * quarterMs];
    const { cities, states } = await operator.readOverview(0);
    expect(await operator.countDays(dayStartsMs)).toEqual([{ creator: 1, venue: 0, contact: 0 }]);
    expect(cities).toMatchObject([{ city: expect.any(String), count: 1 }]);
    expect(states).toContainEqual({ kind: 'creator', state: 'new', count: 1, appliedAgain: 0, deleted: 1 });
    expect((await operator.countApplicants({})).states).toEqual({ new: 1 });
  });

  test('has whoever was released in their place in every order, with their city and time, messages too', async () => {
    const operator = await fixture.openOperator();
    const held = { quarantineReason: 'honeypot' } as const;
    await accept('a@example.com', { fields: { name: 'Zoe' } });
    await accept('b@example.com', { fields: { name: 'Ada' } });
    await accept('a@example.com', { fields: { name: 'Zoe' }, ...held });
    await accept('c@example.com', { fields: { name: 'Mia', city: 'Perth' }, ...held });
    await accept('d@example.com', { kind: 'contact', ...held });
    const dayLater = 'update submissions set received_at = received_at + 86400000 where sequence = 3';
    await runOnStore(fixture, dayLater);
    expect(await operator.release({ limit: 9 })).toBe(3);
    expect(await readNames(operator, {}, 'oldest')).toBe('abc');
    expect(await readNames(operator, {}, 'name')).toBe('bca');
    expect(await readNames(operator, { city: 'perth' })).toBe('c');
    expect(await readNames(operator, { sinceMs: later() })).toBe('a');
    expect(await readNames(operator, { kinds: ['contact'], text: 'small bar' })).toBe('d');
  });

  test('has nothing more of an application that was pruned, where one in quarantine is left', async () => {
    const operator = await fixture.openOperator();
    await accept('a@example.com', { fields: { name: 'Zoe', city: 'Perth' } });
    await accept('a@example.com', { quarantineReason: 'honeypot' });
    await finish(fixture.store, await claimOne(fixture.store));
    const prune = { beforeMs: later(), includesQuarantined: false, after: 0, limit: 9 };
    expect(await operator.prune(prune)).toMatchObject({ deleted: 1 });
    const row = await runOnStore(fixture, 'select name_key, city_key, city, words, sequence from applicants');
    expect(row).toEqual([{ name_key: '', city_key: '', city: '', words: '', sequence: null }]);
  });

  // On SQLite nothing else holds a read of several statements between two of them.
  if (fixture.engine === 'postgres')
    test('shows nobody who is erased while a page is read, and everybody else as they stood', async () => {
      const operator = await fixture.openOperator();
      await accept('a@example.com');
      await decide(await accept('b@example.com'), 'shortlisted');
      await accept('c@example.com', { fields: { name: 'Cy' } });
      await accept('c@example.com');
      await accept('d@example.com');
      const readWhile = async (table: string, ...statements: readonly string[]) => {
        await using locks = await holdLocks(fixture.databaseUrl, `lock table ${table}`);
        const reading = readPage(operator, {}, 'oldest');
        await locks.untilAwaited();
        for (const statement of statements) await locks.run(statement);
        await locks.commit();
        return (await reading).rows;
      };
      const columns = 'kind, subject, sequence, actor, way, decided_at';
      const rows = await readWhile(
        'submissions',
        'delete from submissions where sequence in (1, 3)',
        `insert into decisions (id, version, from_state, to_state, actor_name, ${columns})
          select 'later', 2, 'shortlisted', 'declined', 'bo', ${columns} from decisions`,
      );
      expect(rows).toMatchObject([
        { sequence: 2, state: 'shortlisted', version: 1, decidedBy: 'ada' },
        { sequence: 4, firstAs: null },
        { sequence: 5 },
      ]);
      const left = await readWhile('answers', 'delete from applicants where sequence = 5');
      expect(left.map(({ sequence }) => sequence)).toEqual([2, 4]);
    });

  test('tells the days, cities, states, reviewers and the median of an overview', async () => {
    const operator = await fixture.openOperator();
    expect(await operator.firstApplicationMs()).toBeNull();
    expect(await operator.countDays([])).toEqual([]);
    expect(await operator.countDays([0, 1])).toEqual([{ creator: 0, venue: 0, contact: 0 }]);
    expect(await operator.readOverview(0)).toMatchObject({ cities: [], medianToDecisionMs: null });
    const ids = [
      await accept('a@example.com', { fields: { city: 'Perth' } }),
      await accept('b@example.com', { kind: 'venue', fields: { city: 'PERTH ' } }),
      await accept('c@example.com', { fields: { city: 'Hobart' } }),
      await accept('a@example.com', { fields: { city: 'Perth' } }),
    ] as const;
    await accept('d@example.com', { kind: 'contact' });
    await decide(ids[3], 'shortlisted');
    await decide(ids[3], 'invited');
    await decide(ids[1], 'declined');
    const firstMs = (await operator.firstApplicationMs()) as number;
    const { cities, states, medianToDecisionMs, reviewers } = await operator.readOverview(
      firstMs - quarterMs,
    );
    const days = [firstMs - quarterMs, firstMs, firstMs + 3 * quarterMs];
    expect(await operator.countDays(days)).toEqual([
      { creator: 0, venue: 0, contact: 0 },
      { creator: 3, venue: 1, contact: 1 },
    ]);
    expect(cities.map(({ city, count }) => [city.trim().toLowerCase(), count])).toEqual([
      ['perth', 2],
      ['hobart', 1],
    ]);
    expect(states).toEqual(
      expect.arrayContaining([
        { kind: 'creator', state: 'invited', count: 1, appliedAgain: 0, deleted: 0 },
        { kind: 'creator', state: 'new', count: 1, appliedAgain: 0, deleted: 0 },
        { kind: 'venue', state: 'declined', count: 1, appliedAgain: 0, deleted: 0 },
        { kind: 'contact', state: 'new', count: 1, appliedAgain: 0, deleted: 0 },
      ]),
    );
    expect(medianToDecisionMs).toBeGreaterThanOrEqual(0);
    expect(reviewers).toEqual([{ name: expect.any(String), decisions: 3, invited: 1, declined: 1 }]);
  });

  test('counts in an overview how many applied again, and shows a city as most wrote it, or else in the first spelling', async () => {
    const operator = await fixture.openOperator();
    for (const email of ['a@example.com', 'b@example.com']) {
      await decide(await accept(email, { fields: { city: 'darwin' } }), 'invited');
      await accept(email, { fields: { city: 'darwin' } });
    }
    const others = {
      creator: ['Darwin', 'PERTH', 'Hobart', 'CAIRNS', 'Sydney'],
      venue: ['Perth', 'HOBART', 'Cairns', 'SYDNEY'],
    };
    for (const kind of ['creator', 'venue'] as const)
      for (const city of others[kind]) await accept(`${city}@${kind}.example`, { kind, fields: { city } });
    const { cities, states } = await operator.readOverview(0);
    expect(cities.map(({ city }) => city).sort()).toEqual(['CAIRNS', 'HOBART', 'PERTH', 'SYDNEY', 'darwin']);
    expect(states).toContainEqual({
      kind: 'creator',
      state: 'invited',
      count: 2,
      appliedAgain: 2,
      deleted: 0,
    });
  });

  test('counts a change of state once by reviewer: not a letter that is sent later, but a second decline', async () => {
    const operator = await fixture.openOperator();
    const counted = async () => (await operator.readOverview(0)).reviewers[0];
    const about = { id: await accept('a@example.com') };
    const tell = () =>
      fixture.store.decide(
        newDecision(about, { to: 'declined', withLetter: true, letter: newLetter({ letterAtMs: later() }) }),
      );
    await decide(about.id, 'declined');
    expect(await tell()).toMatchObject({ outcome: 'decided' });
    expect(await counted()).toMatchObject({ decisions: 1, declined: 1 });
    const undo = newDecision(about, { to: 'declined', isUndo: true, letter: newLetter() });
    expect(await fixture.store.decide(undo)).toMatchObject({ outcome: 'decided' });
    expect(await counted()).toMatchObject({ decisions: 1, declined: 1 });
    await decide(await accept('a@example.com'), 'declined');
    expect(await counted()).toMatchObject({ decisions: 2, declined: 2 });
  });

  test('knows what led a person to the site first, selects by it, and counts who applied and is invited', async () => {
    const operator = await fixture.openOperator();
    const instagram = { source: 'Instagram', medium: 'social', campaign: 'spring' };
    const held = await accept('a@example.com', { source: 'held.example', quarantineReason: 'honeypot' });
    const first = await accept('a@example.com', instagram);
    await accept('a@example.com', { source: 'tiktok' });
    await accept('b@example.com', { kind: 'venue', source: 'instagram' });
    await accept('c@example.com');
    await accept('d@example.com', { kind: 'contact', source: 'instagram' });
    await decide(first, 'invited');
    expect((await readPage(operator, { email: 'a@example.com' })).rows).toMatchObject([
      { sequence: 3, ...instagram },
    ]);
    expect(await operator.findRecord({ sequence: 3 })).toMatchObject({ source: 'tiktok', medium: null });
    expect(await readNames(operator, { source: 'INSTAGRAM' })).toBe('ba');
    expect(await readNames(operator, { source: 'tiktok' })).toBe('');
    expect(await operator.countApplicants({ source: 'instagram' })).toEqual({
      states: { new: 1, invited: 1 },
    });
    expect(await operator.countPeople({ source: 'instagram', kinds: ['venue'] })).toMatchObject({
      states: [{ kind: 'venue', state: 'new', count: 1 }],
    });
    const readSources = async () =>
      (await operator.readOverview(0)).sources.map(({ source, applied, invited }) => [
        source,
        applied,
        invited,
      ]);
    expect(await readSources()).toEqual([['instagram', 2, 1]]);
    // Released, the earliest is the first.
    await operator.release({ ids: [held] });
    expect(await readNames(operator, { source: 'held.example' })).toBe('a');
    expect(await readSources()).toEqual([
      ['held.example', 1, 1],
      ['instagram', 1, 0],
    ]);
    await operator.erase('a@example.com');
    expect(await readSources()).toEqual([['instagram', 1, 0]]);
  });

  test('counts what is not delivered of each channel, and no more than it is asked for', async () => {
    const operator = await fixture.openOperator();
    for (const name of ['a', 'b', 'c', 'd']) await accept(`${name}@example.com`);
    for (const name of ['e', 'f']) await accept(`${name}@example.com`, { quarantineReason: 'honeypot' });
    await accept('g@example.com', { kind: 'contact' });
    await finish(fixture.store, await claimOne(fixture.store));
    await park(fixture.store, await claimOne(fixture.store), 'slack_invalid_blocks 400');
    expect(await operator.channelStates(9)).toMatchObject([
      { channel: 'waitlist', waiting: 2, delivered: 1, parked: 1, parkedSequences: [2], quarantined: 2 },
      { channel: 'contact', waiting: 1, delivered: 0, parked: 0, parkedSequences: [], quarantined: 0 },
      { channel: 'changes', waiting: 0, oldestWaitingAgeMs: null },
      { channel: 'letters', waiting: 0, oldestWaitingAgeMs: null },
    ]);
    expect((await operator.channelStates(1))[0]).toMatchObject({ waiting: 1, parked: 1, quarantined: 1 });
  });

  test('counts every application once when several instances store them at once', async () => {
    const operator = await fixture.openOperator();
    const stores = [fixture.store, await fixture.open()];
    const emails = Array.from({ length: 60 }, (_, index) => `${index % 20}@example.com`);
    await Promise.all(
      emails.map((email, index) =>
        stores[index % 2]?.accept(newSubmission({ fields: { email, bio: `word${index}` } })),
      ),
    );
    expect(await operator.countApplicants({})).toEqual({ states: { new: 20 } });
    for (const index of [0, 25, 59]) {
      const text = `word${index}`;
      const { rows } = await readPage(operator, { text }, 'name');
      expect(rows.map(({ fields }) => fields.email)).toEqual([emails[index]]);
    }
  });
});
