import { expect, test } from 'vitest';
import { call, expectRefusal, openOwnFixture } from '#server/app-fixture.ts';

test('429 with the seconds to wait, for the address alone that sent too many', async () => {
  const { app } = await openOwnFixture({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
  const from = (address: string) => call(app, { headers: { 'x-forwarded-for': address } });
  expect((await from('2001:db8:1:2::1')).statusCode).toBe(200);
  expect((await from('2001:db8:1:2:ffff::2')).statusCode).toBe(200);
  const answer = await from('2001:db8:1:2::3');
  expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(58);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await from('2001:db8:1:3::1')).statusCode).toBe(200);
});

test('a forged forwarded address does not get around the limit', async () => {
  const { app } = await openOwnFixture({ RATE_LIMIT_PER_MINUTE: '1' });
  expect((await call(app, { headers: { 'x-forwarded-for': '203.0.113.1' } })).statusCode).toBe(200);
  expect((await call(app, { headers: { 'x-forwarded-for': '203.0.113.2' } })).statusCode).toBe(429);
});

test.each([
  ['a list', (count: number) => ({ 'x-forwarded-for': `203.0.113.${count}, 198.51.100.1, 192.0.2.9` })],
  ['ports', (count: number) => ({ 'x-forwarded-for': `203.0.113.${count}:1, 192.0.2.9:${count}` })],
  ['loopback at the end', () => ({ 'x-forwarded-for': '192.0.2.9, 127.0.0.1, ::1' })],
  ['Forwarded', (count: number) => ({ 'x-forwarded-for': '192.0.2.9', forwarded: `for=203.0.113.${count}` })],
  [
    'other headers',
    (count: number) => ({ 'x-forwarded-for': '192.0.2.9', 'x-real-ip': `203.0.113.${count}` }),
  ],
])('addresses before the proxy’s own do not get around the limit: %s', async (_name, forge) => {
  const { app } = await openOwnFixture({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
  const statuses: number[] = [];
  for (const count of [1, 2, 3]) statuses.push((await call(app, { headers: forge(count) })).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
});
