import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findOnPath } from './debian.mjs';

/** Where Debian keeps each major version's programs. */
const debianVersions = '/usr/lib/postgresql';
const debianClusterConfig = '/etc/postgresql-common/createcluster.conf';

/** The folder of `initdb` and `postgres` of a Postgres of this machine that tests can start for themselves. */
export function findPostgres(): string | null {
  const initdb = findOnPath('initdb');
  if (initdb !== null) {
    // Where it is a link, the other programs stand beside what it leads to.
    const folder = dirname(realpathSync(initdb));
    if (existsSync(join(folder, 'postgres'))) return folder;
  }
  if (!existsSync(debianVersions)) return null;
  const folders = readdirSync(debianVersions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianVersions, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Debian's package would make and start a database server of its own; the tests need only the programs. */
function keepDebianFromStartingOne(): void {
  if (existsSync(debianClusterConfig)) return;
  mkdirSync(dirname(debianClusterConfig), { recursive: true });
  writeFileSync(debianClusterConfig, 'create_main_cluster = false\n');
}

/** The tests can do without it. */
export const postgres = {
  label: 'Postgres',
  packages: ['postgresql'],
  find: findPostgres,
  prepare: keepDebianFromStartingOne,
};
