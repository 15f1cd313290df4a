import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '#test/postgres.ts';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { type Attempt, createAbuseCheck, type Verdict } from './abuse-check.ts';
import type { CountStore } from './counts.ts';
import { longestWindowMs } from './decide.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createMemoryCounts } from './memory-counts.ts';
import { createSharedCounts } from './shared-counts.ts';

const hasPostgres = findPostgres() !== null || process.env['CI'] !== undefined;
/** Small, so that a flood is quick to make. */
const smallLimits: Limits = {
  ...defaultLimits,
  floodThresholdPerTenMinutes: 10,
  overloadThresholdPerTenMinutes: 100,
};

const taken = { retryAfterS: null, quarantineReason: null };
const quarantined = (quarantineReason: string) => ({ retryAfterS: null, quarantineReason });
const refused = { retryAfterS: expect.any(Number) };

let sent = 0;
/** From a network and an email of its own. */
function attempt(changes: Partial<Attempt> = {}): Attempt {
  sent += 1;
  const address = `10.${(sent >> 8) & 255}.${sent & 255}.1`;
  return {
    address,
    kind: 'creator',
    email: `${sent}@example.com`,
    bytes: 500,
    honeypotFilled: false,
    ...changes,
  };
}
/** An address in the /64 of this number, all of them in one /48. */
const inOneNetwork = (number: number) => `2001:db8:1:${number.toString(16)}::1`;

let postgres: TestDatabases | undefined;
beforeAll(async () => {
  if (hasPostgres) postgres = await openSharedPostgres();
});

async function openCounts(engine: 'memory' | 'Postgres'): Promise<CountStore> {
  if (engine === 'memory') return createMemoryCounts(longestWindowMs);
  const databaseUrl = await (postgres as TestDatabases).takeDatabase();
  return createSharedCounts(databaseUrl, longestWindowMs, { warn: () => expect.unreachable() });
}

describe.each(['memory', ...(hasPostgres ? ['Postgres' as const] : [])] as const)(
  'counted in %s',
  (engine) => {
    async function openCheck(limits: Partial<Limits> = {}) {
      const counts = await openCounts(engine);
      onTestFinished(() => counts.close());
      return createAbuseCheck({
        limits: { ...smallLimits, ...limits },
        counts,
        readHasher: async () => (text) => text.replaceAll(/\W/g, '-'),
      });
    }
    type Check = Awaited<ReturnType<typeof openCheck>>;
    const checkAll = (check: Check, attempts: readonly Attempt[]): Promise<Verdict[]> =>
      Promise.all(attempts.map(check));
    const fill = (check: Check, count: number) =>
      checkAll(
        check,
        Array.from({ length: count }, () => attempt()),
      );

    test('an address passes so often in a minute; then the answer says how long to wait', async () => {
      const check = await openCheck({ addressPerMinute: 2 });
      const from = (address: string) => check(attempt({ address }));
      expect(await from('2001:db8::1')).toMatchObject(taken);
      await from('2001:db8::2');
      const { retryAfterS } = await from('2001:db8::ffff');
      expect(retryAfterS).toBeGreaterThan(0);
      expect(retryAfterS).toBeLessThanOrEqual(60);
      expect(await from('2001:db8:0:1::1')).toMatchObject(taken);
    });

    test('the networks of an IPv6 address have limits too: a /56 twice, a /48 five times that of an address', async () => {
      const check = await openCheck({ addressPerMinute: 2, floodThresholdPerTenMinutes: 1_000 });
      const countTaken = async (addresses: string[]) =>
        (
          await checkAll(
            check,
            addresses.map((address) => attempt({ address })),
          )
        ).filter(({ retryAfterS }) => retryAfterS === null).length;
      const ofOneSite = Array.from({ length: 50 }, (_, index) => inOneNetwork(index));
      expect(await countTaken(ofOneSite)).toBe(4);
      const ofOneNetwork = Array.from({ length: 200 }, (_, index) => inOneNetwork(index * 256));
      expect(await countTaken(ofOneNetwork)).toBe(10 - 4);
      expect(await countTaken(['2001:db8:2::1'])).toBe(1);
    });

    test('senders without a known address share the limit of one address', async () => {
      const check = await openCheck({ addressPerMinute: 2 });
      expect(await check(attempt({ address: 'unknown' }))).toMatchObject({ ...taken, addressHash: null });
      await check(attempt({ address: undefined }));
      expect(await check(attempt({ address: '_hidden' }))).toMatchObject(refused);
    });

    test('many of a kind for one email from one network are quarantined, however the email is written', async () => {
      const check = await openCheck();
      const forEmail = (host: number, changes: Partial<Attempt> = {}) =>
        check(attempt({ address: `192.0.2.${host}`, email: 'ana@example.com', ...changes }));
      for (let count = 0; count < smallLimits.emailPerHour; count += 1) {
        expect(await forEmail(count)).toMatchObject(taken);
      }
      expect(await forEmail(9, { email: ' ANA@example.com' })).toMatchObject(quarantined('email'));
      expect(await forEmail(9, { kind: 'contact' })).toMatchObject(taken);
    });

    test('what others send for an email never quarantines the first from another network', async () => {
      const check = await openCheck({ floodThresholdPerTenMinutes: 1_000 });
      const email = 'ana@example.com';
      await checkAll(
        check,
        Array.from({ length: 30 }, (_, host) => attempt({ address: `192.0.2.${host}`, email })),
      );
      await checkAll(
        check,
        Array.from({ length: 30 }, () => attempt({ email })),
      );
      for (let count = 0; count < smallLimits.emailPerHour; count += 1) {
        expect(await check(attempt({ address: '198.51.100.7', email }))).toMatchObject(taken);
      }
    });

    test('what was not stored does not count', async () => {
      const check = await openCheck({ addressPerMinute: 3 });
      const patient = { address: '198.51.100.7', email: 'ana@example.com' };
      for (let count = 0; count < 12; count += 1) {
        const verdict = await check(attempt(patient));
        expect(verdict).toMatchObject(taken);
        verdict.uncount();
      }
      for (let count = 0; count < 3; count += 1) expect(await check(attempt(patient))).toMatchObject(taken);
      expect(await check(attempt(patient))).toMatchObject(refused);
    });

    test('a filled honeypot is quarantined and does not count against the person whose email it used', async () => {
      const check = await openCheck();
      const used = { address: '192.0.2.7', email: 'ana@example.com' };
      for (let count = 0; count < smallLimits.emailPerHour + 1; count += 1) {
        expect(await check(attempt({ ...used, honeypotFilled: true }))).toMatchObject(
          quarantined('honeypot'),
        );
      }
      expect(await check(attempt({ ...used, address: '192.0.2.8' }))).toMatchObject(taken);
    });

    test('while flooded, the first from each network are delivered and its others quarantined', async () => {
      const check = await openCheck({ addressPerMinute: 0 });
      await fill(check, smallLimits.floodThresholdPerTenMinutes);
      const { address, network } = smallLimits.floodedPerHour;
      const reasonsOf = async (addresses: string[]) =>
        (
          await checkAll(
            check,
            addresses.map((from) => attempt({ address: from })),
          )
        ).map(({ quarantineReason }) => quarantineReason);
      const firstOf = (delivered: number, all: number) =>
        Array.from({ length: all }, (_, index) => (index < delivered ? null : 'address'));
      expect(await reasonsOf(Array(5).fill('192.0.2.7'))).toEqual(firstOf(address, 5));
      expect(await reasonsOf(Array.from({ length: 20 }, (_, host) => `198.51.100.${host}`))).toEqual(
        firstOf(network, 20),
      );
      expect(await reasonsOf(Array.from({ length: 20 }, (_, index) => inOneNetwork(index * 256)))).toEqual(
        firstOf(network, 20),
      );
      expect(await check(attempt())).toMatchObject(taken);
    });

    test('in an overload all are quarantined', async () => {
      const check = await openCheck();
      await fill(check, smallLimits.overloadThresholdPerTenMinutes);
      expect(await check(attempt())).toMatchObject(quarantined('overload'));
    });

    test.each([
      ['submissions of a network', { fromNetwork: { submissions: 3, bytes: 1e9 } }, 3],
      ['bytes of a network', { fromNetwork: { submissions: 1e9, bytes: 2_000 } }, 4],
      ['submissions in all', { inAll: { submissions: 5, bytes: 1e9 } }, 5],
      ['bytes in all', { inAll: { submissions: 1e9, bytes: 1_000 } }, 2],
    ])('the quarantine takes so many %s an hour; more are refused', async (_what, cap, stored) => {
      const most = { submissions: 1e9, bytes: 1e9 };
      const check = await openCheck({
        addressPerMinute: 0,
        quarantinedPerHour: { fromNetwork: most, inAll: most, ...cap },
      });
      const filled = Array.from({ length: 8 }, () => attempt({ address: '192.0.2.7', honeypotFilled: true }));
      const verdicts = await checkAll(check, filled);
      expect(verdicts.filter(({ retryAfterS }) => retryAfterS === null)).toHaveLength(stored);
      const waits = verdicts.flatMap(({ retryAfterS }) => retryAfterS ?? []);
      expect(Math.max(...waits)).toBeLessThanOrEqual(3_600);
      expect(await check(attempt())).toMatchObject(taken);
      expect((await check(attempt({ honeypotFilled: true }))).retryAfterS === null).toBe(
        'fromNetwork' in cap,
      );
    });

    test('without a limit by address the other limits stay', async () => {
      const check = await openCheck({ addressPerMinute: 0, floodThresholdPerTenMinutes: 1_000 });
      const verdicts = await checkAll(
        check,
        Array.from({ length: 20 }, () => attempt({ address: '192.0.2.7', email: 'ana@example.com' })),
      );
      expect(verdicts.map(({ retryAfterS }) => retryAfterS)).toEqual(Array(20).fill(null));
      expect(verdicts.filter(({ quarantineReason }) => quarantineReason === 'email')).toHaveLength(
        20 - smallLimits.emailPerHour,
      );
    });
  },
);
