import { type AddressInfo, createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { calls } from '#server/operator/calls.ts';
import { localOrigin, openConsoleFixture, teamOrigin } from '#test/console-fixture.ts';

const forgedHosts = [
  'evil.example',
  'evil.example:3001',
  '127.0.0.1',
  '127.0.0.1:3002',
  'localhost.evil.example:3001',
  '127.0.0.1:3001.evil.example',
  'console.example.com.evil.example',
  'console.example.com:3001',
  '0.0.0.0:3001',
  '',
];

test.each(forgedHosts)('the name %s, which may lead here (DNS rebinding), gets nothing', async (host) => {
  const { app, signIn, made } = await openConsoleFixture();
  const cookie = await signIn();
  for (const [method, url] of [
    ['GET', '/'],
    ['GET', '/assets/main-abc123.js'],
    ['POST', '/api/session'],
  ] as const) {
    const answer = await app.inject({
      method,
      url,
      headers: {
        host,
        origin: `http://${host}`,
        cookie,
        'content-type': 'application/json',
        'x-forwarded-host': '127.0.0.1:3001',
      },
      ...(method === 'POST' ? { payload: '{}' } : {}),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN']);
  }
  expect(made).toEqual([]);
});

test('the names of this machine and ADMIN_URL are answered, in any case', async () => {
  const { app } = await openConsoleFixture();
  for (const host of [
    '127.0.0.1:3001',
    'localhost:3001',
    '[::1]:3001',
    'LOCALHOST:3001',
    'console.example.com',
  ])
    expect((await app.inject({ url: '/', headers: { host } })).statusCode, host).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }],
  ['the same name without TLS', { origin: 'http://console.example.com', 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['the console’s other address', { origin: teamOrigin, 'sec-fetch-site': 'cross-site' }],
  ['a page that lies in Origin', { 'sec-fetch-site': 'cross-site' }],
  ['a page beside it that lies in Origin', { 'sec-fetch-site': 'same-site' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
])('a call from %s is refused, with the cookie of a session (CSRF)', async (_from, headers) => {
  const { call, signIn, made, createLink } = await openConsoleFixture();
  const cookie = await signIn();
  const token = await createLink('ada');
  expect((await call('retry', { channel: 'letters' }, { cookie, headers })).statusCode).toBe(403);
  expect((await call('signOut', {}, { cookie, headers })).statusCode).toBe(403);
  expect((await call('signIn', { token }, { headers })).statusCode).toBe(403);
  expect(made).toEqual([]);
  expect((await call('session', {}, { cookie })).statusCode).toBe(200);
});

test('a call without an Origin is refused', async () => {
  const { app, signIn } = await openConsoleFixture();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { host: '127.0.0.1:3001', cookie: await signIn(), 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(403);
});

test.each([
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json+evil',
])('a body of a form (%s) is refused, even from here', async (type) => {
  const { call, signIn, made } = await openConsoleFixture();
  const answer = await call('retry', '{}', {
    cookie: await signIn(),
    headers: { 'content-type': type },
  });
  expect(answer.statusCode).toBe(415);
  expect(made).toEqual([]);
});

test('no call but that of signing in is answered without a session', async () => {
  const { call, made } = await openConsoleFixture();
  for (const name of ['session', ...Object.keys(calls)]) {
    const answer = await call(name, '{"not":"parsed"');
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 401, 'SIGN_IN']);
  }
  expect(made).toEqual([]);
});

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'] as const)('%s makes no call', async (method) => {
  const { app, signIn, made } = await openConsoleFixture();
  const answer = await app.inject({
    method,
    url: '/api/retry',
    headers: { host: '127.0.0.1:3001', origin: localOrigin, cookie: await signIn() },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  expect(made).toEqual([]);
});

test.each([
  '/assets/../index.html',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '//evil.example/assets/main-abc123.js',
  '/assets/main-abc123.js%00.html',
  '/assets/main-abc123.js.br',
  '/.stamp',
  '/%zz',
  '/api/__proto__',
  '/api/constructor',
])('%s is nothing', async (url) => {
  const { app } = await openConsoleFixture();
  const answer = await app.inject({ url, headers: { host: '127.0.0.1:3001' } });
  expect([400, 404]).toContain(answer.statusCode);
  expect(answer.body).not.toMatch(/entree|doctype/i);
});

test('keys of the prototype in the JSON are refused, whatever their spelling', async () => {
  const { call, signIn, made } = await openConsoleFixture();
  const cookie = await signIn();
  for (const body of [
    '{"__proto__":{"isAdmin":true}}',
    '{"\\u005f_proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"filter":{"__proto__":{"kind":"creator"}}}',
  ]) {
    const answer = await call('retry', body, { cookie });
    expect([400, 422]).toContain(answer.statusCode);
  }
  expect(made).toEqual([]);
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
});

test('a body that is too large, or no JSON, is refused without a word of it', async () => {
  const { call, signIn } = await openConsoleFixture();
  const cookie = await signIn();
  const large = JSON.stringify({ text: 'secret'.repeat(20_000) });
  const answers = [
    await call('addNote', large, { cookie }),
    await call('addNote', '{"secret', { cookie }),
    await call('addNote', '', { cookie }),
    await call('addNote', { secret: 'secret' }, { cookie }),
    await call('addNote', '['.repeat(30_000), { cookie }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 400, 400, 422, 400]);
  for (const { body } of answers) expect(body).not.toContain('secret');
});

test('every answer is closed to frames, other sites and caches; hashed files alone are kept', async () => {
  const { app, call, signIn } = await openConsoleFixture();
  const host = '127.0.0.1:3001';
  const page = await app.inject({ url: '/', headers: { host } });
  const file = await app.inject({ url: '/assets/main-abc123.js', headers: { host } });
  const answers = [
    page,
    file,
    await call('session', {}, { cookie: await signIn() }),
    await call('session'),
    await app.inject({ url: '/no', headers: { host } }),
    await app.inject({ url: '/', headers: { host: 'evil' } }),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    // The letters' preview has style attributes; nothing else may be inline.
    expect(headers['content-security-policy']).not.toMatch(/(?<!style-src-attr ')unsafe|\*/);
  }
  expect(page.headers['cache-control']).toBe('no-cache');
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const { headers } of answers.slice(2)) expect(headers['cache-control']).toBe('no-store');
});

test('nothing that was sent, and nobody, is in the log', async () => {
  const { app, call, signIn, logged } = await openConsoleFixture({
    answer: async () => {
      throw new Error('grace@example.com is in the way');
    },
  });
  const cookie = await signIn('grace');
  const about = crypto.randomUUID();
  const answer = await call('person', { about }, { cookie });
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
  await app.inject({ url: '/grace?text=grace', headers: { host: '127.0.0.1:3001' } });
  const log = logged.join('');
  expect(log).toContain('request failed');
  expect(log).not.toMatch(/grace/i);
  expect(log).not.toContain(about);
  expect(log).not.toContain(cookie.slice(-43));
});

test('on the wire: two Host headers, a length with chunks and a second request behind the first reach no call', async () => {
  const { app, signIn, made } = await openConsoleFixture();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const cookie = await signIn();
  const head = (lines: string[]) =>
    `${['POST /api/retry HTTP/1.1', ...lines, `Origin: ${localOrigin}`, `Cookie: ${cookie}`, 'Content-Type: application/json'].join('\r\n')}\r\n\r\n`;
  const own = 'Host: 127.0.0.1:3001';
  const statusOf = async (text: string) => {
    const answer = await send(port, text);
    return answer.match(/HTTP\/1\.1 \d+/g) ?? [];
  };
  expect(
    await statusOf(`${head([own, 'Host: evil.example', 'Content-Length: 2', 'Connection: close'])}{}`),
  ).toEqual(['HTTP/1.1 403']);
  expect(
    await statusOf(`${head([own, 'Content-Length: 2', 'Transfer-Encoding: chunked'])}0\r\n\r\n`),
  ).toEqual(['HTTP/1.1 400']);
  expect(await statusOf(`${head([own, 'Content-Length: 2', 'Content-Length: 3'])}{}`)).toEqual([
    'HTTP/1.1 400',
  ]);
  expect(
    await statusOf(
      `POST http://evil.example/api/retry HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    ),
  ).toEqual(['HTTP/1.1 403']);
  // Pipelined: the second is a request of its own, and is checked as one.
  const forged =
    'POST /api/retry HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
  expect(await statusOf(`GET / HTTP/1.1\r\n${own}\r\n\r\n${forged}`)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 403',
  ]);
  expect(made).toEqual([]);
});

/** All that is answered until the server closes the connection. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection({ host: '127.0.0.1', port }, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
