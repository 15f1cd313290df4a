import { sql } from 'kysely';
import type { FollowBarrier, Followed, FollowOptions } from '#server/store/people.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { lockPeople, reindexSubmissions } from './reindex-people.ts';

/**
 * One pass: submissions behind the position are brought into the list, in the order of their numbers. Several
 * instances take turns.
 *
 * On Postgres a lower number may be committed after a higher one. A transaction locks the table before it gets
 * its number and until it has committed. So once all that held the lock after a number was seen have ended,
 * nothing can be committed below that number any more (as `create index concurrently` waits).
 */
export async function followPeople(
  transaction: StoreTransaction,
  traits: EngineTraits,
  { limit, barrier: earlier }: FollowOptions,
): Promise<Followed> {
  await lockPeople(transaction, traits);
  const [position, newest] = await Promise.all([readPosition(transaction), readNewestSequence(transaction)]);
  const barrier: FollowBarrier =
    earlier !== null && earlier.upTo > position
      ? earlier
      : { upTo: newest, writers: await readWriters(transaction, traits) };
  if (barrier.upTo <= position) return { barrier: null, moved: 0, position, newest };
  if (barrier.writers.length > 0) {
    const writers = new Set(await readWriters(transaction, traits));
    if (barrier.writers.some((writer) => writers.has(writer))) return { barrier, moved: 0, position, newest };
  }
  const rows = await transaction
    .selectFrom('submissions')
    .select(['sequence', 'id', 'kind', 'email_key'])
    .where('sequence', '>', position)
    .where('sequence', '<=', barrier.upTo)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  await reindexSubmissions(transaction, traits, rows);
  const reached = rows.length < limit ? barrier.upTo : (rows.at(-1)?.sequence ?? barrier.upTo);
  await transaction.updateTable('people_index').set({ position: reached }).execute();
  return { barrier, moved: rows.length, position: reached, newest };
}

/** null: there are submissions behind the position. */
export async function readIfUpToDate(database: StoreDatabase): Promise<Followed | null> {
  const [position, newest] = await Promise.all([readPosition(database), readNewestSequence(database)]);
  return newest > position ? null : { barrier: null, moved: 0, position, newest };
}

export async function readPosition(database: StoreDatabase): Promise<number> {
  const { position } = await database.selectFrom('people_index').select('position').executeTakeFirstOrThrow();
  return position;
}

export async function readNewestSequence(database: StoreDatabase): Promise<number> {
  const row = await database
    .selectFrom('submissions')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
}

/** Transactions that may have a number that they have not committed yet. SQLite has one writer at a time. */
async function readWriters(
  transaction: StoreTransaction,
  { locksRows }: EngineTraits,
): Promise<readonly string[]> {
  if (!locksRows) return [];
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'submissions'::regclass and granted
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  `.execute(transaction);
  return rows.map(({ writer }) => writer);
}
