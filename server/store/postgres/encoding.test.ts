import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { openStore } from '#server/store/open-store.ts';
import { untilPostgresAnswers } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { findPostgres } from '../../../scripts/postgres.ts';

test.skipIf(findPostgres() === null && !process.env['CI'])(
  'a database in an encoding that cannot hold every name is refused at the start, not name by name',
  async () => {
    const server = inject('sharedPostgresUrl') as string;
    await untilPostgresAnswers(server);
    const client = new pg.Client(server);
    await client.connect();
    for (const encoding of ['LATIN1', 'SQL_ASCII'])
      await client.query(
        `create database ${encoding} encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C'`,
      );
    await client.end();
    const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const options = { dataDir: '', databaseUrl: urlOf('latin1') };
    await expect(openStore(options)).rejects.toThrow(
      /latin1 is in the encoding LATIN1.*createdb --encoding=UTF8/,
    );

    const store = await openStore({ ...options, databaseUrl: urlOf('sql_ascii') });
    const { fields } = newSubmission();
    await store.accept({ ...newSubmission(), fields: { ...fields, name: 'Ян 😀' } } as ReturnType<
      typeof newSubmission
    >);
    await store.close();
  },
);
