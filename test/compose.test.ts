import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openStore } from '#server/store/open-store.ts';
import { findPostgres } from '../scripts/postgres.mjs';
import { startPostgres } from './postgres.ts';

const compose = readFileSync('compose.yaml', 'utf8');
const readme = readFileSync('README.md', 'utf8');

/** Set by the file or the image itself, or without use in a container. */
const notPassed = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'SITE_URL',
  'TRUST_PROXY',
  'OPS_PORT',
  'ADMIN_PORT',
];

test('compose.yaml passes every setting of the README to the instances', () => {
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const names = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name as string),
  );
  expect(names).toContain('ADMIN_EMAILS');
  const instances = compose.slice(0, compose.indexOf('services:'));
  const missing = names.filter(
    (name) => !notPassed.includes(name) && !instances.includes(`${name}: \${${name}:-}`),
  );
  expect(missing).toEqual([]);
});

test('of the console and the store no port is published but on the loopback of the machine', () => {
  const published = [...compose.matchAll(/^ {6}- "([\d.:]+:\d+)"$/gm)].map(([, ports]) => ports);
  expect(published).toEqual(['80:80', '443:443', '127.0.0.1:3001:3001']);
});

test.skipIf(findPostgres() === null && !process.env.CI)(
  'the database user of compose.yaml owns its database, runs the migrations, and may do nothing else',
  async () => {
    const [, user = '', database = ''] =
      /DATABASE_URL: postgres:\/\/(\w+):\$\{POSTGRES_PASSWORD[^}]*\}@postgres:5432\/(\w+)/.exec(compose) ??
      [];
    const [, file = ''] = /- \.\/(\S+):\/docker-entrypoint-initdb\.d\//.exec(compose) ?? [];
    const postgres = await startPostgres();
    try {
      // As the image's entry point does, with its superuser.
      const psql = join(findPostgres() ?? '', 'psql');
      const options = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', `--file=${file}`, postgres.url()];
      await promisify(execFile)(psql, options, { env: { ...process.env, POSTGRES_PASSWORD: "it's" } });
      const databaseUrl = postgres.url(database).replace('postgres@', `${user}:it's@`);
      await (await openStore({ databaseUrl, dataDir: '' })).close();
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const { rows } = await client.query(`
        select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as is_more,
          pg_get_userbyid(datdba) as owner
        from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
      await client.end();
      expect(rows).toEqual([{ name: user, is_more: false, owner: user }]);
      const superuser = new pg.Client(postgres.url());
      await superuser.connect();
      const passwords = await superuser.query(
        'select rolname, rolpassword is not null as has_one from pg_authid where rolcanlogin order by 1',
      );
      await superuser.end();
      expect(passwords.rows).toEqual([
        { rolname: user, has_one: true },
        { rolname: 'postgres', has_one: false },
      ]);
    } finally {
      await postgres.stop();
    }
  },
);
