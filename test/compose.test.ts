import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createToken } from '#server/admin/sign-in-token.ts';
import { startConsole } from '#server/admin/start-console.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';
import { findPostgres } from '../scripts/postgres.ts';
import { teamOrigin, writeFrontEnd } from './console-fixture.ts';
import { startPostgres } from './postgres.ts';
import { findFreePort } from './program.ts';

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
  expect(missing, 'pass these in compose.yaml like the others, or name them in notPassed').toEqual([]);
});

test('of the console and the store no port is published but on the loopback of the machine', () => {
  const published = [...compose.matchAll(/^ {6}- "([\d.:]+:\d+)"$/gm)].map(([, ports]) => ports);
  expect(published).toEqual(['80:80', '443:443', '127.0.0.1:3001:3001', '127.0.0.1:3000:3000']);
});

test('wrong sign-ins of one address keep no other from the console, as the two proxies forward them', async () => {
  const [, trusted = ''] = /TRUST_PROXY: (\S+)/.exec(compose) ?? [];
  const [, command = ''] = /\n {2}console:\n(?: {4}.*\n)*? {4}command: (.*)\n/.exec(compose) ?? [];
  // Unless it is told otherwise, Caddy replaces what was forwarded to it by the address of the proxy before it.
  const passesOn = command.endsWith(' --header-up X-Forwarded-For:{http.request.header.X-Forwarded-For}');
  const folder = await mkdtemp(join(tmpdir(), 'entree-compose-'));
  await writeFrontEnd(folder);
  const store = await openStore({ databaseUrl: null, dataDir: folder });
  const port = await findFreePort();
  const console = await startConsole({
    config: readConfig({ TRUST_PROXY: trusted, ADMIN_URL: teamOrigin, ADMIN_PORT: String(port) }),
    store,
    logger: pino({ level: 'silent' }),
    onAnswered: () => undefined,
    wakeOutbox: () => undefined,
    folder,
  });
  onTestFinished(async () => {
    await console?.close();
    await store.close();
    await rm(folder, { recursive: true });
  });
  const signIn = async (address: string) => {
    const call = request(`http://127.0.0.1:${port}/api/signIn`, {
      method: 'POST',
      headers: {
        host: new URL(teamOrigin).host,
        origin: teamOrigin,
        'content-type': 'application/json',
        'x-forwarded-for': passesOn ? address : '10.71.3.5',
      },
    });
    call.end(JSON.stringify({ token: createToken() }));
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return response.resume().statusCode;
  };
  for (let attempt = 0; attempt < 20; attempt += 1) expect(await signIn('203.0.113.9')).toBe(401);
  expect(await signIn('203.0.113.9')).toBe(429);
  expect(await signIn('198.51.100.7')).toBe(401);
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
