import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listenForOps } from './ops-server.ts';

test('metrics are for the names of this machine, and not for another name that leads here (DNS rebinding)', async () => {
  const metrics = { render: async () => ({ contentType: 'text/plain', text: 'up 1\n' }) };
  const server = await listenForOps(metrics, 0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (host: string) => {
    const [answer] = await once(
      request({ host: '127.0.0.1', port, path: '/metrics', headers: { host }, agent: false }).end(),
      'response',
    );
    return [answer.statusCode, await text(answer)];
  };
  for (const host of [`127.0.0.1:${port}`, 'localhost:9999', 'LOCALHOST', '[::1]:9464'])
    expect(await ask(host), host).toEqual([200, 'up 1\n']);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1.evil.example',
    'localhost.evil.example',
  ]) {
    const [status, body] = await ask(host);
    expect(status, host).toBe(403);
    expect(body).not.toContain('up 1');
  }
});
