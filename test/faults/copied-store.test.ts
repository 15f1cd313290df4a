import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '#cli/run-cli.ts';
import { collectOutput } from '#test/cli-fixture.ts';
import { startMailServer } from '#test/mail-server.ts';
import { runProgramToItsEnd, startProgram } from '#test/program.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { openSharedPostgres } from '#test/shared-postgres.ts';
import { findButtons } from '#test/slack-click.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { submit } from './load.ts';
import { createStoreUnderTest, engines, isSkipped } from './stores.ts';

async function apply(url: string, email: string): Promise<string> {
  const { id } = await submit(url, { fields: { email } });
  if (id === null) throw new Error('It was not accepted.');
  return id;
}

describe.each(engines)('a store that was copied from %s', (engine) => {
  test.skipIf(engines.some(isSkipped))(
    'goes on on the other engine: letters go once at their time, old messages in Slack take clicks and change',
    async () => {
      await using slack = await startSlackStandIn();
      await using mail = await startMailServer();
      await using source = await createStoreUnderTest(engine);
      const folder = await mkdtemp(join(tmpdir(), 'entree-copied-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const url = engine === 'sqlite' ? await (await openSharedPostgres()).createDatabase() : null;
      const settings = {
        ...slack.app.settings,
        SLACK_SIGNING_SECRET: slack.signingSecret,
        SLACK_MIN_INTERVAL_MS: '20',
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Entrée <hello@entree.example>',
        MAIL_MIN_INTERVAL_MS: '20',
      };
      const startedAtMs = performance.now();
      const first = await startProgram({ ...settings, ...source.env });
      // Long enough to stop, copy and start in, on this machine as it is now.
      const letterInMs = 10_000 + 5 * (performance.now() - startedAtMs);
      const told = await apply(first.url, 'told@example.com');
      const asked = await apply(first.url, 'asked@example.com');
      const message = await slack.messageOf(asked);
      await slack.messageOf(told);
      const store = await source.open();
      const letterAtMs = Math.round(Date.now() + letterInMs);
      const letter = newLetter({ id: randomUUID(), letterAtMs });
      await store.decide(newDecision({ id: told }, { to: 'invited', letter }));
      await store.close();
      await first.stop();

      const [stdout, stderr] = [collectOutput(), collectOutput()];
      const argv = ['copy-store', '--to', url ?? folder];
      expect(await runCli(argv, { env: source.env, stdout, stderr, stdin: null }), stderr.text()).toBe(0);
      const mistake = await runProgramToItsEnd({ ...settings, ...source.env });
      expect(mistake).toMatchObject({
        code: 1,
        output: expect.stringMatching(/copied to .*copy-store --undo/),
      });

      const target = url === null ? { DATA_DIR: folder } : { DATABASE_URL: url };
      await using second = await startProgram({ ...settings, ...target });
      expect(Date.now()).toBeLessThan(letterAtMs);
      expect(mail.received).toEqual([]);
      const [button] = findButtons(message.payload);
      expect(await slack.click({ message, button: button?.text ?? '', server: second.url })).toMatchObject({
        status: 200,
      });
      await expect.poll(() => message.text).toMatch(/^Shortlisted by /m);
      await expect.poll(() => mail.received.length, { timeout: letterInMs + 60_000 }).toBe(1);
      expect(Date.now()).toBeGreaterThanOrEqual(letterAtMs);
      const next = await apply(second.url, 'next@example.com');
      expect((await slack.messageOf(next)).text).toContain('#3');
      expect(mail.received.flatMap(({ to }) => to)).toEqual(['told@example.com']);
      expect(slack.violations).toEqual([]);
    },
    240_000,
  );
});
