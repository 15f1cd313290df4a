import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '#test/postgres.ts';

/**
 * Transactions per second of pgbench with the statements that one accept takes, one at a time:
 * the ceiling without group commit. null: this machine has no pgbench.
 */
export async function measurePgbench(
  databaseUrl: string,
  folder: string,
  seconds: number,
): Promise<number | null> {
  const program = [findPostgres() ?? '', ...(process.env.PATH ?? '').split(delimiter)]
    .map((path) => join(path, 'pgbench'))
    .find((path) => existsSync(path));
  if (program === undefined) return null;
  const script = join(folder, 'accept.sql');
  await writeFile(
    script,
    `with stored as (
       insert into submissions (id, kind, fields, email_key, received_at)
       values (gen_random_uuid()::text, 'creator',
         '{"name":"Ada Okafor","email":"ada@example.com","handle":"@ada","city":"Sydney","bio":"I write about small rooms with long menus, and the people who cook in them."}',
         gen_random_uuid()::text, (extract(epoch from clock_timestamp()) * 1000)::bigint)
       returning sequence, received_at
     )
     insert into deliveries (sequence, channel, state, due_at)
       select sequence, 'waitlist', 'waiting', received_at from stored;
`,
  );
  const { stdout } = await promisify(execFile)(program, [
    '--no-vacuum',
    '--client=32',
    '--jobs=2',
    '--protocol=prepared',
    `--time=${seconds}`,
    `--file=${script}`,
    databaseUrl,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}
