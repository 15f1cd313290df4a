import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { openStore } from '#server/store/open-store.ts';
import { acquireDatabase, releaseDatabase } from './emptied-databases.ts';
import { findPostgres, untilPostgresAnswers } from './postgres.ts';
import { newSubmission } from './sample-submissions.ts';

async function runOn(url: string, statements: readonly string[]): Promise<unknown[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const answers: unknown[][] = [];
    for (const statement of statements) answers.push((await client.query(statement)).rows);
    return answers;
  } finally {
    await client.end();
  }
}

describe.skipIf(findPostgres() === null && !process.env['CI'])('a database that tests share', () => {
  const server = inject('sharedPostgresUrl') as string;

  test('has the rows and the numbers of a new one again when a test has used it', async () => {
    await untilPostgresAnswers(server);
    const used = await acquireDatabase(server);
    const tables = (await runOn(used.url, ['select name from pristine.names order by name']))[0] as {
      name: string;
    }[];
    const readAll = () =>
      runOn(used.url, [
        ...tables.map(({ name }) => `select '${name}' as name, * from ${name}`),
        'select sequencename, last_value from pg_sequences order by 1',
      ]);
    const before = await readAll();

    const options = { databaseUrl: used.url, dataDir: '' };
    const [store, operator] = [await openStore(options), await openOperatorStore(options)];
    await store.accept(newSubmission());
    await store.rememberWebhook('waitlist', 'a hash');
    await operator.followPeople({ limit: 10, barrier: null });
    await operator.addSignInLink({ tokenHash: 'a', account: 'ada', validMs: 60_000 });
    await Promise.all([store.close(), operator.close()]);
    await runOn(used.url, ['delete from migrations', 'delete from quarantine_notice']);
    expect(await readAll()).not.toEqual(before);

    await releaseDatabase(server, used);
    const next = await acquireDatabase(server);
    expect(next.url).toBe(used.url);
    expect(await readAll()).toEqual(before);
    await releaseDatabase(server, next);
  });

  test.each(['drop trigger people_added on people', 'alter database %s set statement_timeout = 1'])(
    'is dropped when a test has changed more than rows: %s',
    async (statement) => {
      const used = await acquireDatabase(server);
      await runOn(used.url, [statement.replace('%s', new URL(used.url).pathname.slice(1))]);
      await releaseDatabase(server, used);
      const next = await acquireDatabase(server);
      expect(next.url).not.toBe(used.url);
      await releaseDatabase(server, next);
    },
  );

  test('fails the test that leaves a connection to it', async () => {
    const used = await acquireDatabase(server);
    const left = new pg.Client(used.url);
    left.on('error', () => {});
    await left.connect();
    await expect(releaseDatabase(server, used)).rejects.toThrow('1 connections to its database are open');
    const next = await acquireDatabase(server);
    expect(next.url).not.toBe(used.url);
    await releaseDatabase(server, next);
  });
});
