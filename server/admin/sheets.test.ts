import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { maxSheetBytes } from '#contract/sheet.ts';
import type { AnswerCall } from '#server/admin/create-console-api.ts';
import { localOrigin, openConsoleFixture } from '#test/console-fixture.ts';
import { consoleLimits } from './console-app.ts';

const choices = { kind: 'creator', chosen: [] };
const bodyOf = (sheet: string | Buffer) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(choices)}\n`), Buffer.from(sheet)]);
const sheetType = { 'content-type': 'application/octet-stream' };

type Answer = (request: { sheet: Uint8Array }) => Promise<unknown>;

/** The console, listening; what it answers to a sheet. */
async function listen(answer: Answer, limits = consoleLimits) {
  const fixture = await openConsoleFixture({
    answer: ((_call, request) => answer(request as { sheet: Uint8Array })) as AnswerCall,
    limits,
  });
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = fixture.app.server.address() as AddressInfo;
  const open = (call: string, length: number, headers: Record<string, string> = {}) => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    const { host } = new URL(localOrigin);
    const sent = { host, origin: localOrigin, ...sheetType, 'content-length': `${length}`, ...headers };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /api/${call} HTTP/1.1\r\n${lines.join('')}connection: close\r\n\r\n`);
    return socket;
  };
  return { ...fixture, open, cookie: await fixture.signIn() };
}

test('a sheet arrives as it is, behind the choices', async () => {
  const { call, signIn, made } = await openConsoleFixture();
  const cookie = await signIn();
  const sheet = Buffer.from([0xff, 0xfe, 10, 0]);
  const send = (body: string | Buffer) =>
    call('readSheet', body.toString('latin1'), { cookie, headers: sheetType });
  expect((await send(bodyOf(sheet).subarray(0, -4))).statusCode).toBe(404);
  expect(made).toMatchObject([{ call: 'readSheet', request: { ...choices, sheet: Buffer.of() } }]);
  for (const [body, status] of [
    [bodyOf(Buffer.alloc(maxSheetBytes)), 404],
    [bodyOf(Buffer.alloc(maxSheetBytes + 1)), 422],
    [bodyOf(Buffer.alloc(maxSheetBytes + 64 * 1024)), 413],
    [JSON.stringify(choices), 400],
    ['\n', 400],
    ['', 400],
    ['"text"\n', 422],
    ['null\n', 422],
  ] as const)
    expect([body.length, (await send(body)).statusCode]).toEqual([body.length, status]);
  const asJson = await call('readSheet', { ...choices, sheet: 'RW1haWw=' }, { cookie });
  expect(asJson.statusCode).toBe(422);
});

test('of a call without a session no body is taken, not even with an invented cookie', async () => {
  const { open, call } = await listen(async () => ({}));
  for (const cookie of ['', `entree-console=${'a'.repeat(43)}`]) {
    const socket = open('readSheet', maxSheetBytes, { cookie });
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  }
  expect((await call('signIn', { token: 'a'.repeat(900) })).statusCode).toBe(422);
  expect((await call('signIn', { token: 'a'.repeat(1_024) })).statusCode).toBe(413);
  expect((await call('signOut', ' '.repeat(1_025))).statusCode).toBe(413);
});

test('sheets are read one at a time; of nine at once the ninth is refused, and taken when there is room', async () => {
  let atOnce = 0;
  let most = 0;
  const release = Promise.withResolvers<void>();
  const { call, cookie } = await listen(async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await release.promise;
    atOnce -= 1;
    return {};
  });
  const send = () => call('readSheet', String(bodyOf('Email\n')), { cookie, headers: sheetType });
  const sent = Array.from({ length: 9 }, send);
  const refused = await Promise.race(sent);
  expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE', message: /Try again in a minute/ });
  release.resolve();
  const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  expect(statuses.sort()).toEqual([...Array(8).fill(200), 503]);
  expect(most).toBe(1);
  expect((await send()).statusCode).toBe(200);
});

test('the next sheet is read when the file of the one before was sent', async () => {
  const begun: string[] = [];
  const release = Promise.withResolvers<void>();
  async function* body() {
    begun.push('file');
    await release.promise;
    yield 'Email\r\n';
    begun.push('file sent');
  }
  const { call, cookie } = await listen(async ({ sheet }) => {
    if (String(sheet) === 'file')
      return { fileName: 'a.csv', contentType: 'text/csv', rows: null, body: body() };
    begun.push('sheet');
    return {};
  });
  const send = (name: string, sheet: string) =>
    call(name, String(bodyOf(sheet)), { cookie, headers: sheetType });
  const sent = [send('refusedRows', 'file'), send('readSheet', 'Email\n')];
  await expect.poll(() => begun).toEqual(['file']);
  release.resolve();
  const [file] = await Promise.all(sent);
  expect(file?.body).toBe('Email\r\n');
  expect(begun).toEqual(['file', 'file sent', 'sheet']);
});

test('a sheet that is read for longer than other calls may take is answered', async () => {
  const release = Promise.withResolvers<void>();
  const answer: Answer = ({ sheet }) => (sheet === undefined ? new Promise(() => {}) : release.promise);
  const timeouts = { ...consoleLimits.timeouts, stalledMs: 1_000 };
  const { open, cookie } = await listen(answer, { ...consoleLimits, timeouts });
  const body = bodyOf('Email\n');
  const socket = open('readSheet', body.length, { cookie });
  socket.write(body);
  const other = open('cities', 2, { cookie, 'content-type': 'application/json' });
  other.write('{}');
  expect(await text(other)).toBe('');
  release.resolve();
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test.each([
  ['faster than the least rate arrives', 500, 200],
  ['more slowly is given up', 1, 408],
])('a body that comes %s', async (_how, piece, status) => {
  // Long enough for a busy machine to come to the ten milliseconds of the sender.
  const bodyRate = { everyMs: 1_000, minBytes: 1_000 };
  const { open, cookie } = await listen(async () => ({}), { ...consoleLimits, bodyRate });
  const body = bodyOf(Buffer.alloc(100_000));
  const socket = open('readSheet', body.length, { cookie });
  let sent = 0;
  const sending = setInterval(() => {
    socket.write(body.subarray(sent, sent + piece));
    sent += piece;
  }, 10);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  clearInterval(sending);
});

test('a sheet of 4 MiB arrives at 1 Mbit/s, and at the least rate', () => {
  const { timeouts, bodyRate } = consoleLimits;
  const leastBytesPerMs = bodyRate.minBytes / bodyRate.everyMs;
  const mbitBytesPerMs = 125;
  expect(leastBytesPerMs).toBeLessThan(mbitBytesPerMs / 2);
  expect(maxSheetBytes / leastBytesPerMs).toBeLessThan(timeouts.requestMs);
});
