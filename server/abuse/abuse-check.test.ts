import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSharedPostgres, type TestDatabases } from '#test/shared-postgres.ts';
import { findPostgres } from '../../scripts/postgres.ts';
import { type AbuseCheck, createAbuseCheck, type Verdict } from './abuse-check.ts';
import type { Attempt } from './count-keys.ts';
import { type Counter, createMemoryCounter } from './counter.ts';
import { bytesBesideBody, createLimits, floodedAbove, type Limit } from './limits.ts';
import { createPostgresCounter } from './postgres-counter.ts';

const hasPostgres = findPostgres() !== null || process.env['CI'] !== undefined;
const emailsPerHour = 5;
/** Of an attempt, as the quarantine counts them. */
const attemptBytes = 500 + bytesBesideBody;
const taken = { retryAfterS: null, quarantineReason: null };
const quarantined = (quarantineReason: string) => ({ retryAfterS: null, quarantineReason });
const refused = { retryAfterS: expect.any(Number) };

let sent = 0;
/** From a network and an email of its own. */
function attempt(changes: Partial<Attempt> = {}): Attempt {
  sent += 1;
  const address = `${10 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}.1`;
  return {
    address,
    kind: 'creator',
    email: `${sent}@example.com`,
    bytes: 500,
    honeypotFilled: false,
    content: null,
    ...changes,
  };
}
/** An address in the /64 of this number, all of them in one /48. */
const inOneNetwork = (number: number) => `2001:db8:1:${number.toString(16)}::1`;

let postgres: TestDatabases | undefined;
beforeAll(async () => {
  if (hasPostgres) postgres = await openSharedPostgres();
});

async function openCounter(engine: 'memory' | 'Postgres'): Promise<Counter> {
  if (engine === 'memory') return createMemoryCounter();
  const databaseUrl = await (postgres as TestDatabases).takeDatabase();
  return createPostgresCounter(databaseUrl, { warn: () => expect.unreachable() }, 30_000);
}

describe.each(['memory', ...(hasPostgres ? ['Postgres' as const] : [])] as const)(
  'counted in %s',
  (engine) => {
    /** With the limits that `changes` makes of the table's. */
    async function openCheck(
      perMinute: number,
      changes: (limit: Limit) => Partial<Limit> = () => ({}),
      isDiskLow = () => false,
    ) {
      const counter = await openCounter(engine);
      onTestFinished(() => counter.close());
      return createAbuseCheck({
        limits: createLimits(perMinute).map((limit) => ({ ...limit, ...changes(limit) })),
        counter,
        readHasher: async () => (text) => text.replaceAll(/\W/g, '-'),
        isDiskLow,
      });
    }
    type Check = Awaited<ReturnType<typeof openCheck>>;
    /** So many attempts at once. */
    const checkMany = (
      check: Check,
      count: number,
      changes: (index: number) => Partial<Attempt> = () => ({}),
    ): Promise<Verdict[]> =>
      Promise.all(Array.from({ length: count }, (_, index) => check(attempt(changes(index)))));

    test('an address passes so often in a minute; then the answer says how long to wait', async () => {
      const check = await openCheck(2);
      const from = (address: string) => check(attempt({ address }));
      expect(await from('2001:db8::1')).toMatchObject(taken);
      await from('2001:db8::2');
      const { retryAfterS } = await from('2001:db8::ffff');
      expect(retryAfterS).toBeGreaterThan(0);
      expect(retryAfterS).toBeLessThanOrEqual(60);
      expect(await from('2001:db8:0:1::1')).toMatchObject(taken);
    });

    test('the networks of an IPv6 address have limits too: a /56 twice, a /48 five times that of an address', async () => {
      const check = await openCheck(2);
      const countTaken = async (count: number, addressOf: (index: number) => string) => {
        const verdicts = await checkMany(check, count, (index) => ({ address: addressOf(index) }));
        return verdicts.filter(({ retryAfterS }) => retryAfterS === null).length;
      };
      expect(await countTaken(50, inOneNetwork)).toBe(4);
      expect(await countTaken(200, (index) => inOneNetwork(index * 256))).toBe(10 - 4);
      expect(await countTaken(1, () => '2001:db8:2::1')).toBe(1);
    });

    test('senders without a known address share the limit of one address', async () => {
      const check = await openCheck(2);
      expect(await check(attempt({ address: 'unknown' }))).toMatchObject({ ...taken, addressHash: null });
      await check(attempt({ address: undefined }));
      expect(await check(attempt({ address: '_hidden' }))).toMatchObject(refused);
    });

    test('many of a kind for one email from one network are quarantined, however the email is written', async () => {
      const check = await openCheck(10);
      const forEmail = (host: number, changes: Partial<Attempt> = {}) =>
        check(attempt({ address: `192.0.2.${host}`, email: 'ana@example.com', ...changes }));
      for (let count = 0; count < emailsPerHour; count += 1) {
        expect(await forEmail(count)).toMatchObject(taken);
      }
      expect(await forEmail(9, { email: ' ANA@example.com' })).toMatchObject(quarantined('email'));
      expect(await forEmail(9, { kind: 'contact' })).toMatchObject(taken);
    });

    test('what others send for an email never quarantines the first from another network', async () => {
      const check = await openCheck(10);
      const email = 'ana@example.com';
      await checkMany(check, 30, (host) => ({ address: `192.0.2.${host}`, email }));
      await checkMany(check, 30, () => ({ email }));
      for (let count = 0; count < emailsPerHour; count += 1) {
        expect(await check(attempt({ address: '198.51.100.7', email }))).toMatchObject(taken);
      }
    });

    test('what was not stored does not count', async () => {
      const check = await openCheck(3);
      const patient = { address: '198.51.100.7', email: 'ana@example.com' };
      for (let count = 0; count < 12; count += 1) {
        const verdict = await check(attempt(patient));
        expect(verdict).toMatchObject(taken);
        verdict.uncount();
        // Otherwise the next one would be counted in the same transaction, which stores both.
        await check(attempt());
      }
      for (let count = 0; count < 3; count += 1) expect(await check(attempt(patient))).toMatchObject(taken);
      expect(await check(attempt(patient))).toMatchObject(refused);
    });

    test('a filled honeypot is quarantined and does not count against the person whose email it used', async () => {
      const check = await openCheck(10);
      const used = { address: '192.0.2.7', email: 'ana@example.com' };
      for (let count = 0; count < emailsPerHour + 1; count += 1) {
        expect(await check(attempt({ ...used, honeypotFilled: true }))).toMatchObject(
          quarantined('honeypot'),
        );
      }
      expect(await check(attempt({ ...used, address: '192.0.2.8' }))).toMatchObject(taken);
    });

    test('while flooded, the first from each network are delivered and its others quarantined', async () => {
      const check = await openCheck(0);
      await checkMany(check, floodedAbove);
      const expectDelivered = async (first: number, all: number, addressOf: (index: number) => string) => {
        const verdicts = await checkMany(check, all, (index) => ({ address: addressOf(index) }));
        const expected = verdicts.map((_, index) => (index < first ? null : 'address'));
        expect(verdicts.map(({ quarantineReason }) => quarantineReason)).toEqual(expected);
      };
      const [ofAddress, ofNetwork] = [2, 8];
      await expectDelivered(ofAddress, 5, () => '192.0.2.7');
      await expectDelivered(ofNetwork, 20, (host) => `198.51.100.${host}`);
      await expectDelivered(ofNetwork, 20, (index) => inOneNetwork(index * 256));
      expect(await check(attempt())).toMatchObject(taken);
    });

    test('in an overload all are quarantined, and last of all the first from each network', async () => {
      const check = await openCheck(10, ({ action, only }) =>
        action === 'overload' ? { max: only === 'not first' ? 30 : 40 } : {},
      );
      await checkMany(check, 30);
      const early = attempt();
      expect(await check(early)).toMatchObject(taken);
      expect(await check(attempt({ address: String(early.address) }))).toMatchObject(quarantined('overload'));
      await checkMany(check, 9);
      expect(await check(attempt())).toMatchObject(quarantined('overload'));
    });

    test.each([
      ['hour', 100],
      ['day', 300],
    ] as const)('above its share of the %s a network is quarantined', async (within, share) => {
      const lifted = { max: Number.POSITIVE_INFINITY };
      for (const from of [
        (index: number) => `192.0.2.${index % 256}`,
        (index: number) => inOneNetwork(index * 64),
      ]) {
        const check = await openCheck(10, ({ within: other, action }) =>
          other === 'minute' || (action === 'network' && other !== within) ? lifted : {},
        );
        const verdicts = await checkMany(check, share + 3, (index) => ({ address: from(index) }));
        const reasons = verdicts.map(({ quarantineReason }) => quarantineReason);
        expect(reasons.filter((reason) => reason === null)).toHaveLength(share);
        expect(reasons.slice(share)).toEqual(Array(3).fill('network'));
      }
    });

    const quarantine = (of: Limit['of'], counted: Limit['counted'], max: number) => (limit: Limit) =>
      limit.of === of && limit.counted === counted ? { max } : {};
    test.each([
      ['submissions of a network', quarantine('network', 'quarantined', 3), 3, true],
      ['bytes of a network', quarantine('network', 'quarantined bytes', 4 * attemptBytes), 4, true],
      ['bytes in all', quarantine('all', 'quarantined bytes', 2 * attemptBytes), 2, false],
    ])('the quarantine takes so many %s; more are refused', async (_what, changes, stored, takesOfOthers) => {
      const check = await openCheck(0, changes);
      const verdicts = await checkMany(check, 8, () => ({ address: '192.0.2.7', honeypotFilled: true }));
      expect(verdicts.filter(({ retryAfterS }) => retryAfterS === null)).toHaveLength(stored);
      const waits = verdicts.flatMap(({ retryAfterS }) => retryAfterS ?? []);
      expect(Math.max(...waits)).toBeLessThanOrEqual(86_400);
      expect(await check(attempt())).toMatchObject(taken);
      const { retryAfterS } = await check(attempt({ honeypotFilled: true }));
      expect(retryAfterS === null).toBe(takesOfOthers);
    });

    test("when the quarantine is full there is room for a network's first", async () => {
      const check = await openCheck(0, ({ counted, only }) =>
        counted === 'quarantined bytes' && only === 'not first' ? { max: 2 * attemptBytes } : {},
      );
      const others = await checkMany(check, 4, () => ({ address: '192.0.2.7', honeypotFilled: true }));
      const waits = others.map(({ retryAfterS }) => retryAfterS);
      expect(waits.filter((wait) => wait === null)).toHaveLength(2);
      expect(await check(attempt({ honeypotFilled: true }))).toMatchObject(quarantined('honeypot'));
    });

    test('while the disk is low the quarantine takes little, and what is delivered is taken', async () => {
      let isLow = true;
      const check = await openCheck(
        0,
        ({ only }) => (only === 'low disk' ? { max: 2 * attemptBytes } : {}),
        () => isLow,
      );
      for (const expected of [quarantined('honeypot'), quarantined('honeypot'), refused])
        expect(await check(attempt({ honeypotFilled: true }))).toMatchObject(expected);
      expect(await check(attempt())).toMatchObject(taken);
      isLow = false;
      expect(await check(attempt({ honeypotFilled: true }))).toMatchObject(quarantined('honeypot'));
    });

    test('without a limit by address the other limits stay', async () => {
      const check = await openCheck(0);
      const ana = { address: '192.0.2.7', email: 'ana@example.com' };
      const verdicts = await checkMany(check, 20, () => ana);
      expect(verdicts.map(({ retryAfterS }) => retryAfterS)).toEqual(Array(20).fill(null));
      expect(verdicts.filter(({ quarantineReason }) => quarantineReason === 'email')).toHaveLength(
        20 - emailsPerHour,
      );
    });
  },
);

describe('over hours', () => {
  /** With a clock that the test sets. */
  function openTimedCheck() {
    const clock = { ms: 0 };
    const counter = createMemoryCounter(() => clock.ms);
    onTestFinished(() => counter.close());
    const readHasher = async () => (text: string) => text;
    return { clock, check: createAbuseCheck({ limits: createLimits(10), counter, readHasher }) };
  }
  const sendMany = (check: AbuseCheck, count: number, changes: Partial<Attempt> = {}): Promise<Verdict[]> =>
    Promise.all(Array.from({ length: count }, () => check(attempt(changes))));

  test('one network that stays below the limits of a minute all day long does not fill the channel', async () => {
    const { clock, check } = openTimedCheck();
    const count = { delivered: 0, quarantined: 0, refused: 0 };
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      clock.ms = minute * 60_000;
      for (let index = 0; index < 50; index += 1) {
        const { retryAfterS, quarantineReason } = await check(
          attempt({ address: inOneNetwork(index * 256) }),
        );
        if (retryAfterS !== null) count.refused += 1;
        else if (quarantineReason === null) count.delivered += 1;
        else count.quarantined += 1;
      }
    }
    expect(count.delivered).toBe(300);
    expect(count.quarantined).toBeLessThanOrEqual(24 * 100);
  });

  test('after 16,000 from 1,600 networks the first from another is delivered, and no wait outlasts its window', async () => {
    const { clock, check } = openTimedCheck();
    const waits: number[] = [];
    for (let index = 0; index < 16_000; index += 1) {
      clock.ms = index * 20;
      const network = index % 1_600;
      const address = `10.${network >> 8}.${network & 255}.${1 + Math.floor(index / 1_600)}`;
      const { retryAfterS, quarantineReason } = await check(attempt({ address }));
      if (retryAfterS === null) continue;
      expect(quarantineReason).toBeNull();
      waits.push(retryAfterS);
    }
    expect(await check(attempt({ address: '198.51.100.7' }))).toMatchObject(taken);
    // Refused because all together were too many in ten minutes, or their network in an hour.
    expect(Math.max(0, ...waits)).toBeLessThanOrEqual(3_600);
  });

  test('of 60,000 visitors from as many networks within ten minutes none is refused', async () => {
    const { clock, check } = openTimedCheck();
    const count = { delivered: 0, overload: 0 };
    for (let index = 0; index < 60_000; index += 1) {
      clock.ms = index * 10;
      const { retryAfterS, quarantineReason } = await check(attempt());
      if (retryAfterS === null) count[quarantineReason === 'overload' ? 'overload' : 'delivered'] += 1;
    }
    expect(count).toEqual({ delivered: 12_000, overload: 48_000 });
  });

  test('of more networks than the memory has room for the oldest are forgotten, and what all sent is not', async () => {
    const counter = createMemoryCounter();
    onTestFinished(() => counter.close());
    const count = (keys: readonly string[], amount: number) =>
      counter.update(keys, (counts) => {
        for (const key of keys) counts.add(key, 3_600_000, amount);
        return keys.map((key) => counts.read(key).count);
      });
    for (let index = 0; index < 510_000; index += 1) await count(['all', String(index)], 1);
    expect(await count(['all', '0', '509999'], 0)).toEqual([510_000, 0, 1]);
  });

  test('a wait for room in the quarantine ends with the reason of the quarantine', async () => {
    const { clock, check } = openTimedCheck();
    await sendMany(check, 12_000);
    clock.ms = 300_000;
    const verdicts = await sendMany(check, 9, { bytes: 128 * 1024 ** 2 });
    expect(Math.max(...verdicts.map(({ retryAfterS }) => retryAfterS ?? 0))).toBe(300);
    clock.ms = 600_000;
    expect(await check(attempt())).toMatchObject(taken);
  });

  test.each([10, 30_000, 3_600_000, 86_400_000])(
    'nobody waits longer than the window when the clock is set back by %s ms',
    async (setBackMs) => {
      const { clock, check } = openTimedCheck();
      clock.ms = 1e12;
      const address = '192.0.2.7';
      for (let count = 0; count < 10; count += 1) await check(attempt({ address }));
      clock.ms += 20_000 - setBackMs;
      const { retryAfterS } = await check(attempt({ address }));
      expect(retryAfterS ?? 0).toBeLessThanOrEqual(60);
      clock.ms += (retryAfterS ?? 0) * 1_000;
      expect((await check(attempt({ address }))).retryAfterS).toBeNull();
    },
  );
});
