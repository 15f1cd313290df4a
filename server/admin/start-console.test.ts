import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';
import { writeFrontEnd } from '#test/console-fixture.ts';
import { startConsole } from './start-console.ts';

async function start(env: Record<string, string>, { isBuilt = true, isReadable = true } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-console-'));
  const store = await openStore({ databaseUrl: null, dataDir: folder });
  const logged: string[] = [];
  // What leads to itself cannot be read by root either.
  if (!isReadable) await symlink('dist-admin', path.join(folder, 'dist-admin'));
  else if (isBuilt) await writeFrontEnd(path.join(folder, 'dist-admin'));
  const running = await startConsole({
    config: readConfig(env),
    store,
    logger: pino({}, { write: (line: string) => logged.push(line) }),
    onAnswered: () => undefined,
    wakeOutbox: () => undefined,
    folder: path.join(folder, 'dist-admin'),
  });
  onTestFinished(async () => {
    await running?.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { running, log: () => logged.join('') };
}

const anyPort = { ADMIN_PORT: '0' };

test('it listens on loopback, signs in with its link, and stops while half a request is there', async () => {
  const { running } = await start(anyPort);
  const link = new URL((await running?.createSignInUrl('ada')) ?? '');
  expect(link.hostname).toBe('127.0.0.1');
  const [, token] = /^#\/sign-in\/([\w-]{43})$/.exec(link.hash) ?? [];
  const answer = await fetch(`${link.origin}/api/signIn`, {
    method: 'POST',
    headers: { origin: link.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(await answer.json()).toMatchObject({ name: 'ada' });
  const socket = connect(Number(link.port), '127.0.0.1', () => socket.write('POST /api/signIn HTTP/1.1\r\n'));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await running?.close();
  await closed;
});

test('a port that is taken is said, with what to do, and nothing is thrown', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { running, log } = await start({ ADMIN_PORT: String(port) });
  expect(running).toBeNull();
  expect(log()).toContain(`Port ${port} (ADMIN_PORT) is in use`);
  expect(log()).toContain('Set ADMIN_PORT to a free port');
  other.close();
});

test('it takes no port of the site, and says when it is not built or cannot be read', async () => {
  expect((await start({ PORT: '3001' })).running).toBeNull();
  const unbuilt = await start(anyPort, { isBuilt: false });
  expect(unbuilt.running).toBeNull();
  expect(unbuilt.log()).toContain('npm run build');
  const unreadable = await start(anyPort, { isReadable: false });
  expect(unreadable.running).toBeNull();
  expect(unreadable.log()).toContain('cannot be read by this user (ELOOP)');
});

test('a provider that does not answer is reported when the console starts, which works with links', async () => {
  const { running, log } = await start({
    ...anyPort,
    ADMIN_URL: 'https://console.example.com',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    ADMIN_EMAILS: '@example.com',
  });
  expect(running?.url).toBe('https://console.example.com');
  await expect.poll(log).toContain('does not answer as one');
});
