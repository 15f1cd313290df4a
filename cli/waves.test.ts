import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Filter } from '#contract/console-view.ts';
import { waveCounts } from '#contract/wave-counts.ts';
import { creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { finish } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';

const mail = { SMTP_URL: 'smtps://user:secret@smtp.example.com', MAIL_FROM: 'hello@entree.example' };
const now = () => new Date('2026-11-25T12:00:00Z');

describeOnEachEngine('waves', (cli) => {
  const { accept, run, runJson } = cli;

  const apply = (name: string, city = 'Sydney') =>
    accept('creator', { ...creator, city, email: `${name}@example.com` });
  /** In the order of application: three creators in Sydney, one elsewhere, a venue in Sydney. */
  async function applyAll() {
    for (const name of ['a', 'b', 'c']) await apply(name);
    await apply('d', 'Perth');
    await accept('venue', { ...venue, city: 'Sydney, NSW' });
  }
  const stateOf = async (number: number) => (await runJson('show', String(number))).review.state;
  const waveIn = (err: string) => /reopen --wave (\S+)$/m.exec(err)?.[1] ?? '';

  test('a dry run prints whom, by side and city, and when; the wave does that and no more', async () => {
    await applyAll();
    const options = '--review new --city sydney --limit 3 --tell 2026-12-01T10:00';
    const wave = ['invite', ...options.split(' ')];
    const dry = await run([...wave, '--dry-run'], { env: mail, now });
    expect(dry).toMatchObject({ exitCode: 0, err: '' });
    expect(dry.out).toContain('3 creators. Sydney 3.');
    expect(dry.out).toContain(
      'Without --dry-run: invite 3 applicants. A letter is sent to each on 2026-12-01 10:00 (Australia/Sydney).',
    );
    expect(await stateOf(1)).toBe('new');
    const { err, out } = await run(wave, { env: mail, now, typed: 'y\n' });
    expect(err).toContain('Invite 3 applicants? A letter is sent to each on 2026-12-01 10:00');
    expect(err).not.toContain('more than 50');
    expect(out).toContain('3 applicants invited, 3 letters queued.');
    expect((await run(['show', '1'])).out).toMatch(/^Review .+; will be told on 2026-12-01 10:00$/m);
    const letterAtMs = Date.parse('2026-11-30T23:00:00Z');
    expect((await runJson('show', '3')).review.letters).toMatchObject([
      { state: 'waiting', letter: 'invited', letterAt: new Date(letterAtMs).toISOString() },
    ]);
    expect(await stateOf(4)).toBe('new');
    expect((await runJson('list', '--told', 'waiting')).total).toBe(3);
    // Started again it goes on with who is left.
    expect((await run([...wave, '--yes'], { env: mail, now })).out).toContain(
      '1 applicant invited, 1 letter queued.',
    );
    expect((await run([...wave, '--yes'], { env: mail, now })).err).toContain(
      'The filters match nobody who is not invited already. Nothing was changed.',
    );
  });

  test('above 50 people it asks a second time, and a no changes nothing', async () => {
    for (let n = 0; n < 51; n += 1) await apply(`p${n}`);
    const wave = ['shortlist', '--review', 'new'];
    const refused = await run(wave, { typed: ['y\n', 'n\n'] });
    expect(refused.err).toContain('Shortlist 51 applicants?');
    expect(refused.err).toContain('That is more than 50 people: 51. Go on?');
    expect(refused.out).toContain('and 1 more; --dry-run lists all');
    expect(await stateOf(1)).toBe('new');
    expect((await run(wave, { typed: ['y\n', 'y\n'] })).out).toContain('51 applicants shortlisted.');
  });

  test('a wave is taken back as a whole while nobody was told, without whom somebody decided about since', async () => {
    await applyAll();
    await run(['shortlist', '2']);
    const { err } = await run(['invite', '--city', 'sydney', '--tell', '2026-12-01 10:00', '--yes'], {
      env: mail,
      now,
    });
    const wave = waveIn(err);
    await run(['decline', '1']);
    const dry = await run(['reopen', '--wave', wave, '--dry-run']);
    expect(dry.out).toMatch(/2 +creator +invited → shortlisted/);
    const undone = await run(['reopen', '--wave', wave, '--yes'], { env: mail });
    expect(undone).toMatchObject({
      exitCode: 0,
      out: '3 decisions taken back. 1 decision of it replaced by later ones.\n',
    });
    expect([await stateOf(1), await stateOf(2), await stateOf(5)]).toEqual([
      'declined',
      'shortlisted',
      'new',
    ]);
    expect((await runJson('list', '--told', 'waiting')).total).toBe(0);
    expect((await run(['reopen', '--wave', wave, '--yes'])).err).toContain(
      'Nothing of this wave can be taken back.',
    );
  });

  test('of a wave nothing is taken back once somebody was told, be it between the question and the yes', async () => {
    const wave = randomUUID();
    for (const sequence of [1, 2]) {
      await apply(`p${sequence}`);
      await cli.store.decide(newDecision({ sequence }, { to: 'invited', wave, letter: newLetter() }));
    }
    const meanwhile = await run(['reopen', '--wave', wave], {
      typed: 'y\n',
      onAsked: async () => void (await finish(cli.store, await cli.claim('letters'))),
    });
    const after = await run(['reopen', '--wave', wave, '--dry-run']);
    for (const { exitCode, err } of [meanwhile, after]) {
      expect(exitCode).toBe(1);
      expect(err).toContain('1 of 2 of this wave were told');
    }
    expect([await stateOf(1), await stateOf(2)]).toEqual(['invited', 'invited']);
    expect((await runJson('list', '--told', 'waiting')).total).toBe(1);
  });

  test('the declined are told with --letter only', async () => {
    await applyAll();
    expect((await run(['decline', '1'], { env: mail })).out).toBe('1 applicant declined.\n');
    const { err, out } = await run(['decline', '2', '--letter', '--tell', '2026-12-01 10:00'], {
      env: mail,
      now,
      typed: 'y\n',
    });
    expect(err).toContain('Decline 1 applicant? A letter is sent on 2026-12-01 10:00');
    expect(out).toContain('1 applicant declined, 1 letter queued.');
    const listed = await runJson('list', '--review', 'declined', '--told', 'not-told');
    expect(listed.applicants).toMatchObject([{ number: 1 }]);
    const later = await run(['decline', '--told', 'not-told', '--letter', '--yes'], { env: mail });
    expect(later.out).toContain('1 applicant declined, 1 letter queued.');
    expect((await runJson('list', '--told', 'waiting')).total).toBe(2);
  });

  test('who was invited before letters were set up is told by an invitation of the list of those, and by no other', async () => {
    await applyAll();
    await run(['invite', '1', '2', '--yes']);
    const list = ['invite', '--told', 'not-told'];
    const dry = (options: object, ...more: string[]) =>
      run([...list, ...more, '--dry-run', '--json'], options);
    expect((await dry({})).err).toContain('The filters match nobody who is not invited already.');
    expect(JSON.parse((await dry({ env: mail })).out)).toMatchObject({ total: 2 });
    expect(JSON.parse((await dry({ env: mail }, '--limit', '1')).out)).toMatchObject({ total: 1 });
    const others = await run(['invite', '--city', 'sydney', '--dry-run', '--json'], { env: mail });
    expect(JSON.parse(others.out)).toMatchObject({ total: 2 });
    const first = await run([...list, '--limit', '1', '--yes'], { env: mail });
    expect(first.out).toContain('1 applicant invited, 1 letter queued.');
    const rest = await run([...list, '--yes'], { env: mail });
    expect(rest.out).toContain('1 applicant invited, 1 letter queued.');
    expect((await runJson('list', '--told', 'waiting')).total).toBe(2);
  });

  test('send-letter-again queues the letter of who was told again', async () => {
    await apply('a');
    await cli.store.decide(newDecision({ sequence: 1 }, { to: 'invited', letter: newLetter() }));
    const again = () => run(['send-letter-again', '1'], { env: mail });
    expect((await again()).err).toContain('is on its way');
    await finish(cli.store, await cli.claim('letters'));
    expect(await again()).toMatchObject({ exitCode: 0, out: 'The letter to #1 is queued again.\n' });
  });

  test('letters that wait are set to another time, or to now, by filter and by number, and their people stay decided', async () => {
    await applyAll();
    const options = { env: mail, now };
    await run(['invite', '--city', 'sydney', '--tell', '2026-12-01 10:00', '--yes'], options);
    await run(['decline', '4', '--letter', '--tell', '2026-12-01 10:00', '--yes'], options);
    const move = ['invite', '--told', 'waiting', '--tell', '2026-12-01 12:00'];
    const dry = await run([...move, '--dry-run'], options);
    expect(dry.out).toContain('Without --dry-run: send 4 letters on 2026-12-01 12:00 (Australia/Sydney).');
    const moved = await run(move, { ...options, typed: 'y\n' });
    expect(moved.err).toContain('Send 4 letters on 2026-12-01 12:00 (Australia/Sydney)?');
    expect(moved.out).toContain('4 letters go on 2026-12-01 12:00 (Australia/Sydney).');
    expect((await run(move, options)).err).toContain('The filters match nobody whose letter waits');
    const shown = await run(['show', '1']);
    expect(shown.out).toContain('will be told on 2026-12-01 12:00');
    expect(shown.out).toContain('The letter goes on 2026-12-01 12:00 (Australia/Sydney).');
    expect((await run(['stats'])).out).toContain(
      'Next letters: 1 on 2026-12-01 10:00, 4 on 2026-12-01 12:00.',
    );
    const held = await run(['retry', '4']);
    expect(held.out).toContain(
      'The letter to #4 waits for its time, 2026-12-01 10:00 (Australia/Sydney). To send it now: decline 4 --tell now',
    );
    const sent = await run(['decline', '4', '--tell', 'now', '--yes'], options);
    expect(sent).toMatchObject({ exitCode: 0, out: expect.stringContaining('1 letter goes now.') });
    expect((await run(['show', '4'])).out).toContain('declined by');
    expect(
      (await run(['decline', '--told', 'waiting', '--tell', '2028-01-01 10:00'], options)).err,
    ).toContain('more than a year ahead');
    expect((await run([...move.slice(0, 4), 'now', '--yes'], { now })).err).toContain(
      'Letters are not set up',
    );
  });

  test('a letter that came back is listed as such, with its reason, and is sent again', async () => {
    await apply('a');
    await cli.fail(['came-back', '1'], 'No letter was sent to them');
    await cli.store.decide(newDecision({ sequence: 1 }, { to: 'invited', letter: newLetter() }));
    await finish(cli.store, await cli.claim('letters'));
    expect((await run(['came-back', '1', '--reason', 'x'.repeat(201)])).exitCode).toBe(2);
    expect((await run(['came-back', '1', '--reason', 'Mailbox full'])).out).toBe(
      '#1: the letter came back. "list --told came-back" has them.\n',
    );
    const listed = await runJson('list', '--told', 'came-back');
    expect(listed.applicants).toMatchObject([{ number: 1, told: { reason: 'Mailbox full' } }]);
    expect((await run(['export', '--columns', 'told'])).out).toContain(
      'not told: the letter came back (Mailbox full)',
    );
    expect((await run(['show', '1'])).out).toMatch(/^Letter +came back: Mailbox full; it was sent on /m);
    expect((await run(['send-letter-again', '1'], { env: mail })).exitCode).toBe(0);
    expect((await runJson('list', '--told', 'waiting')).total).toBe(1);
  });

  test('people without a city are counted as such, and a letter goes today or tomorrow when the words say so', async () => {
    await apply('a');
    for (const name of ['b', 'c']) await apply(name, '');
    const dry = async (tell: string) =>
      (await run(['invite', '--review', 'new', '--tell', tell, '--dry-run'], { env: mail, now })).out;
    expect(await dry('tomorrow 9:00')).toContain('3 creators. Sydney 1, without a city 2.');
    // It is 23:00 on 25 November in Sydney.
    expect(await dry('tomorrow 9:00')).toContain('on 2026-11-26 09:00 (Australia/Sydney)');
    expect(await dry('Today 23:30')).toContain('on 2026-11-25 23:30 (Australia/Sydney)');
    for (const filters of [[], ['--kind', 'creator']])
      expect((await run(['stats', ...filters])).out).toContain('\nWithout a city: 2.\n');
    await run(['decline', '2', '3']);
    expect(await dry('tomorrow 09:00')).toContain('1 creator. Sydney 1.\n');
  });

  test('letters that came back are marked from a file, and each address that was sent none or is unknown is named', async () => {
    for (const name of ['a', 'b', 'c']) await apply(name);
    for (const sequence of [1, 2]) {
      await cli.store.decide(newDecision({ sequence }, { to: 'invited', letter: newLetter() }));
      await finish(cli.store, await cli.claim('letters'));
    }
    const file = join(cli.folder, 'bounces.csv');
    const mark = async (text: string) => {
      await writeFile(file, text);
      return run(['came-back', '--file', 'bounces.csv', '--yes']);
    };
    const rows = [
      'A <A@example.com>,550',
      'c@example.com,550',
      'nobody@example.com,550',
      'a@example.com,550',
    ];
    const { out, exitCode } = await mark(`Email,Code\n${rows.join('\n')}\n`);
    expect(exitCode).toBe(0);
    expect(out).toContain('1 letter marked as come back.\n');
    expect(out).toContain('or another is on its way: c@example.com.\n');
    expect(out).toContain('Not on the list: nobody@example.com.\n');
    expect((await runJson('list', '--told', 'came-back')).applicants).toMatchObject([{ number: 1 }]);
    const bare = await mark('a@example.com\nb@example.com\n');
    expect(bare.out).toBe('1 letter marked as come back.\nMarked before: a@example.com.\n');
    expect((await runJson('list', '--told', 'came-back')).total).toBe(2);
    expect((await mark('Name,Code\nAda,550\n')).err).toContain('which column holds the email');
    expect((await run(['came-back', '1', '--file', 'bounces.csv'])).err).toContain('either an ID or --file');
    await cli.fail(['came-back', '--file', 'missing.csv', '--yes'], 'cannot be read (ENOENT)');
  });

  test('a wave shows afterwards whom it decided about, who was told, whose letter came back, who answered and who joined, each as a view of the list', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await apply(name);
    expect((await run(['waves'])).out).toBe('There are no waves.\n');
    const id = randomUUID();
    const letters = [1, 2, 3, 4].map((sequence) => ({ sequence, letter: newLetter() }));
    for (const { sequence, letter } of letters)
      await cli.store.decide(newDecision({ sequence }, { to: 'invited', wave: id, letter }));
    for (const _ of [1, 2, 3]) await finish(cli.store, await cli.claim('letters'));
    await run(['joined', '1']);
    await run(['came-back', '2']);
    await run(['shortlist', '4', '5']);
    for (const { letter } of letters)
      await cli.store.answerInvitation({ letter: letter.id, answer: 'not-now', sentence: null });
    const third = letters[2]?.letter.id ?? '';
    await cli.store.answerInvitation({ letter: third, answer: 'coming', sentence: 'With a friend' });
    const { waves } = await runJson('waves');
    expect(waves).toMatchObject([
      { to: 'shortlisted', counts: { people: 2, told: 0, cameBack: 0, joined: 0 } },
      {
        id,
        to: 'invited',
        counts: { people: 4, told: 1, cameBack: 1, coming: 1, notNow: 1, noAnswer: 0, joined: 1 },
      },
    ]);
    expect((await runJson('waves', '--last', '1')).waves).toHaveLength(1);
    for (const [name, { filter }] of Object.entries(waveCounts)) {
      const { state: review, ...others }: Filter = filter;
      const given = Object.entries({ review, ...others });
      const options = given.flatMap(([option, value]) => (value === undefined ? [] : [`--${option}`, value]));
      const { total } = await runJson('list', '--wave', id, ...options);
      expect(total, name).toBe(waves[1].counts[name]);
    }
    const { out } = await run(['waves']);
    expect(out).toMatch(/People +Told +Came back +Coming +Not now +No answer +Joined/);
    expect(out).toContain(id);
    expect((await run(['list', '--wave', 'monday'])).err).toContain('--wave is no wave');
    expect((await run(['list', '--answer', 'coming'], { columns: 140 })).out).toMatch(
      / Answer .*\n.* coming, \d{4}-\d\d-\d\d/s,
    );
    expect((await run(['show', '3'])).out).toMatch(/answered: coming\n +With a friend/);
    expect(
      (await run(['export', '--answer', 'coming', '--columns', 'answer,answered,sentence'])).out,
    ).toMatch(/\ncoming,[\d: -]+,With a friend\r\n$/);
    expect(await run(['joined', '--answer', 'coming', '--wave', id, '--yes'])).toMatchObject({ exitCode: 0 });
    expect((await runJson('list', '--review', 'joined')).total).toBe(2);
    expect((await run(['stats'])).out).toContain('Answers of the invited: coming 0, not now 1, no answer 0.');
    await cli.store.erase('d@example.com');
    expect((await runJson('waves')).waves).toMatchObject([
      { to: 'joined', counts: { people: 1 } },
      { counts: { people: 1 } },
      { counts: { people: 3 } },
    ]);
  });

  test('what nobody could mean is answered with a sentence, and nothing is changed', async () => {
    await accept('creator', creator);
    for (const [argv, sentence] of [
      [['invite', '1', '--tell', '2026-11-20 10:00'], '2026-11-20 10:00 (Australia/Sydney) is over'],
      [['invite', '1', '--tell', 'today 22:59'], '2026-11-25 22:59 (Australia/Sydney) is over. Take a later'],
      [['invite', '1', '--tell', 'today 23:00'], 'such as "tomorrow 23:00"'],
      [['invite', '1', '--tell', 'tomorrow 25:00'], 'or "tomorrow 10:00", not "tomorrow 25:00"'],
      [['invite', '1', '--tell', 'yesterday 10:00'], 'or "tomorrow 10:00", not "yesterday 10:00"'],
      [['invite', '1', '--tell', '2027-10-03 02:30'], 'the clocks skip that hour'],
      [['invite', '1', '--tell', 'tomorrow'], 'a day and hour such as 2026-12-01 10:00'],
      [['invite', '1', '--tell', '2062-12-01 10:00'], 'more than a year ahead'],
      [['decline', '1', '--tell', '2026-12-01 10:00'], 'add --letter'],
      [['invite', '--limit', '0'], '--limit takes a whole number from 1'],
      [['invite', '--city', 'nowhere', '--yes'], 'The filters match nobody'],
      [['invite', '--kind', 'contact'], 'cannot become invited'],
      [['invite', '1', '--city', 'sydney'], 'either IDs or filters'],
      [['invite'], 'or by filters'],
      [['reopen', '--wave', 'monday'], 'is no wave'],
      [['reopen', '--wave', '7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d10'], 'There is no wave'],
      [['list', '--told', 'maybe'], '--told takes one of told, waiting, parked, came-back, not-told'],
    ] as const) {
      const { exitCode, err } = await run(argv, { env: mail, now });
      expect(exitCode, err).toBeGreaterThan(0);
      expect(err).toContain(sentence);
    }
    for (const argv of [
      ['invite', '1', '--tell', '2026-12-01 10:00', '--yes'],
      ['decline', '1', '--letter', '--yes'],
    ])
      expect((await run(argv, { now })).err).toContain('Letters are not set up');
    expect((await runJson('show', '1')).review.decisions).toEqual([]);
  });
});
