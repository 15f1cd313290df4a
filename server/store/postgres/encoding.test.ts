import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '#server/store/open-store.ts';
import { findPostgres, startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';

test.skipIf(findPostgres() === null && !process.env['CI'])(
  'a database in an encoding that cannot hold every name is refused at the start, not name by name',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const client = new pg.Client(postgres.url());
    await client.connect();
    for (const encoding of ['LATIN1', 'SQL_ASCII'])
      await client.query(
        `create database ${encoding} encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C'`,
      );
    await client.end();
    const options = { dataDir: '', databaseUrl: postgres.url('latin1') };
    await expect(openStore(options)).rejects.toThrow(
      /latin1 is in the encoding LATIN1.*createdb --encoding=UTF8/,
    );

    const store = await openStore({ ...options, databaseUrl: postgres.url('sql_ascii') });
    const { fields } = newSubmission();
    await store.accept({ ...newSubmission(), fields: { ...fields, name: 'Ян 😀' } } as ReturnType<
      typeof newSubmission
    >);
    await store.close();
  },
  60_000,
);
