import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { trapField } from '#contract/submission.ts';
import { functionNames, functionPath } from '#contract/wire.ts';
import type { Store } from '#server/store/store.ts';
import {
  type AppFixture,
  contactBody,
  creatorBody,
  keyHeader,
  openAppFixture,
  venueBody,
} from './app-fixture.ts';
import { StoreBusyError, StoreUnavailableError } from './store/errors.ts';

const waitlistPath = functionPath(functionNames.waitlist);
const contactPath = functionPath(functionNames.contact);
const origin = 'http://localhost:3000';

let fixture: AppFixture;
beforeAll(async () => {
  fixture = await openAppFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  // What earlier tests sent is claimed, so that a test finds only its own.
  await fixture.due('waitlist');
  await fixture.due('contact');
  fixture.logged.length = 0;
});

/** An app of the test's own. */
async function openOwn(...args: Parameters<typeof openAppFixture>): Promise<AppFixture> {
  const own = await openAppFixture(...args);
  onTestFinished(() => own.close());
  return own;
}

interface Call {
  url?: string;
  body?: unknown;
  headers?: Record<string, string>;
  app?: FastifyInstance;
}

const call = ({ url = waitlistPath, body = creatorBody, headers = {}, app = fixture.app }: Call = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', origin, ...keyHeader, ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });

/** What every refusal carries. */
function expectRefusal(answer: Awaited<ReturnType<typeof call>>, status: number, code: string): void {
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code });
  expect(answer.headers).toMatchObject({
    'sb-error-code': code,
    'access-control-allow-origin': origin,
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(typeof answer.json().message).toBe('string');
}

describe('functions', () => {
  test.each([
    ['creator', waitlistPath, creatorBody, 'waitlist'],
    ['venue', waitlistPath, venueBody, 'waitlist'],
    ['contact', contactPath, contactBody, 'contact'],
  ] as const)(
    'a %s submission answers 200 with its id and stands in the store',
    async (kind, url, body, channel) => {
      const answer = await call({ url, body });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ success: true, id: expect.any(String) });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(await fixture.due(channel)).toMatchObject([
        { id: answer.json().id, kind, fields: { email: body.email } },
      ]);
    },
  );

  test.each(['{', '', 'name=x', '{"name":}', '\u0000', Buffer.from([0x22, 0xff, 0x22])])(
    '400: %j is not JSON',
    async (body) => expectRefusal(await call({ body }), 400, 'INVALID_JSON'),
  );

  test('401: the key is missing or wrong; a Bearer is no reason to refuse', async () => {
    expectRefusal(await call({ headers: { apikey: '' } }), 401, 'UNAUTHORIZED_NO_AUTH_HEADER');
    expectRefusal(await call({ headers: { apikey: 'wrong' } }), 401, 'INVALID_CREDENTIALS');
    expect((await call({ headers: { authorization: 'Bearer unknown' } })).statusCode).toBe(200);
  });

  test('404: an unknown function', async () => {
    expectRefusal(await call({ url: '/functions/v1/nothing' }), 404, 'NOT_FOUND');
    expectRefusal(await call({ url: '/functions/v1' }), 404, 'NOT_FOUND');
    expectRefusal(await call({ url: '/functions/v1/%zz' }), 404, 'NOT_FOUND');
  });

  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const)(
    '405 with Allow: %s',
    async (method) => {
      const answer = await fixture.app.inject({
        method: method as 'GET',
        url: waitlistPath,
        headers: { origin },
      });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers).toMatchObject({ allow: 'POST, OPTIONS', 'sb-error-code': 'METHOD_NOT_ALLOWED' });
    },
  );

  test('413: more than 64 KiB', async () => {
    const body = { ...creatorBody, bio: 'x'.repeat(70_000) };
    expectRefusal(await call({ body }), 413, 'PAYLOAD_TOO_LARGE');
  });

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'nonsense', 'application/xml'])(
    '415: %s',
    async (type) =>
      expectRefusal(await call({ headers: { 'content-type': type } }), 415, 'UNSUPPORTED_MEDIA_TYPE'),
  );

  test('415: a compressed body, and none at all', async () => {
    expectRefusal(await call({ headers: { 'content-encoding': 'gzip' } }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    const answer = await fixture.app.inject({
      method: 'POST',
      url: waitlistPath,
      headers: { origin, ...keyHeader },
    });
    expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('422 names the fields and never what they held', async () => {
    const answer = await call({ body: { ...creatorBody, email: 'sentinel@', name: ' ', sentinelKey: 1 } });
    expectRefusal(answer, 422, 'INVALID_FIELDS');
    const fields = await call({ body: { ...creatorBody, email: 'sentinel@', name: ' ' } });
    expect(Object.keys(fields.json().fields)).toEqual(['name', 'email']);
    expect(answer.body + fields.body).not.toContain('sentinel');
  });

  test('429 with the seconds to wait, for the address alone that sent too many', async () => {
    const { app } = await openOwn({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
    const from = (address: string) => call({ app, headers: { 'x-forwarded-for': address } });
    expect((await from('2001:db8:1:2::1')).statusCode).toBe(200);
    expect((await from('2001:db8:1:2:ffff::2')).statusCode).toBe(200);
    const answer = await from('2001:db8:1:2::3');
    expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(58);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await from('2001:db8:1:3::1')).statusCode).toBe(200);
  });

  test('a forged forwarded address does not get around the limit', async () => {
    const { app } = await openOwn({ RATE_LIMIT_PER_MINUTE: '1' });
    expect((await call({ app, headers: { 'x-forwarded-for': '203.0.113.1' } })).statusCode).toBe(200);
    expect((await call({ app, headers: { 'x-forwarded-for': '203.0.113.2' } })).statusCode).toBe(429);
  });

  test.each([
    ['a list', (count: number) => ({ 'x-forwarded-for': `203.0.113.${count}, 198.51.100.1, 192.0.2.9` })],
    ['ports', (count: number) => ({ 'x-forwarded-for': `203.0.113.${count}:1, 192.0.2.9:${count}` })],
    ['loopback at the end', () => ({ 'x-forwarded-for': '192.0.2.9, 127.0.0.1, ::1' })],
    [
      'Forwarded',
      (count: number) => ({ 'x-forwarded-for': '192.0.2.9', forwarded: `for=203.0.113.${count}` }),
    ],
    [
      'other headers',
      (count: number) => ({ 'x-forwarded-for': '192.0.2.9', 'x-real-ip': `203.0.113.${count}` }),
    ],
  ])('what stands before a proxy’s own word does not get around the limit: %s', async (_name, forge) => {
    const { app } = await openOwn({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
    const statuses: number[] = [];
    for (const count of [1, 2, 3]) statuses.push((await call({ app, headers: forge(count) })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test.each([new StoreUnavailableError('disk full'), new StoreBusyError('queue full')])(
    '503 with Retry-After: $name',
    async (error) => {
      const refusing = (store: Store) => ({ ...store, accept: () => Promise.reject(error) });
      const { app, logged } = await openOwn({}, refusing);
      const answer = await call({ app });
      expectRefusal(answer, 503, 'UNAVAILABLE');
      expect(answer.body).not.toContain(error.message);
      expect(logged.join()).toContain(`"reason":"${error.message}"`);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    },
  );

  test('500 for our own mistakes: plain, logged with the request id, nothing of the input in either', async () => {
    const bug = Object.assign(new TypeError('ana@example.com is not iterable'), {
      detail: 'ana@example.com',
    });
    const { app, logged } = await openOwn({}, (store) => ({ ...store, accept: () => Promise.reject(bug) }));
    const answer = await call({ app });
    expectRefusal(answer, 500, 'INTERNAL');
    expect(answer.body).not.toMatch(/ana@|iterable|at /);
    expect(logged.some((line) => line.includes('request failed') && line.includes('reqId'))).toBe(true);
    expect(logged.join()).not.toContain('ana@');
  });

  test('the same Idempotency-Key answers the same and stores once; one that is no UUID is refused', async () => {
    const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3301' };
    const first = await call({ headers });
    const second = await call({ headers: { 'idempotency-key': headers['idempotency-key'].toLowerCase() } });
    expect(second.json()).toEqual(first.json());
    expect(await fixture.due('waitlist')).toHaveLength(1);
    expectRefusal(await call({ headers: { 'idempotency-key': 'x' } }), 400, 'INVALID_IDEMPOTENCY_KEY');
  });

  test('another content under the same Idempotency-Key is stored too, and hears nothing of the first', async () => {
    const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3302' };
    const first = await call({ headers });
    const other = await call({ headers, body: { ...creatorBody, name: 'Somebody else' } });
    expect(other.statusCode).toBe(200);
    expect(other.json().id).not.toBe(first.json().id);
    expect(await fixture.due('waitlist')).toHaveLength(2);
  });

  test('a filled trap field answers 200, and the submission is held back', async () => {
    expect((await call({ body: { ...creatorBody, [trapField]: 'buy' } })).statusCode).toBe(200);
    expect(await fixture.due('waitlist')).toEqual([]);
    const states = await fixture.store.channelStates();
    expect(states.find(({ channel }) => channel === 'waitlist')?.quarantined).toBe(1);
  });

  test('emoji, right-to-left and Slack’s markup arrive as they were typed', async () => {
    const bio = '👩🏽‍🚀 שלום \u202e<!channel> *b* `c` & <http://x|y>\nline';
    expect((await call({ body: { ...creatorBody, bio, name: '<@U123>' } })).statusCode).toBe(200);
    expect(await fixture.due('waitlist')).toMatchObject([{ fields: { bio, name: '<@U123>' } }]);
  });

  test('logs carry nothing that was sent', async () => {
    await call({
      url: `${waitlistPath}?email=ana@example.com`,
      headers: { referer: `${origin}/?q=ana@example.com` },
    });
    await call({ body: '{"email":"ana@example.com"' });
    await fixture.app.inject({ method: 'GET', url: '/ana@example.com' });
    expect(fixture.logged.length).toBeGreaterThanOrEqual(3);
    expect(fixture.logged.join()).not.toMatch(/ana|127\.0\.0\.1/);
  });
});

describe('any input', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });
  const anyValue = fc.oneof(anyText, fc.boolean(), fc.jsonValue());
  const nearlyRight = fc.record(
    Object.fromEntries(Object.keys(creatorBody).map((key) => [key, anyText])) as Record<
      string,
      typeof anyText
    >,
  );

  test('is never a 5xx, whatever the body', async () => {
    const bodies = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...Object.keys(creatorBody), '__proto__', 'constructor'), anyValue),
      fc
        .tuple(nearlyRight, fc.boolean())
        .map(([body, isVenueForm]) => ({ ...body, email: 'a@b', isVenueForm })),
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(waitlistPath, contactPath), async (body, url) => {
        expect([200, 422]).toContain((await call({ url, body: JSON.stringify(body) })).statusCode);
      }),
      { numRuns: 300 },
    );
  });

  test('is never a 5xx, whatever the bytes, the type and the path', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      ';',
      'a/b;=',
    );
    const paths = fc.oneof(
      fc.constantFrom(waitlistPath, contactPath),
      fc.webPath().map((path) => `/${path}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), types, paths, async (bytes, type, url) => {
        const answer = await call({ url, body: Buffer.from(bytes), headers: { 'content-type': type } });
        expect(answer.statusCode).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});

describe('CORS', () => {
  test('a preflight from an allowed origin may send what the official client sends', async () => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const answer = await fixture.app.inject({ method: 'OPTIONS', url: waitlistPath, headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ');
    const sent = ['apikey', 'authorization', 'content-type', 'x-client-info', 'idempotency-key'];
    expect(allowed).toEqual(expect.arrayContaining(sent));
  });

  test('another origin is not allowed', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await fixture.app.inject({ method: 'OPTIONS', url: waitlistPath, headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await call({ headers })).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('forms without scripts', () => {
  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fixture.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        host: 'localhost:3000',
        ...headers,
      },
      payload: new URLSearchParams(form).toString(),
    });
  const { name, email, handle, city, bio } = creatorBody;
  const creatorForm = { isVenueForm: 'false', name, email, handle, city, bio };
  const venueForm = {
    isVenueForm: 'true',
    name,
    email,
    venueName: 'Bar',
    website: '',
    city,
    message: 'a\r\nb',
  };

  test.each([
    ['creator', waitlistPath, creatorForm, '/creators#creator-sent'],
    ['venue', waitlistPath, venueForm, '/venues#venue-sent'],
    ['contact', contactPath, contactBody, '/contact#contact-sent'],
    ['bad creator', waitlistPath, { ...creatorForm, email: 'x' }, '/creators#waitlist-not-sent'],
    ['bad contact', contactPath, {}, '/contact#contact-not-sent'],
  ])('%s: 303 to the page of its kind, with the outcome', async (_kind, url, form, location) => {
    const answer = await post(url, form);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location]);
  });

  test('the answer leads back to the page that the form stood on, if it is one of ours', async () => {
    const from = async (referer: string) =>
      (await post(waitlistPath, creatorForm, { referer })).headers.location;
    expect(await from(`${origin}/`)).toBe('/#creator-sent');
    expect(await from(`${origin}/creators/`)).toBe('/creators#creator-sent');
    expect(await from('https://evil.example//evil.example')).toBe('/creators#creator-sent');
    expect(await from('nonsense')).toBe('/creators#creator-sent');
  });

  test('pages on another allowed host get back to that host', async () => {
    const answer = await post(waitlistPath, creatorForm, { host: 'api.example', referer: `${origin}/` });
    expect(answer.headers.location).toBe(`${origin}/#creator-sent`);
  });

  test('line breaks are stored as the scripts would have sent them', async () => {
    await post(waitlistPath, venueForm);
    expect(await fixture.due('waitlist')).toMatchObject([{ kind: 'venue', fields: { message: 'a\nb' } }]);
  });

  test('a form of another site is refused', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      const answer = await post(waitlistPath, creatorForm, headers);
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'FORBIDDEN_ORIGIN']);
    }
    expect(await fixture.due('waitlist')).toEqual([]);
  });

  test('the address that was asked counts as own, whatever name the machine goes by', async () => {
    const headers = { origin: 'http://192.168.1.7:3000', host: '192.168.1.7:3000' };
    expect((await post(waitlistPath, creatorForm, headers)).statusCode).toBe(303);
    const fetched = { origin: 'http://x.example', 'sec-fetch-site': 'same-origin' };
    expect((await post(waitlistPath, creatorForm, fetched)).statusCode).toBe(303);
  });

  test('too large a form comes back as not sent', async () => {
    const answer = await post(waitlistPath, { ...creatorForm, bio: 'x'.repeat(70_000) });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/creators#waitlist-not-sent']);
  });
});

describe('everything else', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    fixture.app.inject({ method: 'GET', url, headers });

  test.each(['/auth/v1/token?grant_type=refresh_token', '/auth/v1/user'])(
    '%s: a fast JSON 404',
    async (url) => {
      const answer = await fixture.app.inject({
        method: 'POST',
        url,
        headers: { origin },
        payload: '{"a":1}',
      });
      expectRefusal(answer, 404, 'NOT_FOUND');
    },
  );

  test('/healthz is alive, /readyz says whether the store answers', async () => {
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).statusCode).toBe(200);
    const { app } = await openOwn({}, (store) => ({
      ...store,
      ping: () => Promise.reject(new StoreUnavailableError('gone')),
    }));
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  });

  test.each([
    '/nothing',
    '/%',
    '/%00',
    '/..%2f..%2fetc/passwd',
    '//evil.example',
    '/404',
    '/_astro/',
    '/__proto__',
  ])('%s: the 404 page with status 404', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('<title>Not found</title>');
    expect(answer.headers).toHaveProperty('content-security-policy');
  });

  test('405 with Allow where a page is', async () => {
    const answer = await fixture.app.inject({ method: 'POST', url: '/creators', payload: 'x' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('on the line', () => {
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
    ['a huge head', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is answered with a clean error', async (_what, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('an absolute target means its path', async () => {
    const answer = await exchange('GET http://x/creators HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('<title>Creators</title>');
  });

  test.each([true, false])(
    '10 MB (chunked: %s) is answered 413 and the answer arrives',
    async (isChunked) => {
      const base = await listen();
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const body = isChunked
        ? ReadableStream.from(Array<Buffer>(10).fill(chunk))
        : Buffer.concat(Array(10).fill(chunk));
      const answer = await fetch(base + waitlistPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keyHeader },
        body: body as BodyInit,
        duplex: 'half',
      } as RequestInit);
      expect([answer.status, (await answer.json()).code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    },
  );

  test.each([
    ['a head', 'POST /functions/v1/send-to-slack HTTP/1.1\r\nHost: x\r\n'],
    [
      'a body',
      `POST ${contactPath} HTTP/1.1\r\nHost: x\r\napikey: ${keyHeader.apikey}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('%s that never ends is given up with 408', async (_what, bytes) => {
    const timeouts = { headersMs: 200, requestMs: 300, keepAliveMs: 1_000, checkEveryMs: 50 };
    const { app } = await openOwn({}, undefined, { timeouts });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(bytes);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  });

  test('half requests do not keep an honest visitor out', async () => {
    const base = await listen();
    const { port } = fixture.app.server.address() as AddressInfo;
    const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) socket.write('POST /functions/v1/send-to-slack HTTP/1.1\r\nHost: x\r\n');
    const answer = await fetch(base + contactPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...keyHeader },
      body: JSON.stringify(contactBody),
    });
    expect(answer.status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
