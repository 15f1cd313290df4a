import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import { createLimits } from '#server/abuse/limits.ts';
import { createPostgresCounter } from '#server/abuse/postgres-counter.ts';
import { contact, creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { finish, park } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { importOf } from '#test/sample-imports.ts';
import { newSubmission } from '#test/sample-submissions.ts';

describeOnEachEngine('personal data', (cli) => {
  const { accept, claim, engine, run, runJson } = cli;

  test('person prints all that is stored about an address', async () => {
    const id = await accept('creator', creator);
    const other = await accept('contact', contact);
    await accept('venue', { ...venue, email: 'ADA@example.com' });
    await run(['decline', '1', '--note', 'No fit']);
    const appliedAtMs = Date.UTC(2024, 4, 1);
    await cli.store.importPeople(importOf(['ada@example.com'], { id: 'a-sheet', appliedAtMs }));
    const person = await runJson('person', '--email', 'Ada@example.com');
    expect(person.appliedOtherwise).toEqual([
      { kind: 'creator', import: 'a-sheet', appliedAt: new Date(appliedAtMs).toISOString() },
    ]);
    expect(person.submissions.map(({ number }: { number: number }) => number)).toEqual([1, 3]);
    expect(person.submissions[0]).toMatchObject({ id, fields: creator, addressHash: 'a-hash' });
    expect(person.mentionedIn).toEqual([other]);
    expect(person.reviews).toMatchObject([
      { kind: 'creator', state: 'declined', decisions: [{ note: 'No fit' }] },
      { kind: 'venue', state: 'new' },
    ]);
    expect((await run(['person'])).exitCode).toBe(2);
    for (const copied of [
      '<ada@example.com>',
      'Ada <ada@example.com>,',
      'mailto:Ada@example.com',
      'ada@example.com;',
      'ada@example.com.',
      '(ada@example.com).',
      '"ada@example.com"',
      '\u202aada@exam\u00adple.com\u202c',
    ])
      expect((await runJson('person', '--email', copied)).submissions, copied).toHaveLength(2);
  });

  test.each(['\u0003', ''])(
    'a question that is broken off (%j) changes nothing and says so',
    async (typed) => {
      await accept('creator', creator);
      const erase = ['erase', '--email', 'ada@example.com'];
      await cli.fail(erase, 'Not answered. Nothing was changed.', { typed });
      await cli.fail(erase, 'mailbox: 1 submission, 0 decisions, 0 notes, 0 letters.\n', { typed });
      expect((await runJson('list')).applicants).toHaveLength(1);
    },
  );

  test('erase says that a letter that is being sent may arrive', async () => {
    const id = await accept('creator', creator);
    await cli.store.decide(newDecision({ id }, { to: 'invited', letter: newLetter() }));
    await claim('letters');
    const { out } = await run(['erase', '--email', 'ada@example.com', '--yes']);
    expect(out).toContain('Erased: 1 submission, 1 decision, 1 letter.');
    expect(out).toContain('A letter was being sent at that moment: it may arrive.');
  });

  test('erase deletes all of a person and names what is in Slack', async () => {
    const delivered = await accept('creator', creator);
    await finish(cli.store, await claim());
    const tried = await accept('venue', { ...venue, email: 'ADA@example.com' });
    const held = await claim();
    const mention = await accept('contact', contact);

    expect((await run(['erase', '--email', 'ada@example.com'])).exitCode).toBe(2);
    const { exitCode, out } = await run(['erase', '--email', 'ada@example.com', '--yes']);
    expect(exitCode).toBe(0);
    expect(out).toContain('Erased: 2 submissions.');
    expect(out.includes('in memory, as a keyed hash')).toBe(engine === 'sqlite');
    expect(out.includes('Postgres keeps deleted rows in its files')).toBe(engine === 'postgres');
    expect(out).toMatch(
      new RegExp(`in Slack is from a webhook: delete by hand[\\s\\S]*${delivered}  waitlist  \\d{4}-`),
    );
    expect(out).toMatch(new RegExp(`may be in Slack[\\s\\S]*${tried}  waitlist  unknown`));
    expect(out).toContain(mention);

    expect((await runJson('list', '--kind', 'contact')).applicants).toMatchObject([{ id: mention }]);
    // The server that was sending it finds its claim gone.
    expect(await finish(cli.store, held)).toBe(0);
    // The same again: nothing is there any more.
    const again = await run(['erase', '--email', 'ada@example.com', '--json']);
    expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining('no submissions from') });
    expect(again.err.includes('Nothing that was deleted is in the files of the store.')).toBe(
      engine === 'sqlite',
    );
    expect(JSON.parse(again.out)).toMatchObject({ erased: 0, mentionedIn: [mention] });
    expect(await run(['person', '--email', 'ada@example.com'])).toMatchObject({ exitCode: 1 });
  });

  test('erase says what the app deletes in Slack, what is still to be deleted, and what Slack refuses', async () => {
    const place = (index: number) => `C0WAITLIST 1764000000.00000${index}`;
    for (const index of [1, 2]) {
      await accept('creator', creator);
      await cli.store.endClaim(await claim(), { outcome: 'delivered', place: place(index) });
    }
    const erasing = run(['erase', '--email', 'ada@example.com', '--yes']);
    const queued = () => cli.store.readMessageUpdates([place(1), place(2)]);
    await expect.poll(queued).toHaveLength(2);
    await park(cli.store, await claim('changes'), 'slack_app_cant_delete_message 200');
    // From here on the clock runs twenty times as fast: the command gives up when nothing has changed for eight seconds.
    const now = performance.now.bind(performance);
    const parkedAtMs = now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + (now() - parkedAtMs) * 20);
    const { out } = await erasing;
    clock.mockRestore();
    expect(out).toContain('1 message in Slack is still to be deleted. A running server does it');
    expect(out).toMatch(
      /Slack refuses to delete 1 message: .* Slack does not let.*\n {2}channel C0WAITLIST, 2025-11-/,
    );
    expect(out).not.toContain('Search for the id');
    await runOnStore(cli.place, 'update jobs set due_at = 0');
    expect(await finish(cli.store, await claim('changes'))).toBe(1);
    expect(await queued()).toMatchObject([{ state: 'parked' }]);
  });

  test('person lists, and erase deletes, the sign-ins to the console that were refused to an address', async () => {
    const person = { way: 'provider', id: 'ada@example.com', name: 'Ada' } as const;
    await cli.store.startSession({ tokenHash: 'session', person });
    for (const who of ['ada@example.com', 'eve@example.com'])
      await cli.store.recordSignIn({ way: 'provider', who, result: 'not on the list' });
    const { exitCode, out } = await run(['person', '--email', ' ADA@Example.com']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out).signIns).toMatchObject([
      { way: 'provider', result: 'not on the list', at: expect.stringMatching(/^\d{4}-/) },
      { way: 'provider', result: 'signed in' },
    ]);
    const erased = await run(['erase', '--email', 'Ada@example.com', '--yes']);
    expect(erased).toMatchObject({ exitCode: 0, out: expect.stringContaining('1 refused sign-in') });
    expect((await runJson('sessions')).signIns).toMatchObject([
      { who: 'eve@example.com' },
      { who: 'ada@example.com', result: 'signed in' },
    ]);
    expect((await run(['erase', '--email', 'ada@example.com', '--yes'])).exitCode).toBe(1);
  });

  test('an address is found in every text, listed or quarantined, old or new', async () => {
    const mention = { ...creator, email: 'other@example.com', bio: 'Ask ada@example.com.' };
    const first = await accept('creator', mention);
    for (let again = 0; again < 51; again += 1) await accept('creator', { ...mention, bio: 'Me again.' });
    const held = await accept('venue', { ...venue, message: '(ADA@Example.com)' }, 'honeypot');
    const discarded = await accept('contact', { ...contact, message: 'ada@example.com' }, 'honeypot');
    await run(['discard', discarded]);
    await runJson('stats');
    const late = await accept('contact', { ...contact, message: 'mailto:ada@example.com?' });
    const found = await run(['person', '--email', 'ada@example.com', '--json']);
    expect(JSON.parse(found.out).mentionedIn).toEqual([first, held, discarded, late]);
  });

  test('an address is found, and erased, in every form of its domain', async () => {
    const typed = ['Jane@bücher.example', 'jane@b\u00adücher.example', 'jane@xn--bcher-kva.example'];
    for (const email of typed) await accept('creator', { ...creator, email });
    const mention = await accept('contact', { ...contact, message: 'Is jane@bücher.example in?' });
    const person = await runJson('person', '--email', 'jane@xn--bcher-kva.example');
    expect(person.submissions).toHaveLength(3);
    expect(person.mentionedIn).toEqual([mention]);
    expect(await runJson('erase', '--email', 'jane@bücher.example', '--yes')).toMatchObject({
      erased: 3,
      mentionedIn: [mention],
    });
  });

  test('erase and person name the people whose notes contain the address; its own are erased', async () => {
    await accept('creator', creator);
    const bob = await accept('venue', { ...venue, email: 'bob@example.com' });
    const eve = await accept('creator', { ...creator, email: 'eve@example.com' });
    await accept('creator', { ...creator, email: 'dan@example.com' });
    await run(['note', '1', 'Wrote from ada@example.com']);
    await run(['note', '2', 'Works with Ada@Example.com']);
    await run(['shortlist', '3', '--note', 'Friend of ADA@example.com', '--yes']);
    await run(['note', '4', 'Not ada@other.example']);
    const about = [bob, eve].toSorted();
    const person = await runJson('person', '--email', 'ada@example.com');
    expect(person).toMatchObject({ mentionedIn: [], mentionedInNotesAbout: about });
    const { out } = await run(['erase', '--email', 'ada@example.com', '--yes']);
    expect(out).toContain('Erased: 1 submission, 1 note.');
    expect(out).toContain('2 other people have notes or answers with this address');
    for (const id of about) expect(out).toContain(id);
    const { notes } = (await runJson('show', '2')).review;
    expect(notes).toMatchObject([{ text: 'Works with Ada@Example.com' }]);
  });

  test('erase and person name who mentioned the address in the sentence of an answer', async () => {
    await accept('creator', creator);
    const bob = await accept('creator', { ...creator, email: 'bob@example.com' });
    const letter = newLetter();
    await cli.store.decide(newDecision({ id: bob }, { to: 'invited', letter }));
    const sentence = 'Ask Ada@example.com for the rest';
    await cli.store.answerInvitation({ letter: letter.id, answer: 'coming', sentence });
    const person = await runJson('person', '--email', 'ada@example.com');
    expect(person).toMatchObject({ mentionedInNotesAbout: [bob] });
    const { out } = await run(['erase', '--email', 'ada@example.com', '--yes']);
    expect(out).toContain('1 other person has notes or answers with this address');
    expect(out).toContain(bob);
  });

  // Shared counts are Postgres's alone; on the other store it is no test, and not one that is skipped.
  const testOnPostgres = engine === 'postgres' ? test : () => undefined;
  testOnPostgres('erase deletes what the shared rate limits count of a person', async () => {
    const counter = createPostgresCounter(cli.databaseUrl ?? '', {
      warn: () => expect.unreachable(),
    });
    const check = createAbuseCheck({
      limits: createLimits(10),
      counter,
      readHasher: createDailyHasher((candidate) => cli.store.addressKey(candidate)),
    });
    const client = new pg.Client(cli.databaseUrl ?? '');
    await client.connect();
    const keys = async () => (await client.query('select key from limit_counts')).rows.map(({ key }) => key);
    try {
      const attempt = {
        kind: 'creator',
        email: 'Ada@example.com',
        bytes: 9,
        honeypotFilled: false,
        content: null,
      } as const;
      const { addressHash } = await check({ ...attempt, address: '192.0.2.7' });
      await cli.store.accept(newSubmission({ fields: creator, addressHash }));
      expect(new Set((await keys()).map((key) => key.split(':')[0]))).toContain('address');
      const ofOthers = await check({ ...attempt, address: '198.51.100.7', email: 'bob@example.com' });
      expect(ofOthers.retryAfterS).toBeNull();
      await run(['erase', '--email', 'ada@example.com', '--yes']);
      // The other person's, and what all share.
      const left = (await keys()).map((key) => key.split(/[: ]/)[0]);
      const countOf = (kind: string) => left.filter((key) => key === kind).length;
      // Of networks: two, each by three windows.
      expect([countOf('all'), countOf('email'), countOf('address'), countOf('network')]).toEqual([
        1, 1, 2, 6,
      ]);
    } finally {
      await client.end();
      await counter.close();
    }
  });

  test('prune deletes what is old and delivered, never what waits or is parked, and quarantined ones only with --quarantined', async () => {
    await accept('creator', creator);
    await finish(cli.store, await claim());
    await accept('creator', creator);
    await park(cli.store, await claim(), 'slack_invalid_payload 400');
    await accept('creator', creator, 'too many');
    await accept('creator', creator);
    const prune = (before: string, ...argv: string[]) => runJson('prune', '--older-than', before, ...argv);
    const kept = async () =>
      (await cli.store.findByEmail(creator.email)).map(({ sequence }) => sequence).toSorted();
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

    for (const before of ['1d', '1969-12-31'])
      expect(await prune(before)).toEqual({ prunable: 0, deleted: 0, kept: 0 });
    expect(await prune(tomorrow, '--dry-run')).toEqual({ prunable: 1, deleted: 0, kept: 3 });
    expect((await run(['prune', '--older-than', tomorrow])).exitCode).toBe(2);
    expect(await prune(tomorrow, '--yes')).toEqual({ prunable: 1, deleted: 1, kept: 3 });
    expect(await kept()).toEqual([2, 3, 4]);
    expect((await run(['prune', '--older-than', tomorrow, '--yes'])).out).toContain(
      '1 older submission kept in quarantine; --quarantined deletes',
    );
    expect(await prune(tomorrow, '--quarantined', '--yes')).toEqual({ prunable: 1, deleted: 1, kept: 2 });
    expect(await kept()).toEqual([2, 4]);
    expect((await run(['prune', '--older-than', 'long'])).exitCode).toBe(2);
  });
});
