import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '#cli/run-cli.ts';
import { toldStatuses } from '#contract/told.ts';
import { readRelease } from '#server/release.ts';
import { hashWebhook } from '#server/slack/slack-senders.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import { collectOutput } from '#test/cli-fixture.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { runOnStore, type StorePlace } from '#test/run-on-store.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { startWebhookReceiver, webhookSecret } from '#test/webhook-receiver.ts';
import { fillOlderStore, makeOlderStore } from './older-store.ts';

describeOnEachEngine('a store of release 0.1.0', (fixture) => {
  async function makeFilled(replacements?: Readonly<Record<string, string>>): Promise<StorePlace> {
    const place = await fixture.emptyDatabase();
    await makeOlderStore(place);
    await fillOlderStore(place, replacements);
    return place;
  }

  const tables = [
    ...[
      'submissions',
      'imports',
      'applicants',
      'decisions',
      'notes',
      'jobs',
      'messages',
      'channels',
      'queues',
    ],
    ...['address_keys', 'sign_in_links', 'console_sessions', 'sign_ins'],
  ];
  const readRows = async (place: StorePlace): Promise<Record<string, unknown[]>> =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [table, await runOnStore(place, `select * from ${table} order by 1, 2`)]),
      ),
    );

  test('has every row after it is opened, as it was', async () => {
    const place = await makeFilled();
    const before = await readRows(place);
    await fixture.open(place);
    expect(await readRows(place)).toMatchObject(before);
    expect(tables.filter((table) => before[table]?.length === 0)).toEqual([]);
  });

  test('has the schema of a new one after it is opened', async () => {
    const place = await makeFilled();
    await fixture.open(place);
    expect(await readSchema(place)).toEqual(
      await readSchema({ databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir }),
    );
  });

  test('is listed, counted and searched', async () => {
    const store = await fixture.open(await makeFilled());
    const names = async (filter: ApplicantFilter) => {
      const { rows } = await store.readApplicants({ filter, sort: 'name', after: null, limit: 100 });
      return rows.map(({ fields }) => fields.name).join(' ');
    };
    const states = ['new', 'shortlisted', 'invited', 'joined', 'declined', 'answered'] as const;
    expect(await Promise.all(states.map((state) => names({ state })))).toEqual([
      'Added Declined Listed Parked Released Takenback Undone',
      'Spoken Waiting',
      'Bounced Cut Elsewhere Planned Refused Retried Sent Twice Untold Waved',
      'Joined Onboarded',
      'Kindly Late Persistent Turned',
      'Asking',
    ]);
    expect(await Promise.all(toldStatuses.map((each) => names({ told: each })))).toEqual([
      'Elsewhere Kindly Late Sent Turned',
      'Cut Planned Retried Waved',
      'Refused',
      'Bounced',
      'Declined Persistent Twice Untold',
    ]);
    expect(await store.countApplicants({})).toEqual({
      states: { new: 7, shortlisted: 2, invited: 10, joined: 2, declined: 4 },
    });
    expect(await names({ text: 'melb' })).toBe('Added Elsewhere Listed Onboarded Turned');
    expect(await names({ source: 'newsletter' })).toBe('Joined Sent');
    const { rows } = await store.readApplicants({
      filter: { state: 'invited' },
      sort: 'name',
      after: null,
      limit: 100,
    });
    expect(rows.filter(({ appliedAgain }) => appliedAgain).map(({ fields }) => fields.name)).toEqual([
      'Untold',
    ]);
    const firsts = await store.readApplicants({ filter: {}, sort: 'oldest', after: null, limit: 5 });
    expect(firsts.rows.map(({ fields }) => fields.name).join(' ')).toBe(
      'Onboarded Elsewhere Turned Listed Sent',
    );
    const overview = await store.readOverview(0);
    expect(
      overview.reached.filter(({ count }) => count > 0).map(({ kind, state, count }) => [kind, state, count]),
    ).toEqual([
      ['creator', 'shortlisted', 3],
      ['creator', 'invited', 9],
      ['creator', 'joined', 1],
      ['creator', 'declined', 3],
      ['venue', 'shortlisted', 1],
      ['venue', 'invited', 1],
      ['venue', 'declined', 1],
    ]);
    expect(overview.reviewers).toMatchObject([
      { name: 'Cy', decisions: 13, invited: 8 },
      { name: 'bo', decisions: 6, invited: 2 },
      { name: 'ada', decisions: 1, declined: 1 },
    ]);
    expect(
      overview.states.find(({ kind, state }) => kind === 'creator' && state === 'declined'),
    ).toMatchObject({
      deleted: 1,
    });
  });

  test('is served as it is, and what waits in it is sent', async () => {
    await using slack = await startSlackStandIn();
    await using mail = await startMailServer();
    await using receiver = await startWebhookReceiver();
    const responses = await startResponseUrl();
    const place = await makeFilled({
      '{waitlist webhook}': hashWebhook(slack.waitlistUrl),
      '{contact webhook}': hashWebhook(slack.contactUrl),
      'https://hooks.slack.com/actions/T1/2/secret': responses.url,
    });
    const env =
      place.databaseUrl === null ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.databaseUrl };
    await using _server = await startProgram({
      ...env,
      SLACK_WEBHOOK_URL: slack.waitlistUrl,
      SLACK_CONTACT_WEBHOOK_URL: slack.contactUrl,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_MIN_INTERVAL_MS: '20',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Entrée <hello@entree.example>',
      MAIL_MIN_INTERVAL_MS: '20',
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: webhookSecret,
    });
    const run = async (...argv: string[]) => {
      const [stdout, stderr] = [collectOutput(), collectOutput()];
      await runCli([...argv, '--json'], {
        env: { DATA_DIR: '/nowhere', ...env },
        stdout,
        stderr,
        stdin: null,
      });
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
    await expect.poll(() => mail.received.length).toBe(2);
    await expect.poll(() => responses.bodies.length).toBe(2);
    await expect.poll(() => receiver.received.length).toBe(6);
    expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(['cut@example.com', 'retried@example.com']);
    expect(responses.bodies.join('\n')).toContain('Somebody decided before you.');
    await expect
      .poll(() => namesIn('delivered'))
      .toEqual(
        'Sent Refused Declined Declined Undone Retried Cut Asking Waved Planned Takenback Joined Bounced Untold Untold Kindly Late Twice Persistent Persistent Listed Added Spoken Released Waiting Waiting'.split(
          ' ',
        ),
      );
    expect(await namesIn('waiting')).toEqual(['Halted', 'Behind']);
    expect(await runOnStore(place, 'select release from releases')).toEqual([{ release: readRelease() }]);
    expect(await namesIn('parked')).toEqual(['Parked']);
    expect(await namesIn('quarantined')).toEqual(['Caught', 'Crowded', 'Flooding']);
    expect(await namesIn('discarded')).toEqual(['Spoiled', 'Thrown']);
    await expect
      .poll(async () => (await run('stats')).channels)
      .toMatchObject([
        { channel: 'waitlist', haltedReason: null },
        { channel: 'contact', haltedReason: 'slack_no_service 404 no_service' },
        // Of a message of an app, which this server does not have.
        { channel: 'changes', haltedReason: null, waiting: 1 },
        { channel: 'letters', haltedReason: null, waiting: 2, parked: 1 },
        // A new address is tried with what was parked, too.
        { channel: 'events', haltedReason: null, waiting: 0, parked: 0 },
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
    expect((await run('show', '2')).review.letters).toMatchObject([
      { state: 'parked', attempts: 1, lastReason: 'mail_recipient_refused 550 5.1.1' },
    ]);
    expect((await run('show', '11')).delivery).toMatchObject({
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
    expect(signIns).toHaveLength(6);

    // What was not accepted can still be sent.
    await run('retry');
    await slack.waitForMessages(6);
    await run('release', '--all', '--yes');
    await run('release', '15');
    await expect.poll(() => namesIn('quarantined')).toEqual([]);
    await run('retry', '--parked');
    await expect.poll(() => namesIn('parked')).toEqual([]);
    await expect.poll(() => namesIn('waiting')).toEqual([]);
    await expect.poll(() => mail.received.length).toBe(3);
    expect(await namesIn('discarded')).toEqual(['Spoiled']);
    expect(sentNames()).toHaveLength(11);
    expect(slack.violations).toEqual([]);
  });
});

/** Tables with their columns, indexes and triggers; columns that were added stand behind the others. */
async function readSchema(place: StorePlace): Promise<string[]> {
  const described = await runOnStore(
    place,
    place.databaseUrl === null
      ? `select replace(replace(coalesce(sql, name), char(10), ' '), '  ', ' ') as line from sqlite_schema where type <> 'table'
        union all select sqlite_schema.name || ' ' || columns.name || ' ' || columns.type || ' ' || "notnull" || ' ' ||
          coalesce(dflt_value, '') || ' ' || pk
        from sqlite_schema join pragma_table_info(sqlite_schema.name) as columns where sqlite_schema.type = 'table'`
      : `select indexdef as line from pg_indexes where schemaname = 'public'
        union all select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
          is_identity, generation_expression) from information_schema.columns where table_schema = 'public'
        union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace`,
  );
  return described.map(({ line }) => String(line)).sort();
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
