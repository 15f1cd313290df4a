import type { EngineTraits, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type { AddressKey } from '#server/store/store.ts';

const dayMs = 86_400_000;

/** The key of the day by the store's clock: the first instance that asks stores its candidate. */
export async function makeAddressKey(
  transaction: StoreTransaction,
  traits: EngineTraits,
  candidate: string,
): Promise<AddressKey> {
  const nowMs = await traits.readNowMs(transaction);
  const day = Math.floor(nowMs / dayMs);
  await transaction
    .insertInto('address_keys')
    .values({ day, key: candidate })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  await transaction.deleteFrom('address_keys').where('day', '<', day).execute();
  const { key } = await transaction
    .selectFrom('address_keys')
    .select('key')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return { key, validForMs: (day + 1) * dayMs - nowMs };
}

/** The newest day's key; null before the first. */
export async function readAddressKey(database: StoreDatabase): Promise<string | null> {
  const row = await database
    .selectFrom('address_keys')
    .select('key')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}
