import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '#cli/run-cli.ts';
import { hashWebhook } from '#server/slack/slack-senders.ts';
import { readMissingMigrations } from '#server/store/migrations.ts';
import { collectOutput } from '#test/cli-fixture.ts';
import { createStoreUnderTest, engines, isSkipped, type StoreUnderTest } from '#test/faults/stores.ts';
import { startMailServer } from '#test/mail-server.ts';
import { runOn } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';

/** When the rows were written. */
const writtenAtMs = 1_795_748_312_000;
/** Also on a busy machine. */
const soon = { timeout: 10_000 };

describe.each(engines)('a store of the release of 26 November 2026 on %s', (engine) => {
  test.skipIf(isSkipped(engine))('is opened as it is, and what waits in it is sent', async () => {
    await using slack = await startSlackStandIn();
    await using mail = await startMailServer();
    const responses = await startResponseUrl();
    await using store = await createStoreUnderTest(engine);
    await fill(engine, store, {
      '{waitlist webhook}': hashWebhook(slack.waitlistUrl),
      '{contact webhook}': hashWebhook(slack.contactUrl),
      'https://hooks.slack.com/actions/T1/2/secret': responses.url,
    });
    await using _server = await startProgram({
      ...store.env,
      SLACK_WEBHOOK_URL: slack.waitlistUrl,
      SLACK_CONTACT_WEBHOOK_URL: slack.contactUrl,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_MIN_INTERVAL_MS: '20',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Entrée <hello@entree.example>',
      MAIL_MIN_INTERVAL_MS: '20',
    });
    const run = async (...argv: string[]) => {
      const [stdout, stderr] = [collectOutput(), collectOutput()];
      const env = { DATA_DIR: '/nowhere', ...store.env };
      await runCli([...argv, '--json'], { env, stdout, stderr, stdin: null });
      expect(stderr.text()).toBe('');
      return JSON.parse(stdout.text());
    };
    /** Names, in the order of acceptance, of the submissions whose message is in this state. */
    const namesIn = async (state: string): Promise<string[]> =>
      (await run('held', '--state', state)).submissions
        .map(({ fields }: { fields: { name: string } }) => fields.name)
        .reverse();
    const sentNames = () => slack.messages.map(({ text }) => /[A-Z]\w+(?=@|\b)/.exec(text)?.[0] ?? text);

    // What waited, and what was being sent, is sent; a halted channel stays halted.
    // Three messages of submissions, and the notice about the quarantine.
    await slack.waitForMessages(4);
    await expect.poll(() => mail.received.length, soon).toBe(2);
    await expect.poll(() => responses.bodies.length, soon).toBe(2);
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(['cut@example.com', 'retried@example.com']);
    expect(mail.received.map((letter) => letter.mail.messageId).sort()).toEqual(messageIds[engine]);
    expect(responses.bodies.join('\n')).toContain('Somebody decided before you.');
    await expect
      .poll(() => namesIn('delivered'), soon)
      .toEqual([
        'Sent',
        'Refused',
        'Declined',
        'Declined',
        'Undone',
        'Retried',
        'Cut',
        'Asking',
        'Waved',
        'Planned',
        'Released',
        'Waiting',
        'Waiting',
      ]);
    expect(await namesIn('waiting')).toEqual(['Halted', 'Behind']);
    expect(await namesIn('parked')).toEqual(['Parked']);
    expect(await namesIn('quarantined')).toEqual(['Caught', 'Crowded', 'Flooding']);
    expect(await namesIn('discarded')).toEqual(['Spoiled', 'Thrown']);
    await expect
      .poll(async () => (await run('stats')).channels, soon)
      .toMatchObject([
        { channel: 'waitlist', haltedReason: null },
        { channel: 'contact', haltedReason: 'slack_no_service 404 no_service' },
        // Of a message of an app, which this server does not have.
        { channel: 'changes', haltedReason: null, waiting: 1 },
        { channel: 'letters', haltedReason: null, waiting: 2, delivered: 4, parked: 1 },
      ]);

    // What was decided, noted and signed in.
    const { review } = await run('show', '1');
    expect(review).toMatchObject({
      state: 'invited',
      decisions: [{ to: 'shortlisted', note: 'Good pictures.' }, { to: 'invited' }],
      notes: [{ text: 'Known from Berlin.', actor: { name: 'bo' } }, { text: 'The letter was sent again.' }],
      letters: [
        { state: 'delivered', sentAt: expect.any(String) },
        { state: 'delivered', sentAt: expect.any(String) },
      ],
    });
    const refused = await run('show', '2');
    expect(refused.review.letters).toMatchObject([
      { state: 'parked', attempts: 1, lastReason: 'mail_recipient_refused 550 5.1.1' },
    ]);
    const parked = await run('show', '11');
    expect(parked.delivery).toMatchObject({
      attempts: 1,
      lastReason: expect.stringContaining('slack_invalid_blocks'),
    });
    expect((await run('show', '5')).review).toMatchObject({
      state: 'new',
      letters: [{ state: 'cancelled' }],
    });
    expect((await run('show', '8')).review).toMatchObject({ state: 'answered' });
    const { sessions, signIns } = await run('sessions');
    expect(sessions.map(({ name }: { name: string }) => name).sort()).toEqual(['Cy', 'root']);
    expect(signIns).toHaveLength(4);

    // What was not accepted can still be sent.
    await run('retry');
    await slack.waitForMessages(6);
    await run('release', '--all', '--yes');
    await run('release', '15');
    await expect.poll(() => namesIn('quarantined'), soon).toEqual([]);
    await run('retry', '--parked');
    await expect.poll(() => namesIn('parked'), soon).toEqual([]);
    await expect.poll(() => namesIn('waiting'), soon).toEqual([]);
    await expect.poll(() => mail.received.length, soon).toBe(3);
    expect(await namesIn('discarded')).toEqual(['Spoiled']);
    expect(sentNames()).toHaveLength(11);
    expect(slack.violations).toEqual([]);
  });
});

/** Of the letters that were queued or on their way. */
const messageIds = {
  sqlite: [
    '<1a9a98b1-3e47-4092-88a6-dab2b497c1f6@entree.example>',
    '<b1cae0f9-7983-473a-a92d-96bc619bb5bb@entree.example>',
  ],
  postgres: [
    '<4d5958eb-80c1-44d9-8738-0e75e6cd4efa@entree.example>',
    '<c1a027a1-7c61-4838-a2bd-9036b24d1520@entree.example>',
  ],
};

/** The migrations of that release, which made the tables that the initial schema makes now. */
const migrationNames = [
  '0009-counts',
  '0010-jobs',
  '0011-applicants',
  '0012-limit-counts',
  '0013-sign-ins',
  '0014-messages',
  '0015-waves',
  '0016-applicants-to-count',
];

/** Makes the tables as that release did and fills them, as if it had ended a moment ago. */
async function fill(
  engine: 'sqlite' | 'postgres',
  { env }: StoreUnderTest,
  replacements: Readonly<Record<string, string>>,
): Promise<void> {
  const agoMs = Date.now() - writtenAtMs;
  let rows = await readFile(join(import.meta.dirname, `rows.${engine}.sql`), 'utf8');
  for (const [text, replacement] of Object.entries(replacements)) rows = rows.replaceAll(text, replacement);
  rows = rows.replaceAll(/\b1795\d{9}\b/g, (atMs) => String(Number(atMs) + agoMs - 60_000));
  const statements = [
    `create table migrations (name text primary key, applied_at ${engine === 'sqlite' ? 'text' : 'timestamptz'} not null)`,
    readMissingMigrations(engine, new Set())[0]?.sql,
    `insert into migrations values ${migrationNames
      // Only Postgres counts the limits in the store.
      .filter((name) => engine === 'postgres' || name !== '0012-limit-counts')
      .map((name) => `('${name}', '2026-11-26T04:36:50Z')`)
      .join()}`,
    rows,
  ];
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = env;
  if (databaseUrl !== undefined) return void (await runOn(databaseUrl, statements.join(';\n')));
  using database = new DatabaseSync(join(dataDir, 'waitlist.db'));
  database.exec(statements.join(';\n'));
}

/** Takes everything that is posted to it, as Slack does for a click. */
async function startResponseUrl() {
  const bodies: string[] = [];
  const listener = createServer(async (request, response) => {
    bodies.push((await Array.fromAsync(request)).join(''));
    response.end('{"ok":true}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/actions/T1/2/secret`,
    bodies,
  };
}
