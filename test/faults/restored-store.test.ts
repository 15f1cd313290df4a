import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '#cli/run-cli.ts';
import { collectOutput } from '#test/cli-fixture.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { openSharedPostgres } from '#test/shared-postgres.ts';
import { findPostgres } from '../../scripts/postgres.ts';
import { submit } from './load.ts';
import { createStoreUnderTest, engines, isSkipped } from './stores.ts';

/** The store as it is now, brought back elsewhere by what the documents name; answers the settings of that one. */
async function keepMoment(engine: (typeof engines)[number], from: Record<string, string>, folder: string) {
  if (engine === 'postgres') {
    const run = (name: string, ...argv: string[]) =>
      promisify(execFile)(join(findPostgres() ?? '', name), argv);
    const dump = join(folder, 'entree.dump');
    await run('pg_dump', '--format=custom', '--no-owner', `--file=${dump}`, from['DATABASE_URL'] ?? '');
    const to = await (await openSharedPostgres()).createDatabase();
    await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${to}`, dump);
    return { DATABASE_URL: to };
  }
  // What `litestream restore` and a snapshot of the disk leave.
  const to = join(folder, 'restored');
  await mkdir(to);
  for (const name of ['waitlist.db', 'waitlist.db-wal'])
    await copyFile(join(from['DATA_DIR'] ?? '', name), join(to, name));
  return { DATA_DIR: to };
}

describe.each(engines)('a store on %s that was brought back to an earlier moment', (engine) => {
  test.skipIf(isSkipped(engine))(
    'tells nobody a second time once "restored" was run, and whoever is retried has the letter',
    async () => {
      await using mail = await startMailServer();
      await using source = await createStoreUnderTest(engine);
      const folder = await mkdtemp(join(tmpdir(), 'entree-restored-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const settings = {
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Entrée <hello@entree.example>',
        MAIL_MIN_INTERVAL_MS: '20',
      };
      // Without mail, so that the letters wait.
      const first = await startProgram(source.env);
      const store = await source.open();
      for (const name of ['ada', 'bo', 'cy']) {
        const { id } = await submit(first.url, { fields: { email: `${name}@example.com` } });
        const letter = newLetter({ id: randomUUID() });
        await store.decide(newDecision({ id: id ?? '' }, { to: 'invited', letter }));
      }
      const restored = await keepMoment(engine, source.env, folder);
      await store.close();
      await first.stop();
      await using second = await startProgram({ ...settings, ...source.env });
      await expect.poll(() => mail.received.length).toBe(3);
      await second.stop();

      const run = async (...argv: string[]) => {
        const [stdout, stderr] = [collectOutput(), collectOutput()];
        expect(await runCli(argv, { env: restored, stdout, stderr, stdin: null }), stderr.text()).toBe(0);
        return stdout.text();
      };
      expect(await run('restored')).toMatch(/3 letters parked.*ada@.*bo@.*cy@example\.com/s);
      await using third = await startProgram({ ...settings, ...restored });
      await run('retry', '2');
      await expect.poll(() => mail.received.length).toBe(4);
      await third.stop();
      expect(mail.received.flatMap(({ to }) => to).toSorted()).toEqual([
        'ada@example.com',
        'bo@example.com',
        'bo@example.com',
        'cy@example.com',
      ]);
    },
  );
});

test('each command of the documents that restores a store is followed by "restored"', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const restoring = [...text.matchAll(/^```sh\n(.*?)^```|`([^`\n]+)`/gms)]
    .map(([, block, line]) => block ?? line ?? '')
    .filter((commands) => /(pg_restore|litestream restore) -/.test(commands));
  expect(restoring).toHaveLength(5);
  for (const commands of restoring)
    expect(commands).toMatch(/(pg_restore|litestream restore) .*\brestored\b/s);
});
