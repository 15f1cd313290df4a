import { expect, test } from 'vitest';
import {
  addressWhileFlooded,
  calmPerTenMinutes,
  createAbuseGuard,
  crowdPerTenMinutes,
  emailPerHour,
  type Suspect,
} from './abuse-guard.ts';
import { createMemoryCounters } from './rate-counters.ts';

let sent = 0;
const guardOf = (perMinute: number) =>
  createAbuseGuard({ perMinute, counters: createMemoryCounters(), hash: async (text) => text });
/** From an address and an email of its own. */
function suspect(changes: Partial<Suspect> = {}): Suspect {
  sent += 1;
  const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  return { address, kind: 'creator', email: `${sent}@example.com`, trapped: false, ...changes };
}

test('an address passes so often in a minute, then is told how long to wait', async () => {
  const judge = guardOf(2);
  const from = (address: string) => judge(suspect({ address }));
  expect(await from('2001:db8::1')).toMatchObject({ retryAfterS: null, quarantineReason: null });
  await from('2001:db8::2');
  const refused = await from('2001:db8::ffff');
  expect(refused.retryAfterS).toBeGreaterThan(0);
  expect(refused.retryAfterS).toBeLessThanOrEqual(60);
  expect(await from('2001:db8:0:1::1')).toMatchObject({ retryAfterS: null });
});

test('many of a kind for one email are held, however the email is written and whatever address they come from', async () => {
  const judge = guardOf(10);
  for (let count = 0; count < emailPerHour; count += 1) {
    expect(await judge(suspect({ email: 'ana@example.com' }))).toMatchObject({ quarantineReason: null });
  }
  expect(await judge(suspect({ email: ' ANA@example.com' }))).toMatchObject({
    retryAfterS: null,
    quarantineReason: 'email',
  });
  expect(await judge(suspect({ email: 'ana@example.com', kind: 'contact' }))).toMatchObject({
    quarantineReason: null,
  });
});

test('a filled trap is held and does not count against the person whose email it used', async () => {
  const judge = guardOf(10);
  for (let count = 0; count < emailPerHour + 1; count += 1) {
    const judged = await judge(suspect({ email: 'ana@example.com', trapped: true }));
    expect(judged).toMatchObject({ retryAfterS: null, quarantineReason: 'trap' });
  }
  expect(await judge(suspect({ email: 'ana@example.com' }))).toMatchObject({ quarantineReason: null });
});

test('in a flood the first of each address pass, its others are held; above all measure all is held, nothing refused', async () => {
  const judge = guardOf(100);
  for (let count = 0; count < calmPerTenMinutes; count += 1) await judge(suspect());
  const flooder = suspect().address;
  for (let count = 0; count < addressWhileFlooded; count += 1) {
    expect(await judge(suspect({ address: flooder }))).toMatchObject({ quarantineReason: null });
  }
  expect(await judge(suspect({ address: flooder }))).toMatchObject({ quarantineReason: 'address' });
  expect(await judge(suspect())).toMatchObject({ retryAfterS: null, quarantineReason: null });

  for (let count = 0; count < crowdPerTenMinutes; count += 1) await judge(suspect());
  expect(await judge(suspect())).toMatchObject({ retryAfterS: null, quarantineReason: 'crowd' });
});

test('without a limit nothing is counted', async () => {
  const judge = guardOf(0);
  for (let count = 0; count < 20; count += 1) {
    const judged = await judge(suspect({ address: '203.0.113.7', email: 'ana@example.com' }));
    expect(judged).toMatchObject({ retryAfterS: null, quarantineReason: null });
  }
});
