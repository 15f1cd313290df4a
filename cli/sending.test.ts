import { describe, expect, test } from 'vitest';
import { engines, isSkipped } from '#test/faults/stores.ts';
import { halt, idsOf, numbersOf, park, retry } from '#test/job-claims.ts';
import { creator, setUpCli, venue } from './cli-fixture.ts';

describe.each(engines)('sending on %s', (engine) => {
  describe.skipIf(isSkipped(engine))('', () => {
    const cli = setUpCli(engine);
    const { accept, claim, run, runJson } = cli;

    test('retry sends what was parked again, and lets a halted channel go on', async () => {
      await accept('creator', creator);
      await park(cli.store, await claim(), 'slack_invalid_payload 400');
      await accept('creator', creator);
      await halt(cli.store, await claim(), 'slack_no_service 404');
      expect(await runJson('retry', '--parked')).toEqual({
        resumed: [{ channel: 'waitlist', haltedReason: 'slack_no_service 404', pausedMs: 0 }],
        dueNow: [{ channel: 'waitlist', count: 1 }],
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
      expect(await run(['retry', id])).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('it is sending'),
      });
      expect(await runJson('retry')).toMatchObject({ dueNow: [{ channel: 'waitlist', count: 1 }] });
      expect((await run(['retry', id, '--parked'])).exitCode).toBe(2);
    });

    test('release lets one go from quarantine, discard keeps one back, release takes that back', async () => {
      for (let index = 0; index < 3; index += 1) await accept('creator', creator, 'too many');
      expect(await runJson('release', '2')).toEqual({ released: 1 });
      expect(numbersOf(await claim())).toEqual([2]);
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
      expect(await run(['discard', '--all'], { typed: 'n\n' })).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('Nothing was changed.'),
      });
      expect((await run(['release', '--all'], { typed: 'y\n' })).out).toBe('3 submissions released.\n');
      expect(await runJson('discard', '--all', '--yes')).toEqual({ discarded: 0 });
    });

    test('test-slack posts one marked message to each webhook', async () => {
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

    test('test-slack names a clock that is not Slack’s', async () => {
      cli.slack.setClockAhead(600_000);
      const env = { SLACK_WEBHOOK_URL: cli.slack.waitlistUrl };
      const { exitCode, err } = await run(['test-slack'], { env });
      cli.slack.setClockAhead(0);
      expect(exitCode).toBe(1);
      expect(err).toContain('clock is 10 minutes behind Slack');
    });

    test('test-slack explains a refusal in words, without the secret', async () => {
      cli.slack.queueFaults({ kind: 'archived' });
      const { exitCode, out, err } = await run(['test-slack'], {
        env: { SLACK_WEBHOOK_URL: cli.slack.waitlistUrl },
      });
      expect(exitCode).toBe(1);
      expect(out).toContain('What happened: The channel of the webhook is archived.');
      expect(out).toContain('What to do: Unarchive the channel in Slack');
      expect(out + err).not.toContain('secret');
      expect(await run(['test-slack'])).toMatchObject({
        exitCode: 1,
        err: expect.stringContaining('SLACK_WEBHOOK_URL'),
      });
    });
  });
});
