import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { functionNames, publishableKey } from '#contract/wire.ts';
import { createBackendClient } from '#site/backend/client.ts';
import { readBackendSettings } from '#site/backend/settings.ts';

const call = { name: functionNames.contact, body: { name: 'Ada' }, idempotencyKey: 'a-key' };
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A backend of our own on a free port. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('settings', () => {
  test("left unset, the page's own origin and the committed key", () => {
    expect(readBackendSettings({}, 'https://entree.example')).toEqual({
      url: 'https://entree.example',
      key: publishableKey,
    });
  });

  test('set to empty, they stay empty', () => {
    const built = { PUBLIC_BACKEND_URL: '', PUBLIC_BACKEND_ANON_KEY: '' };
    expect(readBackendSettings(built, 'https://entree.example')).toEqual({ url: '', key: '' });
  });
});

describe('creating the client fails', () => {
  test.each([
    ['', 'k', 'PUBLIC_BACKEND_URL'],
    ['https://entree.example', '', 'PUBLIC_BACKEND_ANON_KEY'],
    ['/api', 'k', 'PUBLIC_BACKEND_URL'],
    ['ftp://entree.example', 'k', 'PUBLIC_BACKEND_URL'],
    ['https://', 'k', 'PUBLIC_BACKEND_URL'],
  ])('with URL "%s" and key "%s", naming %s', (url, key, setting) => {
    expect(() => createBackendClient({ url, key })).toThrow(setting);
  });
});

describe('a call', () => {
  test('is a POST with the key, the idempotency key, and no Authorization without a session', async () => {
    let seen: IncomingMessage | undefined;
    const url = await listen((request, response) => {
      seen = request;
      response.setHeader('content-type', 'application/json').end('{"success":true,"id":"1"}');
    });
    const { error } = await createBackendClient({ url: `${url}/`, key: 'k' }).invoke(call);
    expect(error).toBeNull();
    expect(seen?.method).toBe('POST');
    expect(seen?.url).toBe('/functions/v1/send-to-slack');
    expect(seen?.headers).toMatchObject({
      apikey: 'k',
      'idempotency-key': 'a-key',
      'content-type': 'application/json',
    });
    expect(seen?.headers.authorization).toBeUndefined();
  });

  test("carries a stored session's token", async () => {
    let authorization: string | undefined;
    const url = await listen((request, response) => {
      authorization = request.headers.authorization;
      response.end();
    });
    const client = createBackendClient({ url, key: 'k' }, { readToken: async () => 'token' });
    await client.invoke(call);
    expect(authorization).toBe('Bearer token');
  });

  test('fails with the answer when the server refuses', async () => {
    const url = await listen((_, response) => response.writeHead(422).end('{"fields":{"name":"Too long"}}'));
    const { error, response } = await createBackendClient({ url, key: 'k' }).invoke(call);
    expect(error).toBeInstanceOf(Error);
    expect(response?.status).toBe(422);
    expect(await response?.json()).toEqual({ fields: { name: 'Too long' } });
  });

  test('is given up when no answer comes in time', async () => {
    const url = await listen(() => {});
    const { error } = await createBackendClient({ url, key: 'k' }, { timeoutMs: 50 }).invoke(call);
    expect(error).toBeInstanceOf(Error);
  });
});
