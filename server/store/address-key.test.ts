import { expect, test } from 'vitest';
import { runOnStore } from '#test/run-on-store.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';

const dayMs = 86_400_000;

describeOnEachEngine('the key of the address hashes', (fixture) => {
  test('is one for all instances until the day is over, and that of an earlier day is deleted', async () => {
    const operator = await fixture.openOperator();
    const other = await fixture.open();
    expect(await operator.readAddressKey()).toBeNull();
    const { key, validForMs } = await fixture.store.addressKey('one');
    expect(key).toBe('one');
    const dayLeftMs = dayMs - (Date.now() % dayMs);
    expect(Math.abs(validForMs - dayLeftMs)).toBeLessThan(60_000);
    expect(await other.addressKey('two')).toMatchObject({ key: 'one' });
    expect(await operator.readAddressKey()).toBe('one');
    await runStatements(fixture, 'update address_keys set day = day - 1');
    expect(await other.addressKey('two')).toMatchObject({ key: 'two' });
    expect(await runOnStore(fixture, 'select key from address_keys')).toEqual([{ key: 'two' }]);
    expect(await operator.readAddressKey()).toBe('two');
  });

  // The clock of Postgres cannot be set.
  if (fixture.engine === 'sqlite')
    test('is another one from midnight on, and for a day', async () => {
      let nowMs = 20_000 * dayMs;
      const store = await fixture.open({ now: () => nowMs });
      expect(await store.addressKey('one')).toEqual({ key: 'one', validForMs: dayMs });
      nowMs += dayMs - 1;
      expect(await store.addressKey('two')).toEqual({ key: 'one', validForMs: 1 });
      nowMs += 1;
      expect(await store.addressKey('two')).toEqual({ key: 'two', validForMs: dayMs });
    });
});
