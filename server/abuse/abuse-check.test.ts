import { expect, test } from 'vitest';
import {
  type Attempt,
  addressWhileFlooded,
  calmPerTenMinutes,
  createAbuseCheck,
  emailPerHour,
  overloadPerTenMinutes,
} from './abuse-check.ts';
import { createMemoryCounters } from './rate-counters.ts';

let sent = 0;
const checkWith = (perMinute: number) =>
  createAbuseCheck({ perMinute, counters: createMemoryCounters(), hash: async (text) => text });
/** From an address and an email of its own. */
function attempt(changes: Partial<Attempt> = {}): Attempt {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return { address, kind: 'creator', email: `${sent}@example.com`, trapped: false, ...changes };
}

test('an address passes so often in a minute, then is told how long to wait', async () => {
  const check = checkWith(2);
  const from = (address: string) => check(attempt({ address }));
  expect(await from('2001:db8::1')).toMatchObject({ retryAfterS: null, quarantineReason: null });
  await from('2001:db8::2');
  const refused = await from('2001:db8::ffff');
  expect(refused.retryAfterS).toBeGreaterThan(0);
  expect(refused.retryAfterS).toBeLessThanOrEqual(60);
  expect(await from('2001:db8:0:1::1')).toMatchObject({ retryAfterS: null });
});

test('many of a kind for one email are quarantined, however the email is written and whatever address they come from', async () => {
  const check = checkWith(10);
  for (let count = 0; count < emailPerHour; count += 1) {
    expect(await check(attempt({ email: 'ana@example.com' }))).toMatchObject({ quarantineReason: null });
  }
  expect(await check(attempt({ email: ' ANA@example.com' }))).toMatchObject({
    retryAfterS: null,
    quarantineReason: 'email',
  });
  expect(await check(attempt({ email: 'ana@example.com', kind: 'contact' }))).toMatchObject({
    quarantineReason: null,
  });
});

test('a filled trap is quarantined and does not count against the person whose email it used', async () => {
  const check = checkWith(10);
  for (let count = 0; count < emailPerHour + 1; count += 1) {
    const verdict = await check(attempt({ email: 'ana@example.com', trapped: true }));
    expect(verdict).toMatchObject({ retryAfterS: null, quarantineReason: 'trap' });
  }
  expect(await check(attempt({ email: 'ana@example.com' }))).toMatchObject({ quarantineReason: null });
});

test('in a flood the first of each address pass and its others are quarantined; in an overload all are quarantined and none refused', async () => {
  const check = checkWith(100);
  for (let count = 0; count < calmPerTenMinutes; count += 1) await check(attempt());
  const flooder = attempt().address;
  for (let count = 0; count < addressWhileFlooded; count += 1) {
    expect(await check(attempt({ address: flooder }))).toMatchObject({ quarantineReason: null });
  }
  expect(await check(attempt({ address: flooder }))).toMatchObject({ quarantineReason: 'address' });
  expect(await check(attempt())).toMatchObject({ retryAfterS: null, quarantineReason: null });

  for (let count = 0; count < overloadPerTenMinutes; count += 1) await check(attempt());
  expect(await check(attempt())).toMatchObject({ retryAfterS: null, quarantineReason: 'overload' });
});

test('without a limit nothing is counted', async () => {
  const check = checkWith(0);
  for (let count = 0; count < 20; count += 1) {
    const verdict = await check(attempt({ address: '203.0.113.7', email: 'ana@example.com' }));
    expect(verdict).toMatchObject({ retryAfterS: null, quarantineReason: null });
  }
});
