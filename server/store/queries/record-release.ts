import { readNowMs, type StoreTransaction } from '#server/store/schema.ts';

/** Keeps when a server of this release was started on the store for the first time. */
export async function recordRelease(transaction: StoreTransaction, release: string): Promise<void> {
  await transaction
    .insertInto('releases')
    .values({ release, first_started_at: await readNowMs(transaction) })
    .onConflict((conflict) => conflict.column('release').doNothing())
    .execute();
}
