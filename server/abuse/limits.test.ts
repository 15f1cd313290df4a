import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, expectRefusal, openOwnFixture } from '#server/app-fixture.ts';
import { StoreRefusedError, StoreUnavailableError } from '#server/store/errors.ts';
import { createLimits } from './limits.ts';

test('429 with the seconds to wait, for the address alone that sent too many', async () => {
  const { app } = await openOwnFixture({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' });
  const from = (address: string) => call(app, { headers: { 'x-forwarded-for': address } });
  const startedAtMs = performance.now();
  expect((await from('2001:db8:1:2::1')).statusCode).toBe(200);
  expect((await from('2001:db8:1:2:ffff::2')).statusCode).toBe(200);
  const answer = await from('2001:db8:1:2::3');
  expectRefusal(answer, 429, 'TOO_MANY_REQUESTS');
  const passedS = (performance.now() - startedAtMs) / 1_000;
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(60 - passedS);
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

test('tries while the store takes nothing, and repeats of what is stored, do not count; what it refuses by itself does', async () => {
  let failure: Error | null = new StoreUnavailableError('down');
  const { app, due } = await openOwnFixture({ RATE_LIMIT_PER_MINUTE: '6' }, (store) => ({
    store: {
      ...store,
      accept: (submission) => (failure === null ? store.accept(submission) : Promise.reject(failure)),
    },
    limits: createLimits,
  }));
  for (let count = 0; count < 12; count += 1) expect((await call(app)).statusCode).toBe(503);
  failure = null;
  const headers = { 'idempotency-key': '3F2504E0-4F89-41D3-9A0C-0305E82C3304' };
  for (let count = 0; count < 12; count += 1) expect((await call(app, { headers })).statusCode).toBe(200);
  expect(await due('waitlist')).toHaveLength(1);
  failure = new StoreRefusedError('refused');
  for (let count = 0; count < 5; count += 1) expect((await call(app)).statusCode).toBe(500);
  expect((await call(app)).statusCode).toBe(429);
});

test('docs/security.md shows the table of limits', () => {
  const names = {
    address: 'IPv4 address or IPv6 /64',
    site: 'IPv6 /56',
    network: 'IPv6 /48 or IPv4 /24',
    email: 'kind and email from one network',
    all: 'all',
  };
  const rows = createLimits(10).map(({ of, counted, within, max, action, only }) => {
    const number = max % 2 ** 20 === 0 ? `${max / 2 ** 20} MiB` : max.toLocaleString('en');
    const whose = of === 'network' && only === 'IPv6' ? 'IPv6 /48' : names[of];
    const when = only === undefined || only === 'IPv6' ? '' : `, ${only}`;
    const consequence = action === 'refuse' ? '429' : `quarantined: \`${action}\``;
    const time = within === '10 minutes' ? within : `${within === 'hour' ? 'an' : 'a'} ${within}`;
    return `| ${whose} | ${number} ${counted.replace(' bytes', '')} in ${time}${when} | ${consequence} |`;
  });
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const [, shown] = /\| whose \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(text) ?? [];
  expect(shown?.trim().split('\n')).toEqual(rows);
});
