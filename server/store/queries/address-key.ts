import type { Query } from '#server/store/query.ts';

const dayMs = 86_400_000;

/** The key of the day by the store's clock: the first instance that asks stores its candidate. */
export const addressKey: Query<'addressKey'> = async (transaction, traits, candidate) => {
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
};

/** The newest day's key; null before the first. */
export const readAddressKey: Query<'readAddressKey'> = async (database) => {
  const row = await database
    .selectFrom('address_keys')
    .select('key')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
};
