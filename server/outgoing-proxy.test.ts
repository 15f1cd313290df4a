import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProvider } from './admin/provider.ts';
import { readConfig } from './config.ts';
import { setOutgoingProxy } from './outgoing-proxy.ts';

/** A proxy that lets nobody through, and remembers who was asked for. */
const proxy = createServer().on('connect', (request, socket) => {
  asked.push(request.url ?? '');
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
});
let asked: string[];
let proxyUrl: string;
beforeEach(async () => {
  asked = [];
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

test('with HTTPS_PROXY in .env Slack is reached through the proxy, and the answer in between is explained', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entree-proxy-'));
  const settings = {
    HTTPS_PROXY: proxyUrl,
    SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/secret0',
  };
  await writeFile(
    join(folder, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const cli = spawn(process.execPath, [join(import.meta.dirname, '../cli/main.ts'), 'test-slack'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  let output = '';
  for (const stream of [cli.stdout, cli.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(cli, 'close');
  await rm(folder, { recursive: true });
  expect(asked).toEqual(['hooks.slack.com:443']);
  expect(code).toBe(1);
  expect(output).toContain('HTTPS_PROXY');
  expect(output).not.toContain('secret0');
});

test('the identity provider is reached through the proxy, hosts in NO_PROXY and this machine are not', async () => {
  const config = readConfig({ HTTPS_PROXY: proxyUrl, NO_PROXY: 'inner.invalid' });
  const end = setOutgoingProxy(config.outgoingProxy ?? { url: '', exceptions: '' });
  const discover = (issuer: string) =>
    createProvider({
      url: 'https://console.example.com',
      issuer,
      clientId: 'entree',
      clientSecret: 'secret',
      allowed: [],
    }).discover();
  try {
    await expect(discover('https://login.example.com')).rejects.toThrow();
    await expect(discover('https://inner.invalid')).rejects.toThrow();
    expect(new Set(asked)).toEqual(new Set(['login.example.com:443']));
    await expect(fetch(proxyUrl, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
    expect(new Set(asked)).toEqual(new Set(['login.example.com:443']));
  } finally {
    end();
  }
});
