import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { post, readRetryAfter } from './post.ts';

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const send = (url: string, { timeoutMs = 30_000, signal = new AbortController().signal } = {}) =>
  post(url, { body: '{}', timeoutMs, signal }, async ({ status }) => status);

test('why there is no answer is told apart, with a code that names no address', async () => {
  const closed = createServer();
  const url = await listen(closed);
  closed.close();
  expect(await send(url)).toEqual({ failure: 'unreached', detail: 'ECONNREFUSED' });
  const cutting = await listen(createServer((request) => request.socket.destroy()));
  expect(await send(cutting)).toMatchObject({ failure: 'cut' });
  expect(await send('http://127.0.0.1:1')).toEqual({ failure: 'unreached', detail: null });
});

test('a timeout is none of a stop, and a stop none of a timeout', async () => {
  const stop = new AbortController();
  const silent = await listen(createServer(() => stop.abort()));
  expect(await send(silent, { signal: stop.signal })).toEqual({ failure: 'stopped', detail: null });
  const mute = await listen(createServer(() => undefined));
  expect(await send(mute, { timeoutMs: 50 })).toEqual({ failure: 'timeout', detail: null });
});

test.each([
  ['5', 5_000],
  [' 5 ', 5_000],
  ['120', 120_000],
  ['0', null],
  ['5x', null],
  ['x5', null],
  ['1.5', null],
  ['-1', null],
  ['Sat, 28 Nov 2026 14:00:07 GMT', 7_000],
  ['Sat, 28 Nov 2026 13:59:59 GMT', null],
  ['xSat, 28 Nov 2026 14:00:07 GMT', null],
  ['Sat, 28 Nov 2026 14:00:07 GMTx', null],
  ['2026-11-28T14:00:07Z', null],
  [null, null],
])('a Retry-After of %j is a wait of %j ms', (text, waitMs) => {
  const headers = new Headers(text === null ? {} : { 'retry-after': text });
  expect(readRetryAfter(headers, Date.UTC(2026, 10, 28, 14))).toBe(waitMs);
});
