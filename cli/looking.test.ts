import { expect, test } from 'vitest';
import { contact, creator, describeOnEachEngine, venue } from '#test/cli-fixture.ts';
import { finish, halt, park } from '#test/job-claims.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { widthOf } from './terminal-text.ts';

describeOnEachEngine('looking at submissions', (cli) => {
  const { accept, claim, run, runJson } = cli;

  test('stats counts by kind, city and day, and says what became of the messages', async () => {
    await accept('creator', creator);
    await accept('creator', { ...creator, email: 'abe@example.com', city: 'MELBOURNE' });
    await accept('venue', venue);
    await accept('contact', contact);
    await accept('creator', creator, 'the honeypot was filled');
    await cli.store.decide(newDecision({ sequence: 2 }, { to: 'shortlisted' }));
    await finish(cli.store, await claim());
    await park(cli.store, await claim(), 'slack_invalid_payload 400');
    await halt(cli.store, await claim('contact'), 'slack_channel_is_archived 410');

    const stats = await runJson('stats');
    expect(stats).toMatchObject({
      days: [{ creator: 2, venue: 1, contact: 1 }],
      cities: [
        {
          city: expect.stringMatching(/^melbourne$/i),
          count: 2,
          creator: { new: 1, shortlisted: 1, invited: 0 },
          venue: { new: 0, shortlisted: 0, invited: 0 },
          creatorsPerVenue: null,
        },
        { city: 'Zürich', count: 1 },
      ],
      others: 0,
      states: expect.arrayContaining([
        { kind: 'creator', state: 'shortlisted', count: 1, appliedAgain: 0, deleted: 0 },
      ]),
      medianToDecisionMs: expect.any(Number),
      channels: [
        { channel: 'waitlist', waiting: 1, delivered: 1, parked: 1, quarantined: 1 },
        { channel: 'contact', waiting: 1 },
      ],
    });

    const { out } = await run(['stats']);
    expect(out).toContain(`Release ${stats.release}.`);
    expect((await run(['--version'])).out).toBe(`${stats.release}\n`);
    expect(out).toContain('HALTED');
    expect(out).toMatch(/^all +2 +1 +0 .*3$/m);
    expect(out).toMatch(/Creators \/ venues in.*Creators a venue\nmelbourne +2 \/ 0 +1 \/ 0 +1 \/ 0 .*–/i);
    expect(out).toContain('Contact messages: 1 new, 0 answered.');
    expect(out).toContain('Unarchive the channel');
  });

  test('"7 days" and "today" of stats include today', async () => {
    await accept('creator', creator);
    for (const days of [0, 1, 6, 7]) {
      const now = () => new Date(Date.now() + days * 86_400_000);
      const { out } = await run(['stats'], { now, env: { TIME_ZONE: 'UTC' }, columns: 120 });
      const counts = `${days === 0 ? 1 : 0} +${days < 7 ? 1 : 0} +1`;
      expect(out).toMatch(new RegExp(`^creator +${counts}\nvenue +0 +0 +0\nall +${counts}$`, 'm'));
    }
  });

  test('list filters by what its options say, and sorts', async () => {
    await accept('creator', { ...creator, name: 'zoe', email: 'Jane@bücher.example' });
    await accept('venue', { ...venue, name: 'Ada', email: 'jane@xn--bcher-kva.example' });
    await accept('contact', contact, 'too many');
    await accept('contact', contact);
    for (const [options, numbers] of [
      ['', [2, 1]],
      ['--kind venue', [2]],
      ['--kind contact', [4]],
      ['--city zurich', [2]],
      ['--city MELB', []],
      ['--city melbourne,VIC', [1]],
      ['--text BARS', [1]],
      ['--text ars', []],
      ['--email JANE@BÜCHER.example --sort oldest', [1, 2]],
      ['--email jane@bücher.example --kind venue', [2]],
      ['--email cy@example.com --kind contact', [4]],
      ['--sort name', [2, 1]],
      ['--sort name --per-page 1 --after 2', [1]],
      ['--since 7d', [2, 1]],
      ['--since today --kind creator', [1]],
      ['--since 2999-01-01', []],
      ['--until today', [2, 1]],
      ['--until 1h', []],
    ] as const) {
      expect(await cli.listed(...options.split(' ').filter(Boolean)), options).toEqual(numbers);
    }
  });

  test('list shows a person once, by the newest application and with how many there are; show has them all', async () => {
    await accept('creator', { ...creator, city: 'Perth' });
    await accept('creator', { ...creator, city: 'Melbourne' });
    expect(await runJson('list')).toMatchObject({
      total: 1,
      applicants: [{ number: 2, applications: 2, state: 'new' }],
    });
    expect(await cli.listed('--city', 'perth')).toEqual([]);
    const { out } = await run(['show', '2']);
    expect(out).toMatch(/^City +Melbourne$/m);
    expect(out).toMatch(/^Also applied +#1, \d{4}-.+ waiting$/m);
    expect(out).toContain('City: Perth');
  });

  test('list shows the name in the address of a profile, and show the address as it was sent', async () => {
    const handle = 'https://www.instagram.com/_u/mia.eats?igsh=MTc4';
    await accept('creator', { ...creator, handle });
    const { out } = await run(['list']);
    expect(out).toContain('@mia.eats');
    expect(out).not.toContain('igsh');
    expect((await run(['show', '1'])).out).toContain(handle);
  });

  test('held lists what is quarantined or parked, with the reason', async () => {
    await accept('creator', creator);
    await accept('venue', venue);
    await accept('contact', contact, 'too many');
    await park(cli.store, await claim(), 'slack_invalid_payload 400');
    const numbers = async (...options: string[]) =>
      (await runJson('held', ...options)).submissions.map(({ number }: { number: number }) => number);
    expect(await numbers()).toEqual([3, 1]);
    expect(await numbers('--state', 'quarantined')).toEqual([3]);
    expect(await numbers('--state', 'parked')).toEqual([1]);
    expect(await numbers('--state', 'waiting')).toEqual([2]);
    expect(await numbers('--kind', 'contact')).toEqual([3]);
    expect(await numbers('--per-page', '1')).toEqual([3]);
    expect(await numbers('--per-page', '1', '--after', '3')).toEqual([1]);
    const { out } = await run(['held']);
    expect(out).toContain('quarantined: too many');
    expect(out).toContain('parked: slack_invalid_payload 400');
  });

  test('stats counts the people whom its filters select', async () => {
    await accept('creator', creator);
    await accept('creator', { ...creator, email: 'abe@example.com', city: 'MELBOURNE VIC' });
    await accept('venue', venue);
    await cli.store.decide(newDecision({ sequence: 1 }, { to: 'invited' }));
    expect(await runJson('stats', '--city', 'melbourne')).toMatchObject({
      states: [
        { kind: 'creator', state: 'new', count: 1 },
        { kind: 'creator', state: 'invited', count: 1 },
      ],
      cities: [{ count: 2, creators: 2, venues: 0 }],
    });
    expect((await runJson('stats', '--review', 'invited')).cities).toMatchObject([{ count: 1 }]);
    expect((await run(['stats', '--kind', 'venue'])).out).toContain('Zürich');
  });

  test('list tells how many match, and with which number the next page begins', async () => {
    for (let index = 0; index < 5; index += 1)
      await accept('creator', { ...creator, email: `p${index}@example.com` });
    await accept('venue', venue);
    for (const filter of [
      ['--kind', 'creator'],
      ['--city', 'melbourne'],
    ]) {
      const list = ['list', ...filter, '--per-page', '2'];
      for (const [after, line] of [
        [[], '5 applicants, 2 shown (next: --after 4). Times in Australia/Sydney.'],
        [['--after', '4'], '2 applicants shown (next: --after 2).'],
        [['--after', '2'], '\n1 applicant shown. Times'],
        [['--after', '1'], 'No more applicants match.\n'],
      ] as const)
        expect((await run([...list, ...after])).out).toContain(line);
      expect(await runJson(...list)).toMatchObject({ total: 5, next: 4 });
      expect(await runJson(...list, '--after', '4')).toMatchObject({
        total: null,
        next: 2,
        applicants: [{ number: 3 }, { number: 2 }],
      });
      expect((await run([...list, '--after', '99'])).err).toBe('There is no submission #99.\n');
    }
    expect((await run(['list', '--city', 'nowhere'])).out).toBe('No applicants match.\n');
  });

  test('list keeps the terminal safe', async () => {
    await accept('creator', { ...creator, name: 'three\u001b[2J\u202e\nfour' });
    const { out } = await run(['list']);
    expect(out).toContain('three[2J four');
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
  });

  test('show tells everything of one, by its number or its id, with the refusal in words', async () => {
    const id = await accept('creator', { ...creator, bio: 'first line\nsecond line' });
    await park(cli.store, await claim(), 'slack_invalid_payload 400');
    const { out } = await run(['show', '1']);
    expect(out).toContain(id);
    expect(out).toMatch(/first line\n +second line/);
    expect(out).toContain('Slack could not read the message.');
    expect(await runJson('show', id)).toMatchObject({
      number: 1,
      fields: { name: 'Ada' },
      delivery: { state: 'parked', attempts: 1, lastReason: 'slack_invalid_payload 400' },
    });
    expect(await run(['show', '99'])).toMatchObject({ exitCode: 1, err: 'There is no submission #99.\n' });
    expect((await run(['show', 'ada'])).exitCode).toBe(2);
  });

  test('what led people to the site is shown, selects them, is counted and exported', async () => {
    const source = { source: 'Instagram', medium: 'social', campaign: 'spring' };
    await cli.store.accept(newSubmission({ ...source, fields: creator }));
    await cli.store.accept(newSubmission({ source: '=tiktok', fields: creator }));
    await accept('venue', venue);
    await cli.store.decide(newDecision({ sequence: 1 }, { to: 'invited' }));
    expect((await run(['show', '1'])).out).toMatch(/^Source +Instagram, social, spring$/m);
    expect((await run(['show', '3'])).out).not.toContain('Source');
    const { applicants } = await runJson('list', '--source', 'instagram');
    expect(applicants).toMatchObject([{ number: 2, ...source }]);
    expect((await runJson('list', '--source', '=tiktok')).applicants).toEqual([]);
    expect((await runJson('stats')).sources).toEqual([{ source: 'instagram', applied: 1, invited: 1 }]);
    const { out } = await run(['stats']);
    expect(out).toMatch(/^Applicants led by +Applied +Invited\ninstagram +1 +1$/m);
    const readEnds = async (...options: string[]) =>
      (await run(['export', '--all', ...options])).out.split('\r\n').map((line) => line.split(',').slice(-3));
    expect(await readEnds('--source', 'INSTAGRAM')).toEqual([
      ['source', 'medium', 'campaign'],
      ['Instagram', 'social', 'spring'],
      [''],
    ]);
    expect(await readEnds('--applications')).toContainEqual(["'=tiktok", '', '']);
  });

  test('show says why Slack refuses to change the message, until it is changed', async () => {
    await accept('creator', creator);
    const place = 'C0WAITLIST 1764000000.000001';
    await cli.store.endClaim(await claim(), { outcome: 'delivered', place });
    expect(await runJson('show', '1')).toMatchObject({ delivery: { changeRefused: null } });
    await run(['shortlist', '1']);
    const reason = 'slack_app_edit_window_closed 200 edit_window_closed';
    await park(cli.store, await claim('changes'), reason);
    const { out } = await run(['show', '1']);
    expect(out).toMatch(/^Change of it +parked$/m);
    expect(out).toContain('The workspace lets messages be changed for a limited time only');
    expect(out).toContain('then retry what is parked');
    expect(await runJson('show', '1')).toMatchObject({ delivery: { changeRefused: reason } });
    expect((await run(['stats'])).out).toContain(
      '1 change of a message in Slack parked: #1. See why with "show ID"',
    );
    expect((await run(['retry', '1'])).out).toBe('1 change of a message in Slack due now.\n');
    await cli.store.endClaim(await claim('changes'), { outcome: 'delivered', place });
    expect((await run(['show', '1'])).out).not.toContain('Change of it');
  });

  test('show wraps a long text between words, within the terminal', async () => {
    const bio = `${'A sentence about bars, with 東京酒場 in it. '.repeat(20)}${'x'.repeat(200)}`;
    await accept('creator', { ...creator, bio });
    const { out } = await run(['show', '1'], { columns: 60 });
    expect(out.split('\n').filter((line) => widthOf(line) > 60)).toEqual([]);
    expect(out.replace(/\s+/g, '')).toContain(bio.replace(/\s+/g, ''));
    expect(out).toMatch(/^Bio {2,}A sentence about bars/m);
  });

  test.each([24, 30, 40, 50, 64, 80])('every table fits a terminal of %i columns', async (columns) => {
    await accept('creator', { ...creator, bio: 'b', city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll' });
    await finish(cli.store, await claim());
    await accept('venue', { ...venue, name: '東京酒場'.repeat(9) }, 'address');
    for (const argv of [['list'], ['held'], ['stats'], ['erase', '--email', creator.email, '--yes']]) {
      const { exitCode, out } = await run(argv, { columns });
      expect(exitCode).toBe(0);
      // Sentences, which end in a full stop or a colon, are the terminal's to wrap.
      const tables = out.split('\n').filter((line) => !/[.:]$/.test(line));
      expect(tables.filter((line) => widthOf(line) > columns)).toEqual([]);
    }
  });
});
