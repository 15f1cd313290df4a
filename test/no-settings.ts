import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An empty `.env`, so that a program which is started in this folder does not read the developer's. */
export const writeNoSettings = (folder: string): Promise<void> =>
  writeFile(join(folder, '.env'), '', { mode: 0o600 });
