import { advisoryLocks } from '#server/store/advisory-locks.ts';
import type { PostgresConnection } from '#server/store/postgres/postgres-connections.ts';
import type { CountRecord } from './counts.ts';

const maxDeletedAtOnce = 20_000;

/** Begins a transaction that alone may change counts, and reads these. The statements travel together. */
export async function readLockedCounts(
  connection: PostgresConnection,
  keys: ReadonlySet<string>,
): Promise<{ records: Map<string, CountRecord>; nowMs: number }> {
  // The lock is a separate statement: what is read after it includes what its previous holder wrote.
  const [, locked, found] = await Promise.all([
    connection.query('begin'),
    connection.runPrepared<{ now: number }>({ ...lockStatement, values: [] }),
    connection.runPrepared<{ key: string; counts: string }>({ ...readStatement, values: [[...keys]] }),
  ]);
  return {
    records: new Map(found.rows.map(({ key, counts }) => [key, JSON.parse(counts) as CountRecord])),
    nowMs: locked.rows[0]?.now ?? Number.NaN,
  };
}

/** Answers the time at which the lock was taken, by the database's clock. */
const lockStatement = {
  name: 'limits_lock',
  text: `select (extract(epoch from clock_timestamp()) * 1000)::bigint as now from pg_advisory_xact_lock(${advisoryLocks.limitCounts})`,
};

const readStatement = {
  name: 'limits_read',
  text: 'select key, counts from limit_counts where key = any($1)',
};

const insertText = `insert into limit_counts (key, counts, expires_at)
  select key, counts, expires_at from json_to_recordset($1) as input (key text, counts text, expires_at bigint)`;
// Most keys are new. Under the lock nobody else inserts them, and a plain insert costs less than half.
const insertStatement = { name: 'limits_insert', text: insertText };
const changeStatement = {
  name: 'limits_change',
  text: `${insertText}
    on conflict (key) do update set counts = excluded.counts, expires_at = excluded.expires_at`,
};

interface CountRow {
  key: string;
  counts: string;
  expires_at: number;
}

export function toRows(
  records: ReadonlyMap<string, CountRecord>,
  changed: ReadonlySet<string>,
  longestWindowMs: number,
): CountRow[] {
  return [...changed].map((key) => {
    const record = records.get(key) ?? {};
    const lastStartedAtMs = Math.max(...Object.values(record).map(([startedAtMs]) => startedAtMs));
    return { key, counts: JSON.stringify(record), expires_at: lastStartedAtMs + longestWindowMs };
  });
}

/** Writes these rows and commits. The statements travel together. */
export async function writeCounts(
  connection: PostgresConnection,
  rows: readonly CountRow[],
  known: ReadonlySet<string>,
): Promise<void> {
  const inserted = rows.filter(({ key }) => !known.has(key));
  const updated = rows.filter(({ key }) => known.has(key));
  await Promise.all([
    ...(inserted.length > 0
      ? [connection.runPrepared({ ...insertStatement, values: [JSON.stringify(inserted)] })]
      : []),
    ...(updated.length > 0
      ? [connection.runPrepared({ ...changeStatement, values: [JSON.stringify(updated)] })]
      : []),
    connection.query('commit'),
  ]);
}

/** Deletes records whose windows have all ended, a bounded number at once; answers whether none is left. */
export async function deleteEndedCounts(connection: PostgresConnection, nowMs: number): Promise<boolean> {
  const { rowCount } = await connection.query(
    `delete from limit_counts where key in
       (select key from limit_counts where expires_at < $1 limit ${maxDeletedAtOnce})`,
    [nowMs],
  );
  return (rowCount ?? 0) < maxDeletedAtOnce;
}
