import { resolve } from 'node:path';

/** The embedded store's file: absolute, in the folder that `DATA_DIR` names. */
export function databaseFile(dataDir: string): string {
  return resolve(dataDir, 'waitlist.db');
}
