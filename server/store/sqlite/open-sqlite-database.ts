import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readMissingMigrations } from '#server/store/migrations.ts';

/**
 * Opens the file and brings its schema up to date. Several processes may do so at once: writers
 * wait for each other, at most `busyTimeoutMs`.
 *
 * @throws the engine's own error
 */
export function openSqliteDatabase(file: string, busyTimeoutMs: number): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createForThisUserOnly(file);
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    database.exec('pragma journal_mode = wal');
    // With WAL, anything less than FULL loses the last commits in a power cut.
    database.exec('pragma synchronous = full');
    // Per connection: what this connection deletes is overwritten with zeros.
    database.exec('pragma secure_delete = on');
    migrate(database);
    restrictToThisUser(file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite would let everybody on the machine read a new file. */
function createForThisUserOnly(file: string) {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch {
    // The file exists, or cannot be made. In the second case SQLite throws next, and its error is explained.
  }
}

/** For a file that was copied or made readable for others. SQLite gives its log the file's permissions. */
function restrictToThisUser(file: string) {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(path)) continue;
    try {
      chmodSync(path, 0o600);
    } catch (error) {
      // The file of another user, who gave this one access: only its owner can change that.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
    }
  }
}

function migrate(database: DatabaseSync) {
  database.exec('begin immediate');
  try {
    database.exec(
      'create table if not exists migrations (name text primary key, applied_at text not null) strict',
    );
    const made = database.prepare('select name from migrations').all();
    for (const { name, sql } of readMissingMigrations('sqlite', new Set(made.map(({ name }) => name)))) {
      database.exec(sql);
      database
        .prepare(
          "insert into migrations (name, applied_at) values (?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        )
        .run(name);
    }
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
