import { readNowMs, type StoreDatabase, type StoreTransaction } from '#server/store/schema.ts';

export interface AddressKey {
  key: string;
  validForMs: number;
}

const dayMs = 86_400_000;

/**
 * Today's key of the address hashes by the store's clock, the same on every instance. Stores `candidate` as the key
 * when the day has none yet, and deletes the keys of earlier days.
 */
export async function addressKey(transaction: StoreTransaction, candidate: string): Promise<AddressKey> {
  const nowMs = await readNowMs(transaction);
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

/** Today's key of the hashes in the rate limits; null before the first submission of the day. */
export async function readAddressKey(database: StoreDatabase): Promise<string | null> {
  const row = await database
    .selectFrom('address_keys')
    .select('key')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}
