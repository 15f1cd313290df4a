import { afterAll, expect, test } from 'vitest';
import { expectRefusal, openAppFixture, openOwnFixture, siteOrigin } from '#server/app-fixture.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';

const fixture = await openAppFixture();
afterAll(() => fixture.close());
const origin = siteOrigin;

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
  const { app } = await openOwnFixture({}, (store) => ({
    store: { ...store, ping: () => Promise.reject(new StoreUnavailableError('gone')) },
  }));
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
});

test('probes that come while the store is being asked share its answer', async () => {
  let pings = 0;
  const answered = Promise.withResolvers<void>();
  const { app } = await openOwnFixture({}, (store) => ({
    store: {
      ...store,
      ping() {
        pings += 1;
        return answered.promise;
      },
    },
  }));
  const probes = Array.from({ length: 200 }, () => app.inject('/readyz'));
  await app.inject('/healthz');
  expect(pings).toBe(1);
  answered.resolve();
  expect(new Set((await Promise.all(probes)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  expect(pings).toBe(2);
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
