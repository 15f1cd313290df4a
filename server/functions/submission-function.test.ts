import { afterAll, beforeEach, expect, test } from 'vitest';
import { honeypotField } from '#contract/submission.ts';
import { createLimits } from '#server/abuse/limits.ts';
import {
  call,
  contactBody,
  contactCallPath,
  creatorBody,
  expectRefusal,
  keyHeader,
  openAppFixture,
  openOwnFixture,
  siteOrigin,
  venueBody,
  waitlistCallPath,
} from '#server/app-fixture.ts';
import { StoreBusyError, StoreUnavailableError } from '#server/store/errors.ts';
import { connect, readChannel } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';

const fixture = await openAppFixture();
afterAll(() => fixture.close());
beforeEach(async () => {
  // What earlier tests sent is claimed, so that a test finds only its own.
  await fixture.due('waitlist');
  await fixture.due('contact');
  fixture.logged.length = 0;
});
const origin = siteOrigin;

test.each([
  ['creator', waitlistCallPath, creatorBody, 'waitlist'],
  ['venue', waitlistCallPath, venueBody, 'waitlist'],
  ['contact', contactCallPath, contactBody, 'contact'],
] as const)(
  'a %s submission answers 200 with its id and stands in the store',
  async (kind, url, body, channel) => {
    const answer = await call(fixture.app, { url, body });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, id: expect.any(String) });
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(await fixture.due(channel)).toMatchObject([
      { id: answer.json().id, kind, fields: { email: body.email } },
    ]);
  },
);

test("a network's receipts have the limits of its submissions: what is quarantined above them has none", async () => {
  const { app, store } = await openOwnFixture(
    { RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: 'loopback' },
    () => ({ limits: (perMinute) => createLimits(perMinute).filter(({ action }) => action === 'network') }),
  );
  await connect(store, ['receipts']);
  const apply = (address: string, n: number) =>
    call(app, {
      body: { ...creatorBody, email: `${n}@example.com` },
      headers: { 'x-forwarded-for': address },
    });
  for (let n = 1; n <= 11; n += 1) expect((await apply(`203.0.113.${n}`, n)).statusCode).toBe(200);
  expect(await readChannel(store, 'receipts')).toMatchObject({ waiting: 10 });
  await apply('198.51.100.1', 12);
  expect(await readChannel(store, 'receipts')).toMatchObject({ waiting: 11 });
});

test.each(['{', '', 'name=x', '{"name":}', '\u0000', Buffer.from([0x22, 0xff, 0x22])])(
  '400: %j is not JSON',
  async (body) => expectRefusal(await call(fixture.app, { body }), 400, 'INVALID_JSON'),
);

test('401: the key is missing or wrong; a Bearer is no reason to refuse', async () => {
  expectRefusal(await call(fixture.app, { headers: { apikey: '' } }), 401, 'UNAUTHORIZED_NO_AUTH_HEADER');
  expectRefusal(await call(fixture.app, { headers: { apikey: 'wrong' } }), 401, 'INVALID_CREDENTIALS');
  expect((await call(fixture.app, { headers: { authorization: 'Bearer unknown' } })).statusCode).toBe(200);
});

test('404: an unknown function', async () => {
  expectRefusal(await call(fixture.app, { url: '/functions/v1/nothing' }), 404, 'NOT_FOUND');
  expectRefusal(await call(fixture.app, { url: '/functions/v1' }), 404, 'NOT_FOUND');
  expectRefusal(await call(fixture.app, { url: '/functions/v1/%zz' }), 404, 'NOT_FOUND');
});

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const)(
  '405 with Allow: %s',
  async (method) => {
    const answer = await fixture.app.inject({
      method: method as 'GET',
      url: waitlistCallPath,
      headers: { origin },
    });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers).toMatchObject({ allow: 'POST, OPTIONS', 'sb-error-code': 'METHOD_NOT_ALLOWED' });
  },
);

test('413: more than 64 KiB', async () => {
  const body = { ...creatorBody, bio: 'x'.repeat(70_000) };
  expectRefusal(await call(fixture.app, { body }), 413, 'PAYLOAD_TOO_LARGE');
});

test.each([
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/json;charset="latin1"'],
  ['content-type', 'text/plain'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'nonsense'],
  ['content-type', 'application/xml'],
  ['content-encoding', 'gzip'],
])('415: %s %s', async (name, value) => {
  expectRefusal(await call(fixture.app, { headers: { [name]: value } }), 415, 'UNSUPPORTED_MEDIA_TYPE');
});

test('415: no body at all', async () => {
  const headers = { origin, ...keyHeader };
  const answer = await fixture.app.inject({ method: 'POST', url: waitlistCallPath, headers });
  expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
});

test('422 names the fields and never what they held', async () => {
  const answer = await call(fixture.app, {
    body: { ...creatorBody, email: 'sentinel@', name: ' ', sentinelKey: 1 },
  });
  expectRefusal(answer, 422, 'INVALID_FIELDS');
  const fields = await call(fixture.app, { body: { ...creatorBody, email: 'sentinel@', name: ' ' } });
  expect(Object.keys(fields.json().fields)).toEqual(['name', 'email']);
  expect(answer.body + fields.body).not.toContain('sentinel');
});

test.each([new StoreUnavailableError('disk full'), new StoreBusyError('queue full')])(
  '503 with Retry-After: $name',
  async (error) => {
    const { app, logged } = await openOwnFixture({}, (store) => ({
      store: { ...store, accept: () => Promise.reject(error) },
    }));
    const answer = await call(app);
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
  const { app, logged } = await openOwnFixture({}, (store) => ({
    store: { ...store, accept: () => Promise.reject(bug) },
  }));
  const answer = await call(app);
  expectRefusal(answer, 500, 'INTERNAL');
  expect(answer.body).not.toMatch(/ana@|iterable|at /);
  expect(logged.some((line) => line.includes('request failed') && line.includes('reqId'))).toBe(true);
  expect(logged.join()).not.toContain('ana@');
});

test('200 for what is stored, also when what follows the commit fails', async () => {
  const { app, due, logged } = await openOwnFixture({}, () => ({
    onAccepted: () => {
      throw new TypeError('ana@example.com is not iterable');
    },
  }));
  const answer = await call(app);
  expect(answer.statusCode).toBe(200);
  expect(await due('waitlist')).toMatchObject([{ id: answer.json().id }]);
  expect(logged.some((line) => line.includes('"failure":{"type":"TypeError"'))).toBe(true);
  expect(logged.join()).not.toContain('ana@');
});

test('the same Idempotency-Key answers the same and stores once; one that is no UUID is refused', async () => {
  const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3301' };
  const first = await call(fixture.app, { headers });
  const second = await call(fixture.app, {
    headers: { 'idempotency-key': headers['idempotency-key'].toLowerCase() },
  });
  expect(second.json()).toEqual(first.json());
  expect(await fixture.due('waitlist')).toHaveLength(1);
  expectRefusal(
    await call(fixture.app, { headers: { 'idempotency-key': 'x' } }),
    400,
    'INVALID_IDEMPOTENCY_KEY',
  );
});

test('another content under the same Idempotency-Key is stored as well, and its answer says nothing of the first', async () => {
  const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3302' };
  const first = await call(fixture.app, { headers });
  const other = await call(fixture.app, { headers, body: { ...creatorBody, name: 'Somebody else' } });
  expect(other.statusCode).toBe(200);
  expect(other.json().id).not.toBe(first.json().id);
  expect(await fixture.due('waitlist')).toHaveLength(2);
});

test('a filled honeypot answers 200, and the submission is quarantined', async () => {
  expect((await call(fixture.app, { body: { ...creatorBody, [honeypotField]: 'buy' } })).statusCode).toBe(
    200,
  );
  expect(await fixture.due('waitlist')).toEqual([]);
  const states = await fixture.store.channelStates();
  expect(states.find(({ channel }) => channel === 'waitlist')?.quarantined).toBe(1);
});

test('what was sent with the honeypot filled in and then without it, under the same key, is delivered', async () => {
  const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3303' };
  await call(fixture.app, { headers, body: { ...creatorBody, [honeypotField]: 'filled by an extension' } });
  expect(await fixture.due('waitlist')).toEqual([]);
  const answer = await call(fixture.app, { headers });
  expect(await fixture.due('waitlist')).toMatchObject([{ id: answer.json().id }]);
});

test('UTF-8 by any of its names is taken', async () => {
  for (const type of ['application/json; charset=UTF-8', 'application/json;charset="utf8"']) {
    const answer = await call(fixture.app, { headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(200);
  }
});

const sourceOf = async (id: string) => {
  const record = await fixture.store.findRecord({ id });
  return [record?.source, record?.medium, record?.campaign];
};

test.each([
  [
    'all three',
    'utm_source=instagram&utm_medium=social&utm_campaign=spring+2026',
    ['instagram', 'social', 'spring 2026'],
  ],
  [
    'one, and what nobody asked for',
    'utm_source=l.instagram.com&utm_term=x&fbclid=y',
    ['l.instagram.com', null, null],
  ],
  ['nothing', '', [null, null, null]],
  ['10 kB', `utm_source=${'x'.repeat(10_000)}&utm_medium=m`, ['x'.repeat(100), 'm', null]],
  ['markup', 'utm_source=%3Cb%3E%26%22&utm_medium=%3D1%2B1', ['<b>&"', '=1+1', null]],
  ['controls and space', 'utm_source=%00%20a%0D%0Ab%1B[31m%20&utm_medium=%09%0A', ['a b[31m', null, null]],
  [
    'marks of direction',
    'utm_source=%E2%80%AEmoc%E2%80%AC&utm_medium=%E2%81%A6%E2%80%8B',
    ['moc', null, null],
  ],
  [
    'invalid encodings',
    'utm_source=%E9&utm_medium=%zz%&utm_campaign=%ED%A0%80x',
    ['\uFFFD', '%zz%', '\uFFFD\uFFFD\uFFFDx'],
  ],
  [
    'half a character at the end',
    `utm_source=${'x'.repeat(99)}%F0%9F%91%A9`,
    [`${'x'.repeat(99)}\uFFFD`, null, null],
  ],
  ['twice', 'utm_source=a&utm_source=b', ['a', null, null]],
  ['no query', ' !"§$%&/()=?', [null, null, null]],
])('what led the visitor here is stored clean and never refused: %s', async (_what, sent, expected) => {
  const answer = await call(fixture.app, { headers: { 'visit-source': sent } });
  expect(answer.statusCode).toBe(200);
  expect(await sourceOf(answer.json().id)).toEqual(expected);
});

test('the source is no content: a retry with another one is not stored again', async () => {
  const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3304' };
  const first = await call(fixture.app, { headers: { ...headers, 'visit-source': 'utm_source=a' } });
  const second = await call(fixture.app, { headers });
  expect(second.json()).toEqual(first.json());
  expect(await sourceOf(first.json().id)).toEqual(['a', null, null]);
});

test('who is invited or declined and not told yet is answered like anybody who applies again', async () => {
  const answers: unknown[] = [];
  const letterAtMs = Date.now() + 3_600_000;
  for (const to of [null, 'invited', 'declined'] as const) {
    const body = { ...creatorBody, email: `${to}@example.com` };
    const first = await call(fixture.app, { body });
    if (to !== null) {
      const letter = newLetter({ letterAtMs });
      const decided = await fixture.store.decide(
        newDecision({ id: first.json().id }, { to, withLetter: true, letter }),
      );
      expect(decided).toMatchObject({ outcome: 'decided', review: { told: { status: 'waiting' } } });
    }
    const { statusCode, headers, body: text } = await call(fixture.app, { body });
    const { date: _date, ...others } = headers;
    answers.push({ statusCode, headers: others, length: text.length });
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});
