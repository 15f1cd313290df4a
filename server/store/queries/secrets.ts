import type { StoreTransaction } from '#server/store/schema.ts';

/** The store's key for this purpose: the candidate, where it has none yet. It never changes. */
export async function readSecret(
  transaction: StoreTransaction,
  purpose: 'answers' | 'erasures',
  candidate: string,
): Promise<string> {
  await transaction
    .insertInto('secrets')
    .values({ purpose, secret: candidate })
    .onConflict((conflict) => conflict.column('purpose').doNothing())
    .execute();
  const { secret } = await transaction
    .selectFrom('secrets')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return secret;
}
