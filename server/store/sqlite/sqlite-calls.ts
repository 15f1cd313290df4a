import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { EngineTraits, Schema } from '#server/store/schema.ts';
import type { StoreCalls } from '#server/store/store-calls.ts';
import { createStoreCalls } from '#server/store/store-calls.ts';
import { createFileCheck } from './check-file.ts';
import { emptyLog, rewriteFile } from './deleted-content.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { explainSqliteError } from './sqlite-errors.ts';

/** The store's calls on a database that is open in this thread. */
export function createSqliteCalls(sqlite: DatabaseSync, readNowMs: () => number = Date.now): StoreCalls {
  const checkFile = createFileCheck(sqlite);
  const database = new Kysely<Schema>({ dialect: createSqliteDialect(sqlite, checkFile) });
  return createStoreCalls(database, {
    ...traits,
    readNowMs: async () => readNowMs(),
    checkFile,
    rewriteFile: () => rewriteFile(sqlite),
    emptyLog: () => emptyLog(sqlite),
  });
}

const traits = {
  readsInTransactions: false,
  // The plus keeps SQLite from the unique key, whose rows are in the order of the emails and would all be sorted.
  // https://sqlite.org/optoverview.html
  isOfKinds: (kinds) => sql`+kind in (${sql.join(kinds)})`,
  hasWords: (words) =>
    sql`id in (select rowid from applicant_words
      where applicant_words match ${words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' AND ')})`,
  allowTextIndex: async () => undefined,
  preferIndexes: async () => undefined,
  // Transactions that write follow each other.
  awaitDecisions: async () => undefined,
  // They are in the server's memory.
  forgetCounts: async () => 0,
  isConflict: () => false,
  explain: explainSqliteError,
} satisfies Partial<EngineTraits>;
