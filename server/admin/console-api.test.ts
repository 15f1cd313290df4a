import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { filterSchema } from '#contract/console-view.ts';
import { fieldValue } from '#contract/fields.ts';
import { isFile } from '#server/operator/call.ts';
import { openConsoleCalls } from '#test/console-fixture.ts';
import { claimOne, connect, finish, halt, park } from '#test/job-claims.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

const bob = { way: 'console', id: 'bob@team.example', name: 'Bob' } as const;
const dayMs = 86_400_000;

describeOnEachEngine("the console's calls", (fixture) => {
  const open = (options = {}) => openConsoleCalls(fixture.store, options);
  const accept = async (email: string, changes: Parameters<typeof newSubmission>[0] = {}) => {
    const { id } = await fixture.store.accept(
      newSubmission({ ...changes, fields: { email, ...changes.fields } }),
    );
    return id;
  };
  const read = async (file: unknown) => {
    if (!isFile(file)) throw new Error('This is not a file.');
    return (await Array.fromAsync(file.body)).join('');
  };

  test('who applied from Melbourne this week: listed, three invited, one taken back, and seen by the other', async () => {
    const { call, list, decide, calendar, wakes } = open();
    for (const email of ['a', 'b', 'c', 'd'])
      await accept(`${email}@example.com`, { fields: { city: email === 'd' ? 'Perth' : 'Melbourne ' } });
    await accept('a@example.com', { fields: { city: 'Melbourne', bio: `Long ${'words '.repeat(60)}` } });
    const today = calendar.formatDay(Date.now());
    const view = { city: 'melbourne', from: calendar.addDays(today, -6), to: today };
    const rows = await list(view);
    expect(
      rows.map(({ fields, applications, state, version }) => [fields.email, applications, state, version]),
    ).toEqual([
      ['a@example.com', 2, 'new', 0],
      ['c@example.com', 1, 'new', 0],
      ['b@example.com', 1, 'new', 0],
    ]);
    expect(await list({ from: calendar.addDays(today, 1) })).toEqual([]);
    expect(await list({ to: calendar.addDays(today, -1) })).toEqual([]);

    const decisionIds = rows.map(() => randomUUID());
    const invite = () =>
      decide(rows.map(({ id }, index) => ({ about: id, seenVersion: 0, decisionId: decisionIds[index] })));
    const outcomes = (await invite()).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['decided', 'decided', 'decided']);
    expect(wakes()).toBe(3);
    // The other had the list open from before.
    const late = { about: rows[0]?.id, to: 'declined', seenVersion: 0 } as const;
    expect(await decide([late], {}, bob)).toMatchObject([
      {
        outcome: 'overtaken',
        review: { state: 'invited', version: 1, last: { actor: { name: 'Ada', way: 'console' } } },
      },
    ]);
    const undo = { about: rows[1]?.id, to: 'new', seenVersion: 1 } as const;
    expect(await decide([undo], { note: 'By mistake', isUndo: true })).toMatchObject([
      { outcome: 'decided', review: { state: 'new', version: 2 } },
    ]);
    // Sent again, as after a lost answer: made once.
    expect((await invite())[1]).toMatchObject({ outcome: 'decided', review: { version: 2 } });

    expect(await list({ ...view, state: 'invited' })).toMatchObject([
      { fields: { email: 'a@example.com' }, decidedBy: 'Ada', told: { status: 'waiting' }, version: 1 },
      { fields: { email: 'b@example.com' }, decidedBy: 'Ada', told: { status: 'waiting' } },
    ]);
    expect(await call('totals', { filter: { ...view, state: 'invited' } })).toEqual({
      states: { invited: 2, new: 1 },
    });
    const shown = await call('person', { about: rows[1]?.id });
    expect(shown).toMatchObject({
      state: 'new',
      decisions: [{ to: 'invited' }, { to: 'new', note: 'By mistake', actor: { name: 'Ada' } }],
      letters: [{ state: 'cancelled' }],
      applications: [{ fields: { city: 'Melbourne ' }, delivery: { state: 'waiting', lastReason: null } }],
    });
  });

  test('a range of days moves with today, for the list, the totals, the arrivals and the export alike', async () => {
    let now = Date.now;
    const { call, list, calendar } = open({ now: () => now() });
    const today = calendar.formatDay(Date.now());
    /** The noon of that day: a day of the calendar may have 23 or 25 hours. */
    const days = (count: number) => () =>
      (calendar.startOfDay(calendar.addDays(today, count)) ?? Number.NaN) + dayMs / 2;
    const inNewYear = () => calendar.startOfDay(`${Number(today.slice(0, 4)) + 1}-01-01`) ?? Number.NaN;
    await accept('a@example.com');
    for (const [date, last, next] of [
      ['today', days(0), days(1)],
      ['7d', days(6), days(7)],
      ['30d', days(29), days(30)],
      ['year', () => inNewYear() - 1, inNewYear],
    ] as const) {
      for (const [clock, count] of [
        [last, 1],
        [next, 0],
      ] as const) {
        now = clock;
        const filter = { date };
        expect(await list(filter), date).toHaveLength(count);
        expect(await call('totals', { filter })).toEqual({ states: count === 0 ? {} : { new: count } });
        expect(await call('arrivals', { filter, since: 0 })).toEqual({ count });
        expect(await call('exportPeople', { filter, sort: 'newest' })).toMatchObject({ rows: count });
      }
    }
    expect(filterSchema.safeParse({ date: '7d', from: '2026-01-01' }).success).toBe(false);
  });

  test('a contact message is listed, noted about, answered, and downloaded', async () => {
    const { call, list, decide } = open();
    const id = await accept('a@example.com', { kind: 'contact', fields: { message: 'Hello there' } });
    expect(await list()).toEqual([]);
    expect(await list({ kind: 'contact', state: 'new', text: 'hel' })).toMatchObject([{ id }]);
    const note = { changeId: randomUUID(), about: id, text: 'Called back' };
    for (const _ of [1, 2]) await call('addNote', note);
    expect(await decide([{ about: id, seenVersion: 0 }])).toEqual([
      { outcome: 'impossible', kind: 'contact' },
    ]);
    await decide([{ about: id, to: 'answered', seenVersion: 0 }]);
    expect(await call('person', { about: id })).toMatchObject({
      state: 'answered',
      notes: [{ text: 'Called back', actor: { name: 'Ada', way: 'console' } }],
    });
    const file = await call('download', { about: id });
    expect(file.fileName).toBe('applicant-1.json');
    expect(JSON.parse(await read(file))).toMatchObject({ email: 'a@example.com', submissions: [{ id }] });
  });

  test('who is not there, and a place in the list that is none, are refused', async () => {
    const { call } = open();
    const about = randomUUID();
    await expect(call('person', { about })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const [change, body] of [
      ['addNote', { about, text: 'x' }] as const,
      ['erase', { whose: { about } }] as const,
    ])
      await expect(call(change, { changeId: randomUUID(), ...body })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    const page = { filter: {}, sort: 'newest', limit: 2 };
    await expect(call('subjects', { ...page, after: 'x' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  test('a message that Slack refused says why and is sent again; a halted channel is resumed', async () => {
    const { call } = open();
    const id = await accept('a@example.com');
    const retry = async (about: string | null, channel = 'waitlist') =>
      (await call('retry', { changeId: randomUUID(), channel, about })).moved;
    const reason = 'slack_invalid_blocks 400';
    await park(fixture.store, await claimOne(fixture.store), reason);
    expect(await call('person', { about: id })).toMatchObject({
      applications: [{ delivery: { state: 'parked', lastReason: reason } }],
    });
    expect(await call('held', { states: ['parked'], after: null, limit: 5 })).toMatchObject({
      rows: [{ id, delivery: { lastReason: reason } }],
      next: null,
    });
    expect(await retry(id)).toBe(1);

    await halt(fixture.store, await claimOne(fixture.store), 'slack_channel_is_archived 410');
    expect((await call('overview', { weeks: 12 })).channels).toContainEqual(
      expect.objectContaining({
        channel: 'waitlist',
        haltedReason: 'slack_channel_is_archived 410',
        waiting: 1,
      }),
    );
    expect(await retry(null)).toBe(1);
    await finish(fixture.store, await claimOne(fixture.store));
    expect(await retry(null)).toBe(0);
    expect(await retry(id, 'letters')).toBe(0);
  });

  test('events are shown where they are sent, and retried', async () => {
    const { call } = open();
    const readEvents = async () =>
      (await call('overview', { weeks: 12 })).channels.find(({ channel }) => channel === 'events');
    expect(await readEvents()).toBeUndefined();
    await connect(fixture.store, ['events']);
    expect(await readEvents()).toMatchObject({ waiting: 0, delivered: 0 });
    await accept('a@example.com');
    await halt(fixture.store, await claimOne(fixture.store, { channel: 'events' }), 'webhook_gone 410');
    expect(await readEvents()).toMatchObject({ haltedReason: 'webhook_gone 410', waiting: 1 });
    const retried = { changeId: randomUUID(), channel: 'events', about: null } as const;
    expect((await call('retry', retried)).moved).toBe(1);
    expect(await readEvents()).toMatchObject({ haltedReason: null, waiting: 1 });
  });

  test('a change of a message that Slack refused says why and is made again; halted changes are resumed', async () => {
    const { call, decide } = open();
    const id = await accept('a@example.com');
    const changes = { channel: 'changes' } as const;
    const retry = async (about: string | null) =>
      (await call('retry', { changeId: randomUUID(), ...changes, about })).moved;
    const readRefusal = async () =>
      (await call('person', { about: id })).applications[0]?.delivery.changeRefused;
    const place = 'C0WAITLIST 1764000000.000001';
    await fixture.store.endClaim(await claimOne(fixture.store), { outcome: 'delivered', place });
    await decide([{ about: id, seenVersion: 0 }]);
    expect(await readRefusal()).toBeNull();
    const refusal = 'slack_app_edit_window_closed 200';
    await park(fixture.store, await claimOne(fixture.store, changes), refusal);
    expect(await readRefusal()).toBe(refusal);
    expect(await retry(id)).toBe(1);

    await halt(fixture.store, await claimOne(fixture.store, changes), 'slack_app_token_revoked 200');
    expect((await call('overview', { weeks: 12 })).channels).toContainEqual(
      expect.objectContaining({ ...changes, haltedReason: 'slack_app_token_revoked 200', waiting: 1 }),
    );
    expect(await retry(null)).toBe(1);
    const again = await claimOne(fixture.store, changes);
    await fixture.store.endClaim(again, { outcome: 'delivered', place });
    expect(await readRefusal()).toBeNull();
  });

  test('what is quarantined says why, and many are released or discarded at once', async () => {
    const { call, list } = open();
    const ids = [
      await accept('a@example.com', { quarantineReason: 'honeypot' }),
      await accept('b@example.com', { quarantineReason: 'email' }),
      await accept('c@example.com', { kind: 'contact', quarantineReason: 'honeypot' }),
    ];
    const first = await call('held', { states: ['quarantined'], after: null, limit: 2 });
    const second = await call('held', { states: ['quarantined'], after: first.next, limit: 2 });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(second.rows[0]).toMatchObject({ quarantineReason: 'honeypot' });
    expect(await call('release', { changeId: randomUUID(), ids: ids.slice(0, 1) })).toEqual({ moved: 1 });
    expect(await call('discard', { changeId: randomUUID(), ids })).toEqual({ moved: 2 });
    expect((await list()).map(({ fields }) => fields.email)).toEqual(['a@example.com']);
    expect(await call('held', { states: ['quarantined'], after: null, limit: 2 })).toEqual({
      rows: [],
      next: null,
    });
  });

  test('a change that is sent again, also before the first is answered, is made once and answered alike', async () => {
    const { call } = open();
    const id = await accept('a@example.com', { quarantineReason: 'honeypot' });
    const change = () => ({ changeId: randomUUID(), ids: [id] });
    const [release, discard] = [change(), change()];
    expect(await Promise.all([call('release', release), call('release', release)])).toEqual([
      { moved: 1 },
      { moved: 1 },
    ]);
    await park(fixture.store, await claimOne(fixture.store), 'slack_invalid_blocks 400');
    expect(await call('discard', discard)).toEqual({ moved: 1 });
    expect(await call('release', change()), 'somebody else').toEqual({ moved: 1 });
    expect(await call('discard', discard)).toEqual({ moved: 1 });
    expect(await call('person', { about: id })).toMatchObject({
      applications: [{ delivery: { state: 'waiting' } }],
    });
    expect(await call('discard', discard, bob), 'the id of somebody else').toEqual({ moved: 0 });
    const erase = { changeId: randomUUID(), whose: { about: id } };
    const erased = await call('erase', erase);
    expect(erased).toMatchObject({ erased: 1, filesLeft: null });
    expect(await call('erase', erase)).toEqual(erased);
  });

  test('erasing tells the consequences first, and leaves nothing of the mailbox', async () => {
    const { call, list } = open();
    const id = await accept('a@example.com');
    await accept('A@example.com', { kind: 'contact' });
    const other = await accept('b@example.com', { fields: { bio: 'Ask a@example.com about me' } });
    await finish(fixture.store, await claimOne(fixture.store, { maxPerClaim: 1 }));
    await call('addNote', { changeId: randomUUID(), about: id, text: 'n' });
    expect(await call('erasePlan', { whose: { about: id } })).toEqual({
      submissions: 2,
      decisions: 0,
      notes: 1,
      letters: 0,
      deleteInSlack: [expect.objectContaining({ channel: 'waitlist' })],
      perhapsInSlack: [],
      messagesToDelete: 0,
      messagesNotSent: 1,
      letterWasSent: false,
      letterMayArrive: false,
      mentionedIn: [other],
      mentionedInNotesAbout: [],
    });
    expect(await call('erase', { changeId: randomUUID(), whose: { about: id } })).toMatchObject({
      erased: 2,
      notes: 1,
      messages: { gone: 0, waiting: 0, refused: [] },
      deleteInSlack: [{ channel: 'waitlist' }],
      perhapsInSlack: [],
      mentionedIn: [other],
      filesLeft: null,
    });
    expect((await list()).map(({ fields }) => fields.email)).toEqual(['b@example.com']);
  });

  test('erasing says when the files of the store still contain the person', async () => {
    const { call, failures } = open({
      rewriteFile: () => Promise.reject(new Error('The disk is full.')),
    });
    const id = await accept('a@example.com');
    expect(await call('erase', { changeId: randomUUID(), whose: { about: id } })).toMatchObject({
      filesLeft: expect.stringContaining('could not be rewritten: The disk is full.'),
    });
    expect(failures).toEqual([expect.stringContaining('still contain it')]);
  });

  test('a row of a list has the part of a long text with what was searched, the person has the whole', async () => {
    const { call, list } = open();
    const bio = `${'Long lunches. '.repeat(150)}Oysters, ${'and more 🦪 '.repeat(250)}`.trim();
    const id = await accept('a@example.com', { fields: { city: 'Perth, WA', bio } });
    await accept('b@example.com', { kind: 'contact', fields: { message: 'Not an applicant' } });
    const bioOf = ([row]: Awaited<ReturnType<typeof list>>) => (row ? fieldValue(row, 'bio') : '');
    expect(bioOf(await list({}))).toMatch(/^Long lunches\. .*…$/);
    const found = bioOf(await list({ text: 'OYSTER' }));
    expect(found).toMatch(/^….{0,40}Oysters, and more 🦪 .*…$/u);
    expect([...found].length).toBeLessThan(250);
    expect((await call('person', { about: id })).applications[0]?.fields).toMatchObject({ bio });
    expect(await call('cities', {})).toEqual({ cities: ['Perth, WA'] });
  });

  test('the export is the view, in its order, with formulas made safe, and says how many rows follow', async () => {
    const { call } = open();
    await accept('b@example.com', { fields: { name: 'Zoë', handle: '@zoe', city: 'Perth' } });
    await accept('a@example.com', { fields: { name: 'Ann', handle: '=1+1', city: 'Perth' } });
    await accept('c@example.com', { fields: { name: 'Not me', city: 'Hobart' } });
    await accept('b@example.com', { fields: { name: 'Bo', handle: '@zoe', city: 'Perth' } });
    const { rows } = await call('subjects', {
      filter: { city: 'perth' },
      sort: 'name',
      after: null,
      limit: 9,
    });
    expect(rows.map(({ fields, firstAs }) => [fields.name, firstAs])).toEqual([
      ['Ann', null],
      ['Bo', 'Zoë'],
    ]);
    const file = await call('exportPeople', { filter: { city: 'perth' }, sort: 'name' });
    expect([file.rows, file.contentType]).toEqual([2, 'text/csv; charset=utf-8']);
    const lines = (await read(file)).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFnumber,kind,received/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['2', '4']);
    expect(lines[1]).toContain("'=1+1");
  });

  test('the overview has each day of the time zone, and who decided', async () => {
    const { call, decide, calendar } = open();
    expect(await call('overview', { weeks: null })).toMatchObject({ days: [], cities: [], others: 0 });
    const id = await accept('a@example.com');
    await accept('b@example.com', { kind: 'venue' });
    await decide([{ about: id, to: 'shortlisted', seenVersion: 0 }]);
    expect(await call('overview', { weeks: 12 })).toMatchObject({
      days: [{ day: calendar.formatDay(Date.now()), creator: 1, venue: 1, contact: 0 }],
      reviewers: [{ name: 'Ada', decisions: 1, invited: 0, declined: 0 }],
    });
  });
});
