import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FieldName } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { createAbuseCheck, longestWindowMs } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import { defaultLimits } from '#server/abuse/limits.ts';
import { createSharedCounts } from '#server/abuse/shared-counts.ts';
import { openStore } from '#server/store/open-store.ts';
import type { Claim, Store } from '#server/store/store.ts';
import { findPostgres, type RunningPostgres, startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type SlackStandIn, startSlackStandIn } from '#test/slack-stand-in.ts';
import type { Output } from './command.ts';
import { runCli } from './run-cli.ts';
import { widthOf } from './terminal-text.ts';

const engines = ['sqlite', 'postgres'] as const;

function isSkipped(engine: (typeof engines)[number]) {
  if (engine !== 'postgres' || findPostgres() !== null || process.env.CI) return false;
  process.stderr.write('The commands are not tested on Postgres: this machine has none.\n');
  return true;
}

const creator = {
  name: 'Ada',
  email: 'ada@example.com',
  handle: '@ada',
  city: 'Melbourne',
  bio: 'I write about bars.',
};
const venue = {
  name: 'Bo',
  email: 'bo@example.com',
  venueName: 'Bar Cento',
  website: '',
  city: 'Zürich',
  message: 'Forty seats.',
};
const contact = { name: 'Cy', email: 'cy@example.com', message: 'Do you know Ada@Example.com?' };

function collect(): Output & { text(): string } {
  let text = '';
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return Object.assign(stream, { text: () => text });
}

/** What stands in a CSV file, by RFC 4180. */
function parseCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

describe.each(engines)('the commands on %s', (engine) => {
  describe.skipIf(isSkipped(engine))('', () => {
    let postgres: RunningPostgres | undefined;
    let slack: SlackStandIn;
    let folder: string;
    let databaseUrl: string | null = null;
    /** The server's, open all the while. */
    let store: Store;

    async function run(
      argv: readonly string[],
      env: Record<string, string> = {},
      stdin?: string,
      columns?: number,
    ) {
      const stdout = Object.assign(collect(), columns === undefined ? {} : { columns });
      const stderr = collect();
      const input = stdin === undefined ? null : Object.assign(new PassThrough(), { isTTY: true });
      input?.end(stdin);
      const exitCode = await runCli(argv, {
        env: {
          DATA_DIR: folder,
          INIT_CWD: folder,
          ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
          ...env,
        },
        stdout,
        stderr,
        stdin: input,
      });
      return { exitCode, out: stdout.text(), err: stderr.text() };
    }

    async function runJson(...argv: readonly string[]) {
      const { exitCode, out, err } = await run([...argv, '--json']);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
      return JSON.parse(out);
    }

    async function accept(
      kind: SubmissionKind,
      fields: Partial<Record<FieldName, string>>,
      quarantineReason: string | null = null,
    ) {
      const id = randomUUIDv7();
      await store.accept(newSubmission({ id, kind, fields, addressHash: 'a-hash', quarantineReason }));
      return id;
    }

    async function claim(channel: 'waitlist' | 'contact' = 'waitlist'): Promise<Claim> {
      const { claim: claimed } = await store.claimDue({
        channel,
        minIntervalMs: 0,
        leaseMs: 60_000,
        digestAbove: 1_000,
        maxPerClaim: 10,
      });
      if (claimed === null) throw new Error('Nothing was due.');
      return claimed;
    }

    beforeAll(async () => {
      slack = await startSlackStandIn();
      if (engine === 'postgres') postgres = await startPostgres();
    }, 60_000);
    afterAll(async () => {
      await slack.close();
      await postgres?.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'entree-cli-'));
      databaseUrl = (await postgres?.createDatabase()) ?? null;
      store = await openStore({ databaseUrl, dataDir: folder });
    });
    afterEach(async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    });

    test('stats counts by kind, city and day, and says what became of the messages', async () => {
      await accept('creator', creator);
      await accept('creator', { ...creator, city: 'MELBOURNE ' });
      await accept('venue', venue);
      await accept('contact', contact);
      await accept('creator', creator, 'the trap field was filled');
      await store.finish(await claim());
      await store.park(await claim(), 'Slack answered 400 invalid_payload');
      await store.haltChannel(await claim('contact'), 'Slack answered 410 channel_is_archived');

      const stats = await runJson('stats');
      expect(stats.submissions.total).toEqual({ today: 4, last7Days: 4, all: 4 });
      expect(stats.submissions.creator.all).toBe(2);
      expect(stats.cities).toEqual([
        { name: 'Melbourne', today: 2, last7Days: 2, all: 2 },
        { name: 'Zürich', today: 1, last7Days: 1, all: 1 },
      ]);
      expect(stats.messages).toMatchObject({ waiting: 2, delivered: 1, parked: 1, quarantined: 1 });
      expect(stats.messages.oldestWaitingAgeMs).toBeGreaterThanOrEqual(0);
      expect(stats.days).toHaveLength(30);
      expect(stats.days.at(-1).count).toBe(4);

      const { out } = await run(['stats']);
      expect(out).toContain('█');
      expect(out).toContain('HALTED');
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

    test('list shows a page at a time, and keeps the terminal safe', async () => {
      for (const name of ['one', 'two', 'three\u001b[2J\u202e'])
        await accept('creator', { ...creator, name });
      expect(await runJson('list', '--per-page', '2')).toMatchObject({
        hasMore: true,
        submissions: [{ number: 3 }, { number: 2 }],
      });
      expect(await runJson('list', '--per-page', '2', '--page', '2')).toMatchObject({
        hasMore: false,
        submissions: [{ number: 1 }],
      });
      const { out } = await run(['list', '--per-page', '2']);
      expect(out).toContain('--page 2');
      expect(out).toContain('three[2J');
      for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character);
    });

    test('show tells everything of one, by its number or its id, with the refusal in words', async () => {
      const id = await accept('creator', { ...creator, bio: 'first line\nsecond line' });
      await store.park(await claim(), 'Slack answered 400 invalid_payload');
      const { out } = await run(['show', '1']);
      expect(out).toContain(id);
      expect(out).toMatch(/first line\n +second line/);
      expect(out).toContain('Slack could not read the message.');
      expect(await runJson('show', id)).toMatchObject({
        number: 1,
        fields: { name: 'Ada' },
        delivery: { state: 'parked', attempts: 1, lastReason: 'Slack answered 400 invalid_payload' },
      });
      expect(await run(['show', '99'])).toMatchObject({ exitCode: 1, err: 'There is no submission #99.\n' });
      expect((await run(['show', 'ada'])).exitCode).toBe(2);
    });

    test('export answers who applied from Melbourne this week, as a spreadsheet', async () => {
      const bio = 'Says "hi",\nlikes; food';
      await accept('creator', { ...creator, name: '=HYPERLINK("http://x")', bio });
      await accept('venue', venue);
      await accept('creator', { ...creator, name: '東京 👩🏽‍🍳', city: ' melbourne' });
      const { exitCode, out, err } = await run([
        'export',
        '--city',
        'Melbourne',
        '--since',
        '7d',
        '-o',
        'melbourne.csv',
      ]);
      expect({ exitCode, out }).toEqual({ exitCode: 0, out: '' });
      expect(err).toBe(`2 submissions written to ${join(folder, 'melbourne.csv')}.\n`);

      const csv = await readFile(join(folder, 'melbourne.csv'), 'utf8');
      expect(csv.startsWith('\uFEFFnumber,id,kind,received (UTC),name,')).toBe(true);
      const [header = [], ...rows] = parseCsv(csv);
      const cell = (row: number, name: string) => rows[row]?.[header.indexOf(name)];
      expect(rows).toHaveLength(2);
      expect(cell(0, 'name')).toBe(`'=HYPERLINK("http://x")`);
      expect(cell(0, 'handle')).toBe(`'@ada`);
      expect(cell(0, 'bio')).toBe(bio);
      expect(cell(0, 'received (UTC)')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(cell(1, 'name')).toBe('東京 👩🏽‍🍳');
      expect((await stat(join(folder, 'melbourne.csv'))).mode & 0o777).toBe(0o600);
      expect(await run(['export', '-o', 'melbourne.csv'])).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('is there already'),
      });
    });

    test('export makes text of whatever a spreadsheet would take for a formula', async () => {
      const formulas = ['=1', '+1', '-1', '@a', '\ta', '\ra', '＝1'];
      for (const formula of formulas)
        await accept('creator', { ...creator, name: `x${formula}`, handle: formula });
      const [header = [], ...rows] = parseCsv((await run(['export'])).out);
      expect(rows).toHaveLength(formulas.length);
      for (const row of rows) {
        expect(row[header.indexOf('handle')]).not.toMatch(/^[=+\-@\t\r＝]/);
        expect(row[header.indexOf('name')]).toMatch(/^x/);
      }
    });

    test('export as JSON has the values as they were sent, the same each time, beyond a batch', async () => {
      const odd = { ...creator, name: '=1+1 \u0007 \u202e علي' };
      await accept('creator', odd);
      await Promise.all(Array.from({ length: 1_200 }, () => accept('contact', contact)));
      const { out } = await run(['export', '--format', 'json']);
      const submissions = JSON.parse(out);
      expect(submissions).toHaveLength(1_201);
      expect(submissions[0].fields).toMatchObject(odd);
      for (const character of ['\u0007', '\u202e']) expect(out).not.toContain(character);
      const numbers = submissions.map(({ number }: { number: number }) => number);
      expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
      expect((await run(['export', '--format', 'json'])).out).toBe(out);
      expect(JSON.parse((await run(['export', '-f', 'json', '--kind', 'venue'])).out)).toEqual([]);
    });

    test('retry sends what was parked again, and lets a halted channel go on', async () => {
      await accept('creator', creator);
      await store.park(await claim(), 'Slack answered 400 invalid_payload');
      await accept('creator', creator);
      await store.haltChannel(await claim(), 'Slack answered 404 no_service');
      expect(await runJson('retry', '--parked')).toEqual({
        resumedChannels: [
          { channel: 'waitlist', haltedReason: 'Slack answered 404 no_service', pausedMs: 0 },
        ],
        dueNow: 1,
      });
      expect((await claim()).submissions[0]?.sequence).toBe(1);
      expect((await claim()).submissions[0]?.sequence).toBe(2);
    });

    test('retry makes due now what waits for a later try; one by its id', async () => {
      await accept('creator', creator);
      const id = await accept('venue', venue);
      const later = { delayMs: 50_000, channelPauseMs: 0, reason: 'Slack answered 500' };
      await store.retryLater(await claim(), later);
      await store.retryLater(await claim(), later);
      expect(await runJson('retry', id)).toMatchObject({ dueNow: 1 });
      expect((await claim()).submissions[0]?.id).toBe(id);
      expect(await run(['retry', id])).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('it is sending'),
      });
      expect(await runJson('retry')).toMatchObject({ dueNow: 1 });
      expect((await run(['retry', id, '--parked'])).exitCode).toBe(2);
    });

    test('release lets one go from quarantine, discard keeps one back, release takes that back', async () => {
      for (let index = 0; index < 3; index += 1) await accept('creator', creator, 'too many');
      expect(await runJson('release', '2')).toEqual({ released: 1 });
      expect((await claim()).submissions[0]?.sequence).toBe(2);
      expect(await runJson('discard', '#1')).toEqual({ discarded: 1 });
      expect((await runJson('stats')).messages.quarantined).toBe(1);
      expect(await runJson('release', '1', '3')).toEqual({ released: 2 });
      expect(await run(['discard', '1'])).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('#1 is waiting'),
      });
      expect((await run(['release', '3', '99'])).err).toBe('There is no submission #99.\n');
    });

    test('release --all and discard --all ask first', async () => {
      for (let index = 0; index < 3; index += 1) await accept('creator', creator, 'too many');
      expect((await run(['discard', '--all'])).exitCode).toBe(2);
      expect(await run(['discard', '--all'], {}, 'n\n')).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('Nothing was changed.'),
      });
      expect((await run(['release', '--all'], {}, 'y\n')).out).toBe('3 submissions released.\n');
      expect(await runJson('discard', '--all', '--yes')).toEqual({ discarded: 0 });
    });

    test.each([24, 30, 40, 50, 64, 80])('every table fits a terminal of %i columns', async (columns) => {
      await accept('creator', { ...creator, bio: 'b', city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll' });
      await store.finish(await claim());
      await accept('venue', { ...venue, name: '東京酒場'.repeat(9) }, 'address');
      for (const argv of [['list'], ['stats'], ['erase', '--email', creator.email, '--yes']]) {
        const { exitCode, out } = await run(argv, {}, undefined, columns);
        expect(exitCode).toBe(0);
        // Sentences, which end in a full stop or a colon, are the terminal's to wrap.
        const tables = out.split('\n').filter((line) => !/[.:]$/.test(line));
        expect(tables.filter((line) => widthOf(line) > columns)).toEqual([]);
      }
    });

    test('person prints all that is held of an address', async () => {
      const id = await accept('creator', creator);
      const other = await accept('contact', contact);
      await accept('venue', { ...venue, email: 'ADA@example.com' });
      const person = await runJson('person', '--email', 'Ada@example.com');
      expect(person.submissions.map(({ number }: { number: number }) => number)).toEqual([1, 3]);
      expect(person.submissions[0]).toMatchObject({ id, fields: creator, addressHash: 'a-hash' });
      expect(person.mentionedIn).toEqual([other]);
      expect((await run(['person'])).exitCode).toBe(2);
    });

    test('erase deletes all of a person and names what is in Slack', async () => {
      const delivered = await accept('creator', creator);
      await store.finish(await claim());
      const tried = await accept('venue', { ...venue, email: 'ADA@example.com' });
      const held = await claim();
      const mention = await accept('contact', contact);

      expect((await run(['erase', '--email', 'ada@example.com'])).exitCode).toBe(2);
      const { exitCode, out } = await run(['erase', '--email', 'ada@example.com', '--yes']);
      expect(exitCode).toBe(0);
      expect(out).toContain('Erased: 2 submissions.');
      expect(out.includes('keyed hash in memory')).toBe(engine === 'sqlite');
      expect(out).toMatch(new RegExp(`Delete by hand in Slack[\\s\\S]*${delivered}  waitlist  \\d{4}-`));
      expect(out).toMatch(new RegExp(`perhaps in Slack[\\s\\S]*${tried}  waitlist  unknown`));
      expect(out).toContain(mention);

      expect((await runJson('list')).submissions).toMatchObject([{ id: mention }]);
      // The server that was sending it finds its claim gone.
      expect(await store.finish(held)).toBe(0);
      expect(await runJson('erase', '--email', 'ada@example.com')).toMatchObject({ erased: 0 });
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

    // Shared counts are Postgres's alone; on the other store it is no test, and not one that is skipped.
    const testOnPostgres = engine === 'postgres' ? test : () => undefined;
    testOnPostgres('erase deletes what the shared rate limits count of a person', async () => {
      const counts = createSharedCounts(databaseUrl ?? '', longestWindowMs, {
        warn: () => expect.unreachable(),
      });
      const check = createAbuseCheck({
        limits: defaultLimits,
        counts,
        readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
      });
      const client = new pg.Client(databaseUrl ?? '');
      await client.connect();
      const keys = async () =>
        (await client.query('select key from limit_counts')).rows.map(({ key }) => key);
      try {
        const attempt = { kind: 'creator', email: 'Ada@example.com', bytes: 9, trapped: false } as const;
        const { addressHash } = await check({ ...attempt, address: '192.0.2.7' });
        await store.accept(newSubmission({ fields: creator, addressHash }));
        expect(await keys()).toHaveLength(3);
        const ofOthers = await check({ ...attempt, address: '198.51.100.7', email: 'bob@example.com' });
        expect(ofOthers.retryAfterS).toBeNull();
        await run(['erase', '--email', 'ada@example.com', '--yes']);
        // The other person's, and what all share.
        const left = (await keys()).map((key) => key.split(':')[0]).sort();
        expect(left).toEqual(['all', 'email', 'network']);
      } finally {
        await client.end();
        await counts.close();
      }
    });

    test('prune deletes what is old and delivered, never what waits or is parked, and quarantined ones when told to', async () => {
      await accept('creator', creator);
      await store.finish(await claim());
      await accept('creator', creator);
      await store.park(await claim(), 'Slack answered 400 invalid_payload');
      const quarantined = await accept('creator', creator, 'too many');
      const waiting = await accept('creator', creator);
      expect(await runJson('prune', '--older-than', '1d')).toEqual({ prunable: 0, deleted: 0, kept: 0 });
      const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      expect(await runJson('prune', '--older-than', tomorrow, '--dry-run')).toEqual({
        prunable: 1,
        deleted: 0,
        kept: 3,
      });
      expect((await run(['prune', '--older-than', tomorrow])).exitCode).toBe(2);
      expect(await runJson('prune', '--older-than', tomorrow, '--yes')).toEqual({
        prunable: 1,
        deleted: 1,
        kept: 3,
      });
      expect((await run(['prune', '--older-than', tomorrow, '--yes'])).out).toContain(
        '1 older submission kept in quarantine; --quarantined deletes',
      );
      expect((await runJson('list')).submissions).toMatchObject([
        { id: waiting },
        { id: quarantined },
        { delivery: { state: 'parked' } },
      ]);
      expect(await runJson('prune', '--older-than', tomorrow, '--quarantined', '--yes')).toEqual({
        prunable: 1,
        deleted: 1,
        kept: 2,
      });
      expect((await runJson('list')).submissions).toMatchObject([
        { id: waiting },
        { delivery: { state: 'parked' } },
      ]);
      expect((await run(['prune', '--older-than', 'long'])).exitCode).toBe(2);
    });

    test('test-slack posts one marked message to each webhook', async () => {
      const before = slack.messages.length;
      const both = { SLACK_WEBHOOK_URL: slack.waitlistUrl, SLACK_CONTACT_WEBHOOK_URL: slack.contactUrl };
      expect(await run(['test-slack'], both)).toMatchObject({ exitCode: 0 });
      expect(await run(['test-slack'], { SLACK_WEBHOOK_URL: slack.waitlistUrl })).toMatchObject({
        exitCode: 0,
      });
      const posted = slack.messages.slice(before);
      expect(posted).toHaveLength(3);
      for (const { text } of posted) expect(text).toContain('test message');
      expect(slack.violations).toEqual([]);
    });

    test('test-slack explains a refusal in words, without the secret', async () => {
      slack.queueFaults({ kind: 'archived' });
      const { exitCode, out, err } = await run(['test-slack'], { SLACK_WEBHOOK_URL: slack.waitlistUrl });
      expect(exitCode).toBe(1);
      expect(out).toContain('What happened: The channel of the webhook is archived.');
      expect(out).toContain('What to do: Unarchive the channel in Slack');
      expect(out + err).not.toContain('secret');
      expect(await run(['test-slack'])).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('SLACK_WEBHOOK_URL'),
      });
    });

    if (engine === 'postgres') {
      test.each(['backup', 'restore'])('%s names the tool of Postgres', async (name) => {
        const { exitCode, err } = await run([name, 'waitlist.db', '--json']);
        expect(exitCode).toBe(1);
        expect(err).toMatch(/pg_(dump|restore)/);
      });
    } else {
      test('backup copies one moment while the server writes, and never overwrites', async () => {
        await Promise.all(Array.from({ length: 500 }, () => accept('creator', creator)));
        const writes = Array.from({ length: 500 }, () => accept('creator', creator));
        const { submissions } = await runJson('backup', 'copy.db');
        await Promise.all(writes);
        expect(submissions).toBeGreaterThanOrEqual(500);
        expect(await run(['backup', 'copy.db'])).toMatchObject({
          exitCode: 1,
          err: expect.stringContaining('is there already'),
        });
        expect((await readdir(folder)).filter((file) => file.includes('part'))).toEqual([]);
      });

      test('restore waits for the server to be stopped, and keeps what was there', async () => {
        await accept('creator', creator);
        await runJson('backup', 'copy.db');
        await accept('venue', venue);
        expect(await run(['restore', 'copy.db', '--yes'])).toMatchObject({
          exitCode: 1,
          err: expect.stringContaining('Stop the server'),
        });
        await accept('venue', venue);
        await store.close();

        const { submissions, replaced } = await runJson('restore', 'copy.db', '--yes');
        expect(submissions).toBe(1);
        expect((await runJson('list')).submissions).toMatchObject([{ fields: { name: 'Ada' } }]);
        await rm(join(folder, 'waitlist.db'));
        expect(await runJson('restore', replaced, '--yes')).toMatchObject({ submissions: 3, replaced: null });
        store = await openStore({ databaseUrl, dataDir: folder });
        expect((await claim()).submissions[0]?.fields.name).toBe('Ada');
      });

      test('restore takes a damaged store out of the way, and refuses what is no backup', async () => {
        await accept('creator', creator);
        await runJson('backup', 'copy.db');
        await store.close();
        await writeFile(
          join(folder, 'notes.txt'),
          'not a database, but long enough to be taken for one'.repeat(100),
        );
        expect(await run(['restore', 'notes.txt', '-y'])).toMatchObject({
          exitCode: 1,
          err: expect.stringContaining('is not a backup'),
        });
        await writeFile(join(folder, 'waitlist.db'), 'damaged '.repeat(1_000));
        expect((await runJson('restore', 'copy.db', '-y')).submissions).toBe(1);
        store = await openStore({ databaseUrl, dataDir: folder });
      });

      test('what was erased is not in the files any more', async () => {
        await accept('creator', { ...creator, bio: 'unmistakable-biography' });
        await run(['erase', '--email', creator.email, '--yes']);
        for (const file of await readdir(folder)) {
          expect(await readFile(join(folder, file), 'latin1')).not.toContain('unmistakable');
        }
      });

      test('a folder without a store is told of, not filled', async () => {
        const empty = join(folder, 'empty');
        const { exitCode, err } = await run(['stats'], { DATA_DIR: empty });
        expect({ exitCode, err }).toEqual({
          exitCode: 1,
          err: expect.stringContaining('There is no store at'),
        });
        expect(await readdir(folder)).not.toContain('empty');
      });
    }
  });
});

describe('calling the commands', () => {
  async function run(...argv: string[]) {
    const stdout = collect();
    const stderr = collect();
    const exitCode = await runCli(argv, {
      env: { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' },
      stdout,
      stderr,
    });
    return { exitCode, out: stdout.text(), err: stderr.text() };
  }

  test('help lists every command and the exit codes; each has its own', async () => {
    const { exitCode, out } = await run('help');
    expect(exitCode).toBe(0);
    expect(out).toContain('Exit codes: 0 done');
    for (const name of ['stats', 'list', 'export', 'erase', 'test-slack', 'restore']) {
      expect(out).toContain(`  ${name}`);
      expect((await run('help', name)).out).toContain(`npm run waitlist -- ${name}`);
      expect((await run(name, '--help')).out).toBe((await run('help', name)).out);
    }
  });

  test.each([[[]], [['nothing']], [['list', '--nope']], [['list', 'surplus']], [['list', '--kind', 'x']]])(
    '%j is called wrongly: exit code 2, on stderr',
    async (argv) => {
      const { exitCode, out, err } = await run(...argv);
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
      expect(err).not.toBe('');
    },
  );

  test('a store that cannot be reached: exit code 1, no stack unless asked for, no password', async () => {
    const plain = await run('stats');
    expect(plain.exitCode).toBe(1);
    expect(plain.err).not.toMatch(/hunter2|\n\s+at /);
    const debug = await run('stats', '--debug');
    expect(debug.err).toMatch(/\n\s+at /);
    expect(debug.err).not.toContain('hunter2');
  });
});
