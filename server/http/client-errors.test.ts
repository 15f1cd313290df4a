import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { afterAll, expect, test } from 'vitest';
import {
  contactCallPath,
  keyHeader,
  openAppFixture,
  openOwnFixture,
  waitlistCallPath,
} from '#server/app-fixture.ts';

const fixture = await openAppFixture();
afterAll(() => fixture.close());

let base: Promise<string> | null = null;
const listen = (): Promise<string> => {
  base ??= fixture.app.listen({ host: '127.0.0.1', port: 0 });
  return base;
};

async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(await listen()).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['two equal Hosts', 'GET /healthz HTTP/1.1\r\nhost: x\r\nHOST: x\r\n\r\n', 400],
  ['an invalid Host', 'GET / HTTP/1.1\r\nHost: x/../y\r\n\r\n', 400],
  ['a bad Expect', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n', 417],
  ['a huge head', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('%s is answered with a clean error', async (_what, bytes, status) => {
  const answer = await exchange(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'INVALID_REQUEST' });
});

test.each(['x', 'example.com:3000', '[::1]:3000', 'a_b.example', ''])(
  'the Host %j is valid',
  async (host) => {
    const answer = await exchange(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  },
);

test('HTTP/1.0 needs no Host', async () => {
  expect(await exchange('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

test('an absolute request target is answered as its path', async () => {
  const answer = await exchange('GET http://x/creators HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(answer).toContain('<title>Creators</title>');
});

test.each([true, false])('10 MB (chunked: %s) is answered 413 and the answer arrives', async (isChunked) => {
  const base = await listen();
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const body = isChunked
    ? ReadableStream.from(Array<Buffer>(10).fill(chunk))
    : Buffer.concat(Array(10).fill(chunk));
  const answer = await fetch(base + waitlistCallPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit);
  expect([answer.status, (await answer.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

/** The port of a server that does not wait long. */
async function listenImpatiently(changes: object = {}) {
  const timeouts = { headersMs: 200, requestMs: 300, keepAliveMs: 1_000, stalledMs: 5_000, checkEveryMs: 50 };
  const { app } = await openOwnFixture({}, () => ({ timeouts: { ...timeouts, ...changes } }));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const connection = once(app.server, 'connection') as Promise<[Socket]>;
  return { port: Number(new URL(address).port), connection };
}

test.each([
  ['a head', 'POST /functions/v1/send-to-slack HTTP/1.1\r\nHost: x\r\n'],
  [
    'a body',
    `POST ${contactCallPath} HTTP/1.1\r\nHost: x\r\napikey: ${keyHeader.apikey}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
  ],
])('%s that never ends is given up with 408', async (_what, bytes) => {
  const { port } = await listenImpatiently();
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test.each([
  ['a head', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n'],
])('whoever goes on sending %s after the 408 loses the connection', async (_what, bytes) => {
  const { port, connection } = await listenImpatiently();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  const [accepted] = await connection;
  socket.write(bytes);
  const sending = setInterval(() => socket.write('x'), 100);
  await once(accepted, 'close');
  clearInterval(sending);
  socket.destroy();
});

test('the connection of a client that does not read its answers is closed', async () => {
  const patient = { headersMs: 60_000, requestMs: 60_000, keepAliveMs: 60_000, stalledMs: 1_000 };
  const { port, connection } = await listenImpatiently(patient);
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  const [accepted] = await connection;
  const closed = once(accepted, 'close');
  // More than the buffers of both ends hold.
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20_000));
  await closed;
  expect(accepted.bytesWritten).toBeGreaterThan(100_000);
  socket.destroy();
});
