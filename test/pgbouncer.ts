import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, installCommand } from '../scripts/debian.mjs';
import { findUnprivilegedUser, untilPostgresAnswers } from './postgres.ts';
import { findFreePort } from './program.ts';

/** Why the tests with a pooler cannot run here, with the command that changes it; null when they can. */
export function explainNoPgbouncer(): string | null {
  return findPgbouncer() === null ? `there is no PgBouncer. Run: ${installCommand(['pgbouncer'])}` : null;
}

/** Debian installs it in a folder that is not on a plain user's PATH. */
const findPgbouncer = (): string | null =>
  findOnPath('pgbouncer') ?? (existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : null);

/**
 * PgBouncer in transaction mode, everything else as its package sets it, before one Postgres.
 *
 * @returns the database's address through it
 */
export async function startPgbouncer(databaseUrl: string) {
  const program = findPgbouncer();
  if (program === null) throw new Error(explainNoPgbouncer() ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'entree-pgbouncer-'));
  const port = await findFreePort();
  const target = new URL(databaseUrl);
  await writeFile(join(folder, 'users'), `"${target.username}" ""\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    ...((await findUnprivilegedUser()) ?? {}),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const endAtExit = () => child.kill('SIGKILL');
  process.once('exit', endAtExit);
  const stop = async () => {
    process.off('exit', endAtExit);
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href;
  try {
    await untilPostgresAnswers(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, [Symbol.asyncDispose]: stop };
}
