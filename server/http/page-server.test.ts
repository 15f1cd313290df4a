import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { functionNames, functionPath } from '#contract/wire.ts';
import { type AppFixture, contactBody, keyHeader, openAppFixture } from '#server/app-fixture.ts';

let fixture: AppFixture;
let port = 0;
const answered: { route: string; status: number }[] = [];
beforeAll(async () => {
  fixture = await openAppFixture({}, undefined, {
    onAnswered: (route, status) => answered.push({ route, status }),
  });
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

/** Through the server, which answers pages itself; `inject` goes through the router. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { connection: 'close', ...headers },
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const ofThePage = ({ date: _date, connection: _connection, ...rest }: IncomingHttpHeaders) => rest;

test.each<[string, string, Record<string, string>]>([
  ['GET', '/', {}],
  ['GET', '/creators?utm_source=x', { 'accept-encoding': 'gzip, br' }],
  ['HEAD', '/venues', { 'accept-encoding': 'gzip' }],
  ['GET', '/', { 'if-none-match': '*' }],
  ['GET', '/_astro/a.js', { range: 'bytes=3-9' }],
  ['GET', '/_astro/a.js', { range: 'bytes=999999-' }],
  ['GET', '/creators/', {}],
  ['GET', '/%63reators', {}],
  ['GET', '/nothing', { 'accept-encoding': 'br' }],
  ['POST', '/creators', {}],
  ['GET', '/healthz', {}],
])('%s %s %j is answered as the router would answer it', async (method, path, headers) => {
  const answer = await ask(method, path, headers);
  const routed = await fixture.app.inject({ method: method as 'GET', url: path, headers });
  expect(answer.status).toBe(routed.statusCode);
  expect(ofThePage(answer.headers)).toEqual(ofThePage(routed.headers as IncomingHttpHeaders));
  expect(answer.body).toEqual(routed.rawPayload);
});

test('each answer is counted once, and logged without its path', async () => {
  const before = fixture.logged.length;
  answered.length = 0;
  await ask('GET', '/creators?secret=1');
  await ask('GET', '/nothing?secret=1');
  await vi.waitFor(() => expect(answered).toHaveLength(2));
  expect(answered).toEqual([
    { route: '*', status: 200 },
    { route: '*', status: 404 },
  ]);
  const lines = fixture.logged.slice(before).map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { msg: 'answered', method: 'GET', route: '*', status: 200, ms: expect.any(Number) },
    { msg: 'answered', method: 'GET', route: '*', status: 404 },
  ]);
  expect(fixture.logged.slice(before).join()).not.toContain('secret');
});

test('a call of a function goes to the router', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}${functionPath(functionNames.contact)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader },
    body: JSON.stringify(contactBody),
  });
  expect(answer.status).toBe(200);
});

describe('a stop', () => {
  test('answers the page that was being asked for, and has its client hang up', async () => {
    const own = await openAppFixture();
    await own.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((own.app.server.address() as AddressInfo).port, '127.0.0.1');
    // A whole request, so that its answer tells that the half one behind it has been read as well.
    socket.write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /creators HTTP/1.1\r\nHost: x\r\n');
    await once(socket, 'readable');
    const closing = own.close();
    await vi.waitFor(() => expect(own.app.server.listening).toBe(false));
    socket.write('\r\n');
    const [, , last = ''] = (await text(socket)).split('HTTP/1.1 200 OK');
    expect(last.toLowerCase()).toContain('connection: close');
    expect(last).toContain('<title>Creators</title>');
    await closing;
  });

  test('does not wait for a client that keeps its connection', async () => {
    const own = await openAppFixture();
    const address = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await own.close();
    await closed;
  });
});
