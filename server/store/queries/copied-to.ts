import type { Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';

export type CopiedTo = Schema['copied_to'];

/** Where `copy-store` carried the store to; null: nowhere, it is in use. */
export const readCopiedTo = async (database: StoreDatabase): Promise<CopiedTo | null> =>
  (await database.selectFrom('copied_to').selectAll().executeTakeFirst()) ?? null;

export const forgetCopiedTo = async (transaction: StoreTransaction): Promise<void> =>
  void (await transaction.deleteFrom('copied_to').execute());
