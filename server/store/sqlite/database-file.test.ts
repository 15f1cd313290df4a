import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** In a process of its own, because SQLite chooses the folder once. Prints what its open temporary file is called. */
const program = `
  import { readdirSync, readlinkSync } from 'node:fs';
  import { DatabaseSync } from 'node:sqlite';
  import { openStore } from '#server/store/open-store.ts';
  const store = await openStore({ databaseUrl: null, dataDir: process.env.DATA_DIR });
  const database = new DatabaseSync(':memory:');
  database.exec(\`pragma temp_store = file; pragma temp.cache_size = 1;
    create temp table large as with recursive c(n) as (select 1 union all select n + 1 from c where n < 5000)
      select randomblob(500) from c\`);
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; }
  });
  process.stdout.write(open.filter((name) => name.includes('etilqs')).join());
  database.close();
  await store.close();
`;

test.runIf(process.platform === 'linux')('temporary files of SQLite stand beside the database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-temporary-'));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: join(import.meta.dirname, '../../..'), env: { PATH: process.env.PATH, DATA_DIR: folder } },
    );
    expect(stdout).toContain(`${folder}/etilqs`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
