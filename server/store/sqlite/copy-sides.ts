import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { CopyError, type CopySide } from '#server/store/copy-store.ts';
import { findDatabase, lockForThisProcess, messageOf, removeDatabase } from './database-copy.ts';
import { openSqliteDatabase } from './open-sqlite-database.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/**
 * The embedded store as the source of a copy. Locked until the end, so that nothing is accepted meanwhile and lost.
 *
 * @throws {CopyError} when there is no store, or a server or command has it open
 */
export async function withSqliteSource<Result>(
  file: string,
  use: (side: CopySide) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(file)) throw new CopyError(`There is no store at ${file}. Set DATA_DIR to the one in use.`);
  using sqlite = lockFile(file, () => new DatabaseSync(file, { timeout: 0 }));
  const result = await use(sideOf(sqlite));
  sqlite.exec('commit');
  return result;
}

/**
 * A new embedded store as the target of a copy. It is written at its place, and locked until the end, so that no server
 * starts on a part of it. What a killed copy left there is empty for whoever opens it next, and is written over.
 *
 * @throws {CopyError} when somebody has it open
 */
export async function withSqliteTarget<Result>(
  file: string,
  use: (side: CopySide) => Promise<Result>,
): Promise<Result> {
  const isNew = findDatabase(file) === undefined;
  using sqlite = lockFile(file, () => openSqliteDatabase(file, 0));
  try {
    const result = await use(sideOf(sqlite));
    sqlite.exec('commit');
    return result;
  } catch (error) {
    if (isNew) removeDatabase(file);
    throw error;
  }
}

function lockFile(file: string, open: () => DatabaseSync): DatabaseSync {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = open();
    lockForThisProcess(sqlite);
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw new CopyError(
      `${file} is in use (${messageOf(error)}). Stop the server and end other commands, then copy again.`,
      { cause: error },
    );
  }
}

const sideOf = (sqlite: DatabaseSync): CopySide => ({
  engine: 'sqlite',
  database: new Kysely({ dialect: createSqliteDialect(sqlite, () => {}) }),
});
