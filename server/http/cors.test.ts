import { afterAll, expect, test } from 'vitest';
import { call, openAppFixture, siteOrigin, waitlistCallPath } from '#server/app-fixture.ts';

const fixture = await openAppFixture();
afterAll(() => fixture.close());
const origin = siteOrigin;

test('a preflight from an allowed origin may send what the official client sends', async () => {
  const sent = 'apikey,authorization,content-type,idempotency-key,visit-source,x-client-info';
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': sent,
  };
  const answer = await fixture.app.inject({ method: 'OPTIONS', url: waitlistCallPath, headers });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers['access-control-allow-origin']).toBe(origin);
  expect(answer.headers['access-control-allow-headers']).toBe(sent);
});

test('another origin is not allowed', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const answer = await fixture.app.inject({ method: 'OPTIONS', url: waitlistCallPath, headers });
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  expect((await call(fixture.app, { headers })).headers).not.toHaveProperty('access-control-allow-origin');
});
