import { describe, expect, test } from 'vitest';
import { creator, describeOnEachEngine, setUpCli, venue } from '#test/cli-fixture.ts';
import { connect, halt, idsOf, numbersOf, park, retry } from '#test/job-claims.ts';
import type { SlackFault } from '#test/slack-stand-in.ts';
import { answerWith, startWebhookReceiver, webhookSecret } from '#test/webhook-receiver.ts';

describeOnEachEngine('sending', (cli) => {
  const { accept, claim, fail, run, runJson } = cli;

  test('retry sends what was parked again, and lets a halted channel go on', async () => {
    await accept('creator', creator);
    await park(cli.store, await claim(), 'slack_invalid_payload 400');
    await accept('creator', creator);
    await halt(cli.store, await claim(), 'slack_no_service 404');
    expect(await runJson('retry', '--parked')).toEqual({
      resumed: [{ channel: 'waitlist', haltedReason: 'slack_no_service 404', pausedMs: 0 }],
      dueNow: [{ channel: 'waitlist', count: 1 }],
      moved: 1,
      letterAt: null,
    });
    expect(numbersOf(await claim())).toEqual([1]);
    expect(numbersOf(await claim())).toEqual([2]);
  });

  test('retry makes due now what waits for a later try; one by its id', async () => {
    await accept('creator', creator);
    const id = await accept('venue', venue);
    const later = { delayMs: 50_000 };
    await retry(cli.store, await claim(), later);
    await retry(cli.store, await claim(), later);
    expect(await runJson('retry', id)).toMatchObject({ dueNow: [{ channel: 'waitlist', count: 1 }] });
    expect(idsOf(await claim())).toEqual([id]);
    await fail(['retry', id], 'it is sending');
    expect(await runJson('retry')).toMatchObject({ dueNow: [{ channel: 'waitlist', count: 1 }] });
    expect((await run(['retry', id, '--parked'])).exitCode).toBe(2);
  });

  test('release lets one go from quarantine, discard keeps one back, release takes that back', async () => {
    for (let index = 0; index < 3; index += 1) await accept('creator', creator, 'too many');
    expect(await runJson('release', '2')).toEqual({ released: 1 });
    expect(numbersOf(await claim())).toEqual([2]);
    expect(await runJson('discard', '#1')).toEqual({ discarded: 1 });
    expect(await runJson('stats')).toMatchObject({ channels: [{ quarantined: 1 }, { quarantined: 0 }] });
    expect(await runJson('release', '1', '3')).toEqual({ released: 2 });
    await fail(['discard', '1'], '#1 is waiting');
    expect((await run(['release', '3', '99'])).err).toBe('There is no submission #99.\n');
  });

  test('release --all --reason lets go what is quarantined for that reason alone', async () => {
    for (const reason of ['overload', 'honeypot', 'overload']) await accept('creator', creator, reason);
    expect(await runJson('release', '--all', '--reason', 'overload', '--yes')).toEqual({ released: 2 });
    expect(await runJson('stats')).toMatchObject({ channels: [{ quarantined: 1 }, { quarantined: 0 }] });
    expect((await run(['release', '2', '--reason', 'overload'])).exitCode).toBe(2);
  });

  test('release --all and discard --all ask first', async () => {
    for (let index = 0; index < 3; index += 1) await accept('creator', creator, 'too many');
    expect((await run(['discard', '--all'])).exitCode).toBe(2);
    await fail(['discard', '--all'], 'Nothing was changed.', { typed: 'n\n' });
    expect((await run(['release', '--all'], { typed: 'y\n' })).out).toBe('3 submissions released.\n');
    expect(await runJson('discard', '--all', '--yes')).toEqual({ discarded: 0 });
  });
});

describeOnEachEngine('events', (cli) => {
  const { accept, claim, run, runJson } = cli;

  test('stats lists events where they are sent, with what to do; retry sends them', async () => {
    expect(
      (await runJson('stats')).channels.map(({ channel }: { channel: string }) => channel),
    ).not.toContain('events');
    await connect(cli.store, ['events']);
    await accept('creator', creator);
    await accept('venue', venue);
    await park(cli.store, await claim('events'), 'webhook_refused 400');
    await halt(cli.store, await claim('events'), 'webhook_gone 410');
    const { out } = await run(['stats']);
    expect(out).toMatch(/events +1 +0 +1/);
    expect(out).toContain('Events are HALTED (webhook_gone 410)');
    expect(out).toContain('1 event parked: #1. See why with "test-webhook"');
    const retried = (await run(['retry', '--parked'])).out;
    expect(retried).toContain('The events channel is resumed.');
    expect(retried).toContain('1 event due now.');
  });

  test('stats says how to see why the event of an erasure is parked, of which no submission is left', async () => {
    await connect(cli.store, ['events']);
    await accept('creator', creator);
    await cli.store.erase(creator.email);
    await park(cli.store, await claim('events'), 'webhook_refused 400');
    expect((await run(['stats'])).out).toContain('1 event parked. See why with "test-webhook"');
  });
});

describe('test-slack', () => {
  const cli = setUpCli('sqlite');
  const { fail, run } = cli;

  test('posts one marked message to each webhook', async () => {
    const before = cli.slack.messages.length;
    const both = {
      SLACK_WEBHOOK_URL: cli.slack.waitlistUrl,
      SLACK_CONTACT_WEBHOOK_URL: cli.slack.contactUrl,
    };
    expect(await run(['test-slack'], { env: both })).toMatchObject({ exitCode: 0 });
    expect(await run(['test-slack'], { env: { SLACK_WEBHOOK_URL: cli.slack.waitlistUrl } })).toMatchObject({
      exitCode: 0,
    });
    const posted = cli.slack.messages.slice(before);
    expect(posted).toHaveLength(3);
    for (const { text } of posted) expect(text).toContain('test message');
    expect(cli.slack.violations).toEqual([]);
  });

  test('names a clock that is not Slack’s', async () => {
    cli.slack.setClockAhead(600_000);
    const env = { SLACK_WEBHOOK_URL: cli.slack.waitlistUrl };
    const { exitCode, err } = await run(['test-slack'], { env });
    cli.slack.setClockAhead(0);
    expect(exitCode).toBe(1);
    expect(err).toContain('clock is 10 minutes behind Slack');
  });

  test('explains a refusal in words, without the secret', async () => {
    cli.slack.queueFaults({ kind: 'refused', code: 'channel_is_archived' });
    const { exitCode, out, err } = await run(['test-slack'], {
      env: { SLACK_WEBHOOK_URL: cli.slack.waitlistUrl },
    });
    expect(exitCode).toBe(1);
    expect(out).toContain('What happened: The channel is archived.');
    expect(out).toContain('What to do: Unarchive the channel in Slack');
    expect(out + err).not.toContain('secret');
    await fail(['test-slack'], 'SLACK_WEBHOOK_URL');
  });

  test('with an app checks token and scopes, and posts, changes and deletes a message in each channel', async () => {
    const { app } = cli.slack;
    const before = cli.slack.messages.length;
    const { exitCode, out } = await run(['test-slack'], { env: app.settings });
    expect(out).toBe(
      `SLACK_BOT_TOKEN: the app entree in the workspace Entrée, with the scopes chat:write.
SLACK_CHANNEL: a test message was posted, changed and deleted.
SLACK_CONTACT_CHANNEL: a test message was posted, changed and deleted.
`,
    );
    expect(exitCode).toBe(0);
    const posted = cli.slack.messages.slice(before);
    expect(posted.map(({ channel, isDeleted }) => [channel, isDeleted])).toEqual([
      [app.waitlist.id, true],
      [app.contact.id, true],
    ]);
    for (const { text } of posted) expect(text).toContain('test message');
    const both = { ...app.settings, SLACK_CHANNEL: '#waitlist', SLACK_CONTACT_CHANNEL: '' };
    expect(JSON.parse((await run(['test-slack', '--json'], { env: both })).out)).toMatchObject([
      { settings: ['SLACK_BOT_TOKEN'], works: true },
      { settings: ['SLACK_CHANNEL'], works: true },
    ]);
    expect(cli.slack.violations).toEqual([]);
  });

  test.each([
    ['not_in_channel', 'Write "/invite"'],
    ['channel_not_found', 'Compare SLACK_CHANNEL'],
    ['is_archived', 'Unarchive'],
    ['invalid_auth', 'Install the app into the workspace'],
    ['token_revoked', 'Install the app into the workspace'],
    ['missing_scope', 'Add the scope'],
    ['ratelimited', 'Wait a minute'],
  ])('with an app explains %s in words, without the token', async (code, advice) => {
    const { app } = cli.slack;
    const fault: SlackFault =
      code === 'ratelimited' ? { kind: 'rateLimited', retryAfterSeconds: 5 } : { kind: 'refused', code };
    app.setFaultFor(({ method }) => (method === 'chat.postMessage' ? fault : null));
    const { exitCode, out, err } = await run(['test-slack'], { env: app.settings });
    app.setFaultFor(null);
    expect(exitCode).toBe(1);
    expect(out).toContain(code === 'ratelimited' ? 'slack_rate_limited 429' : `slack_app_${code} 200`);
    expect(out).toContain(`What to do: ${advice}`);
    expect(err).toContain('2 of 3 checks failed.');
    expect(out + err).not.toContain(app.token);
  });

  test('with an app that lacks the scope posts nothing, and leaves nothing where a change is refused', async () => {
    const { app } = cli.slack;
    const before = app.calls.length;
    app.scopes = ['incoming-webhook'];
    const lacking = await run(['test-slack'], { env: app.settings });
    app.scopes = ['chat:write'];
    expect(lacking.out).toContain('with the scopes incoming-webhook: slack_app_missing_scope chat:write.');
    expect(app.calls.slice(before).map(({ method }) => method)).toEqual(['auth.test']);
    app.setFaultFor(({ method }) =>
      method === 'chat.update' ? { kind: 'refused', code: 'edit_window_closed' } : null,
    );
    const closed = await run(['test-slack'], { env: app.settings });
    app.setFaultFor(null);
    expect(closed.exitCode).toBe(1);
    expect(closed.out).toContain('posted, and could not be changed: slack_app_edit_window_closed');
    const posted = cli.slack.messages.filter(({ webhook }) => webhook === '');
    expect(posted.filter(({ isDeleted }) => !isDeleted)).toEqual([]);
  });
});

describe('test-webhook', () => {
  const cli = setUpCli('sqlite');

  test('sends a signed event about nobody, and explains a refusal', async () => {
    await using receiver = await startWebhookReceiver();
    const env = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: webhookSecret };
    expect((await cli.run(['test-webhook'], { env })).out).toContain('The receiver took the test event');
    expect(receiver.received).toMatchObject([{ type: 'test', data: {} }]);
    receiver.queueAnswers(answerWith(401));
    const { exitCode, out, err } = await cli.run(['test-webhook'], { env });
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringContaining('was not taken') });
    expect(out).toContain('webhook_refused 401');
    expect(out).toContain('has another secret');
    await cli.fail(['test-webhook'], 'Put WEBHOOK_URL and WEBHOOK_SECRET');
  });
});
