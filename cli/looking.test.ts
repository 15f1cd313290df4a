import { describe, expect, test } from 'vitest';
import { contact, creator, setUpCli, venue } from '#test/cli-fixture.ts';
import { engines, isSkipped } from '#test/faults/stores.ts';
import { finish, halt, park } from '#test/job-claims.ts';
import { newDecision } from '#test/sample-decisions.ts';
import { widthOf } from './terminal-text.ts';

describe.each(engines)('looking at submissions on %s', (engine) => {
  describe.skipIf(isSkipped(engine))('', () => {
    const cli = setUpCli(engine);
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
      expect(stats.submissions.total).toEqual({ today: 4, last7Days: 4, all: 4 });
      expect(stats.submissions.creator.all).toBe(2);
      expect(stats.cities).toEqual([
        expect.objectContaining({
          name: expect.stringMatching(/^melbourne$/i),
          today: 2,
          last7Days: 2,
          all: 2,
          creator: { new: 1, shortlisted: 1, invited: 0 },
          venue: { new: 0, shortlisted: 0, invited: 0 },
          creatorsPerVenue: null,
        }),
        expect.objectContaining({ name: 'Zürich', today: 1, last7Days: 1, all: 1 }),
      ]);
      expect(stats.messages).toMatchObject({ waiting: 2, delivered: 1, parked: 1, quarantined: 1 });
      expect(stats.messages.oldestWaitingAgeMs).toBeGreaterThanOrEqual(0);
      expect(stats.days).toHaveLength(30);
      expect(stats.days.at(-1).count).toBe(4);

      const { out } = await run(['stats']);
      expect(out).toContain('█');
      expect(out).toContain('HALTED');
      expect(out).toMatch(/Creators \/ venues in.*Creators a venue\nmelbourne +1 \/ 0 +1 \/ 0 +0 \/ 0 +–/i);
      expect(out).toContain('Unarchive the channel');
    });

    test('list filters by kind, city, state, text and time, newest first', async () => {
      const first = await accept('creator', creator);
      const second = await accept('venue', venue);
      const third = await accept('contact', contact, 'too many');
      const ids = async (...argv: string[]) =>
        (await runJson('list', ...argv)).submissions.map(({ id }: { id: string }) => id);

      expect(await ids()).toEqual([third, second, first]);
      expect(await ids('--kind', 'venue')).toEqual([second]);
      expect(await ids('--city', 'zurich')).toEqual([second]);
      expect(await ids('--city', 'MELB')).toEqual([first]);
      expect(await ids('--state', 'quarantined')).toEqual([third]);
      expect(await ids('--text', 'about BARS')).toEqual([first]);
      expect(await ids('--since', '7d')).toHaveLength(3);
      expect(await ids('--since', 'today', '--kind', 'creator')).toEqual([first]);
      expect(await ids('--since', '2999-01-01')).toEqual([]);
    });

    test('list filters by email in every form of its domain, and up to a time; it sorts by name', async () => {
      const zoe = await accept('creator', { ...creator, name: 'zoe', email: 'Jane@bücher.example' });
      const ada = await accept('venue', { ...venue, name: 'Ada', email: 'jane@xn--bcher-kva.example' });
      const bo = await accept('creator', { ...creator, name: 'Bo' });
      const ids = async (...argv: string[]) =>
        (await runJson('list', ...argv)).submissions.map(({ id }: { id: string }) => id);
      expect(await ids('--email', 'JANE@BÜCHER.example', '--sort', 'oldest')).toEqual([zoe, ada]);
      expect(await ids('--email', 'jane@bücher.example', '--kind', 'venue')).toEqual([ada]);
      expect(await ids('--sort', 'name')).toEqual([ada, bo, zoe]);
      expect(await ids('--sort', 'name', '--per-page', '1', '--after', '2')).toEqual([bo]);
      expect(await ids('--until', 'today')).toHaveLength(3);
      expect(await ids('--until', '1h')).toEqual([]);
    });

    test('list tells how many match, and with which number the next page begins', async () => {
      for (let index = 0; index < 5; index += 1) await accept('creator', creator);
      await accept('venue', venue);
      const byStore = ['list', '--kind', 'creator', '--per-page', '2'];
      const byText = ['list', '--city', 'melb', '--per-page', '2'];
      for (const argv of [byStore, byText]) {
        const { out } = await run(argv);
        expect(out).toContain('5 submissions, 2 shown (next: --after 4). Times in Australia/Sydney.');
        expect(await runJson(...argv)).toMatchObject({ total: 5, next: 4 });
        expect((await run([...argv, '--after', '4'])).out).toContain(
          '2 submissions shown (next: --after 2).',
        );
        expect((await run([...argv, '--after', '2'])).out).toContain('\n1 submission shown. Times');
        expect((await run([...argv, '--after', '1'])).out).toBe('No more submissions match.\n');
        expect(await runJson(...argv, '--after', '4')).toMatchObject({
          total: null,
          next: 2,
          submissions: [{ number: 3 }, { number: 2 }],
        });
        expect(await run([...argv, '--after', '99'])).toMatchObject({
          exitCode: 1,
          out: '',
          err: 'There is no submission #99.\n',
        });
      }
      expect(await run(['list', '--city', 'nowhere'])).toMatchObject({
        exitCode: 0,
        out: 'No submissions match.\n',
      });
    });

    test('list shows a page at a time, and keeps the terminal safe', async () => {
      for (const name of ['one', 'two', 'three\u001b[2J\u202e'])
        await accept('creator', { ...creator, name });
      const { out } = await run(['list', '--per-page', '2']);
      expect(out).toContain('--after 2');
      expect(out).toContain('three[2J');
      for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
      const last = await runJson('list', '--per-page', '2', '--after', '2');
      expect(last).toMatchObject({ next: null, submissions: [{ number: 1 }] });
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
      expect((await run(['retry', '1'])).out).toBe('1 message on the changes channel due now.\n');
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
      for (const argv of [['list'], ['stats'], ['erase', '--email', creator.email, '--yes']]) {
        const { exitCode, out } = await run(argv, { columns });
        expect(exitCode).toBe(0);
        // Sentences, which end in a full stop or a colon, are the terminal's to wrap.
        const tables = out.split('\n').filter((line) => !/[.:]$/.test(line));
        expect(tables.filter((line) => widthOf(line) > columns)).toEqual([]);
      }
    });
  });
});
