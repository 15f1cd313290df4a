import type { StoreDatabase } from '#server/store/schema.ts';

export async function readHashKey(database: StoreDatabase): Promise<string | null> {
  const row = await database
    .selectFrom('address_keys')
    .select('key')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}
