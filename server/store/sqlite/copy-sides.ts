import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { CopyError, type CopySide } from '#server/store/copy-store.ts';
import {
  findDatabase,
  lockForThisProcess,
  messageOf,
  putInPlace,
  removeDatabase,
  writeInOneFile,
} from './database-copy.ts';
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
  using sqlite = new DatabaseSync(file, { timeout: 0 });
  try {
    lockForThisProcess(sqlite);
  } catch (error) {
    throw new CopyError(
      `${file} is in use (${messageOf(error)}). Stop the server and end other commands, then copy again.`,
      { cause: error },
    );
  }
  const result = await use(sideOf(sqlite));
  sqlite.exec('commit');
  return result;
}

/**
 * A new embedded store as the target of a copy. It has its name only when all of it is written.
 *
 * @throws {CopyError} when there is a store already
 */
export async function withSqliteTarget<Result>(
  file: string,
  use: (side: CopySide) => Promise<Result>,
): Promise<Result> {
  const found = findDatabase(file);
  if (found !== undefined) throw new CopyError(`${found} is there already. Name a new folder.`);
  const part = `${file}.${process.pid}.part`;
  try {
    const result = await writeTarget(part, use);
    putInPlace(part, file);
    return result;
  } finally {
    removeDatabase(part);
  }
}

async function writeTarget<Result>(file: string, use: (side: CopySide) => Promise<Result>): Promise<Result> {
  using sqlite = openSqliteDatabase(file, 0);
  sqlite.exec('begin immediate');
  const result = await use(sideOf(sqlite));
  sqlite.exec('commit');
  writeInOneFile(sqlite);
  return result;
}

const sideOf = (sqlite: DatabaseSync): CopySide => ({
  engine: 'sqlite',
  database: new Kysely({ dialect: createSqliteDialect(sqlite, () => {}) }),
});
