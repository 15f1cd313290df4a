import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export interface Place {
  databaseUrl: string | null;
  dataDir: string;
}

export const emailOf = (number: number): string => `person${number}@example.com`;

/**
 * Fills an empty, migrated store. Of the first half everybody is decided about, of the others every third;
 * one in a hundred of these is invited. The list of people is written as the follower would, by one statement:
 * it would take minutes.
 */
export async function fillApplicants({ databaseUrl, dataDir }: Place, count: number): Promise<void> {
  const isSqlite = databaseUrl === null;
  const numbers = isSqlite
    ? `(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count}) select n from counted) as numbers`
    : `generate_series(1::bigint, ${count}) as numbers(n)`;
  const kind = `case when n % 3 = 0 then 'venue' else 'creator' end`;
  const email = `'person' || n || '@example.com'`;
  const name = `'Ada ' || (n * 7919) % ${count}`;
  const state = `case when n > ${count / 2} and n % 3 > 0 then 'new' when n % 100 = 0 then 'invited' else 'declined' end`;
  const fields = `'{"name":"' || ${name} || '","email":"' || ${email} || '","handle":"@ada","city":"Sydney","bio":"${'late wine '.repeat(30)}"}'`;
  const receivedAt = `${Date.now() - 400 * 86_400_000} + n`;
  const words = [
    'ada',
    `(n * 7919) % ${count}`,
    `'person' || n`,
    'example',
    'com',
    'sydney',
    'late',
    'wine',
  ].map((word) => (/^[a-z]+$/.test(word) ? `'${word}'` : word));
  const statements = [
    `insert into submissions (id, kind, fields, email_key, received_at) select 'id' || n, ${kind}, ${fields}, ${email}, ${receivedAt} from ${numbers}`,
    `insert into deliveries (sequence, channel, state, due_at, delivered_at) select sequence, 'waitlist', 'delivered', received_at, received_at from submissions`,
    `insert into reviews (kind, subject, state, version, sequence, decided_at) select ${kind}, ${email}, ${state}, 1, n, ${receivedAt} from ${numbers} where ${state} <> 'new'`,
    `insert into decisions (id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way, decided_at)
      select 'd' || n, ${kind}, ${email}, 1, n, 'new', ${state}, 'ada', 'Ada', 'console', ${receivedAt} + 3600000 from ${numbers} where ${state} <> 'new'`,
    `insert into people (sequence, kind, subject, received_at, applications, state, name_key, city_key)
      select n, ${kind}, ${email}, ${receivedAt}, 1, ${state}, lower(${name}), 'sydney' from ${numbers}`,
    `insert into applications (sequence, kind, received_at) select sequence, kind, received_at from submissions`,
    ...(isSqlite
      ? [
          `insert into people_texts (sequence, words) select n, ${words.map((word) => `' ' || ${word}`).join(' || ')} from ${numbers}`,
          'insert into people_words (rowid, words) select sequence, words from people_texts',
        ]
      : [
          `insert into people_words (sequence, words) select n, array_to_tsvector(array[${words.map((word) => `(${word})::text`).join(', ')}]) from ${numbers}`,
        ]),
    `update people_index set position = ${count}`,
  ];
  if (databaseUrl === null) {
    const database = new DatabaseSync(join(dataDir, 'waitlist.db'));
    database.exec('pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -1000000');
    for (const statement of statements) database.exec(statement);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  // Without the checks of foreign keys, and the index of words made at the end: minutes less.
  const before = [
    'set synchronous_commit = off',
    'set session_replication_role = replica',
    `set maintenance_work_mem = '512MB'`,
    'drop index people_words_by_word',
  ];
  const after = ['create index people_words_by_word on people_words using gin (words)', 'vacuum analyze'];
  try {
    for (const statement of [...before, ...statements, ...after]) await client.query(statement);
  } finally {
    await client.end();
  }
}
