import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { readMigrationNames } from './migrations.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any table are copied as they are
type AnyDatabase = Kysely<any>;

/** One side of a copy: a transaction that sees one moment. */
export interface CopySide {
  engine: 'sqlite' | 'postgres';
  database: AnyDatabase;
}

/** A store is not copied; the message says why and what to do. The source is as it was. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}

/**
 * Every table that is copied, with the columns that order its rows. Sessions end with a copy; the limits' counts are of
 * an hour at most; the mark of a copied store and its releases are its own.
 */
export const copiedTables = {
  submissions: ['sequence'],
  imports: ['id'],
  sheet_dates: ['kind', 'subject', 'import'],
  queues: ['address'],
  channels: ['channel'],
  address_keys: ['day'],
  secrets: ['purpose'],
  decisions: ['position'],
  answers: ['position'],
  notes: ['position'],
  applicants: ['id'],
  jobs: ['sequence'],
  messages: ['place', 'submission'],
  sign_ins: ['position'],
  erased_people: ['email_hash'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The engine counts up their first column: the next number follows on the other side too. */
const countedTables = ['submissions', 'decisions', 'answers', 'notes', 'applicants', 'jobs', 'sign_ins'];

export interface CopiedTable {
  table: string;
  rows: number;
}

/** Far below the number of values that a statement of either engine may have. */
const rowsAtOnce = 500;

/**
 * Copies every table as it is, and compares count and hash of both sides.
 *
 * @param onProgress how many rows are copied
 * @throws {CopyError} when the source is of another release, the target is not empty, or the sides differ at the end
 */
export async function copyTables(
  source: CopySide,
  target: CopySide,
  onProgress: (rows: number) => void,
): Promise<CopiedTable[]> {
  await requireThisRelease(source);
  await requireEmpty(target);
  await target.database.deleteFrom('channels').execute();
  const copied: CopiedTable[] = [];
  let all = 0;
  for (const [table, order] of Object.entries(copiedTables)) {
    const hash = createTableHash();
    for await (const rows of readRows(source, table, order)) {
      hash.add(rows);
      await insertRows(target, table, rows);
      all += rows.length;
      onProgress(all);
    }
    if (countedTables.includes(table)) await copyCounter(source, target, table, order[0]);
    const written = createTableHash();
    for await (const rows of readRows(target, table, order)) written.add(rows);
    if (hash.rows() !== written.rows() || hash.digest() !== written.digest())
      throw new CopyError(
        `The table ${table} differs after the copy: ${hash.rows()} rows were read and ${written.rows()} stand there. Nothing was kept. Please report this.`,
      );
    copied.push({ table, rows: written.rows() });
  }
  return copied;
}

/**
 * So that no server starts on the source any more, which would send what waits there a second time.
 *
 * @param target without a password
 */
export async function markAsCopied({ database }: CopySide, target: string, at: Date): Promise<void> {
  await database.deleteFrom('copied_to').execute();
  await database.insertInto('copied_to').values({ target, copied_at: at.getTime() }).execute();
}

/** @throws {CopyError} when the source lacks a migration, or has one that this release does not know */
async function requireThisRelease({ database }: CopySide): Promise<void> {
  const made = (await database.selectFrom('migrations').select('name').execute()).map(({ name }) => name);
  const known = readMigrationNames();
  if (!known.every((name) => made.includes(name)))
    throw new CopyError(
      'The store is of an earlier release. Start this release with it once, stop it, and copy again.',
    );
  // Not only an unknown one: release 0.1.0 made the first schema in several steps.
  if (!made.some((name) => name > (known.at(-1) ?? ''))) return;
  const newest = database.selectFrom('releases').select('release').orderBy('first_started_at', 'desc');
  const { release } = (await newest.limit(1).executeTakeFirst()) ?? {};
  throw new CopyError(`The store is of a newer release, ${release}. Copy it with that one.`);
}

async function requireEmpty({ database }: CopySide): Promise<void> {
  for (const table of Object.keys(copiedTables)) {
    // A new store has the names of its channels.
    if (table === 'channels') continue;
    const found = await database.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst();
    if (found !== undefined)
      throw new CopyError(
        `The target is not empty: it has rows in ${table}. Name an empty database or a new folder.`,
      );
  }
}

type Row = Readonly<Record<string, unknown>>;

/** Of the same table on both sides: Postgres makes `word_vector` itself. */
const columnsOf = (row: Row): string[] =>
  Object.keys(row)
    .filter((column) => column !== 'word_vector')
    .sort();

async function* readRows(
  { database }: CopySide,
  table: string,
  order: readonly string[],
): AsyncGenerator<Row[]> {
  const key = sql`(${sql.join(order.map((column) => sql.ref(column)))})`;
  let last: Row | undefined;
  for (;;) {
    let query = database.selectFrom(table).selectAll().limit(rowsAtOnce);
    for (const column of order) query = query.orderBy(column);
    const after = last;
    if (after !== undefined)
      query = query.where(sql<boolean>`${key} > (${sql.join(order.map((column) => after[column]))})`);
    const rows: Row[] = await query.execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

async function insertRows(
  { engine, database }: CopySide,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const columns = columnsOf(rows[0] ?? {});
  const overriding: RawBuilder<unknown> = engine === 'postgres' ? sql`overriding system value` : sql``;
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${overriding}
    values ${sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`))}`.execute(
    database,
  );
}

/** So that no number of a deleted row comes again. */
async function copyCounter(
  source: CopySide,
  { engine, database }: CopySide,
  table: string,
  column: string,
): Promise<void> {
  const last = await readLastNumber(source, table, column);
  if (last === 0) return;
  if (engine === 'postgres') {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`.execute(database);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(database);
  // Not of a table whose numbers may come again.
  await sql`insert into sqlite_sequence (name, seq) select ${table}, ${last} where exists (
    select 1 from sqlite_schema where name = ${table} and sql like '%autoincrement%')`.execute(database);
}

/** The last number that was given, also to a row that was deleted since; 0: none. */
async function readLastNumber(
  { engine, database }: CopySide,
  table: string,
  column: string,
): Promise<number> {
  const counter =
    engine === 'sqlite'
      ? sql`(select seq from sqlite_sequence where name = ${table})`
      : sql`(select last_value from pg_sequences
          where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(${table}, ${column}))`;
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(last), 0) as last from (
      select max(${sql.ref(column)}) as last from ${sql.table(table)} union all select ${counter}
    ) as numbers`.execute(database);
  return rows[0]?.last ?? 0;
}

/** Of rows in any order, because text is not sorted alike everywhere. */
function createTableHash() {
  let rows = 0;
  let sum = 0n;
  return {
    add(added: readonly Row[]) {
      for (const row of added) {
        const text = JSON.stringify(columnsOf(row).map((column) => row[column] ?? null));
        sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
      }
      rows += added.length;
    },
    rows: () => rows,
    digest: () => sum.toString(16),
  };
}
