import type { SubmissionRecord } from '#server/store/operator-store.ts';
import type { StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type { DeliveryState } from '#server/store/store.ts';
import { findByEmail } from './read-records.ts';

/** Their message is in the channel, or never will be. */
const prunable = ['delivered', 'discarded', 'quarantined'] as const satisfies readonly DeliveryState[];
const kept = ['waiting', 'claimed', 'parked'] as const satisfies readonly DeliveryState[];

/** Deliveries go with their submissions. A server that is sending one finds its claim gone, and minds not. */
export async function erase(transaction: StoreTransaction, email: string): Promise<SubmissionRecord[]> {
  const records = await findByEmail(transaction, email);
  if (records.length === 0) return [];
  await transaction
    .deleteFrom('submissions')
    .where(
      'sequence',
      'in',
      records.map(({ sequence }) => sequence),
    )
    .execute();
  return records;
}

export async function prune(
  transaction: StoreTransaction,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('submissions')
    .where('sequence', 'in', (query) =>
      query
        .selectFrom('submissions')
        .innerJoin('deliveries', 'deliveries.sequence', 'submissions.sequence')
        .select('submissions.sequence')
        .where('received_at', '<', beforeMs)
        .where('state', 'in', prunable)
        .orderBy('submissions.sequence')
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function countPrunable(database: StoreDatabase, beforeMs: number) {
  const count = async (states: readonly DeliveryState[]) => {
    const { rows } = await database
      .selectFrom('submissions')
      .innerJoin('deliveries', 'deliveries.sequence', 'submissions.sequence')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('received_at', '<', beforeMs)
      .where('state', 'in', states)
      .executeTakeFirstOrThrow();
    return rows;
  };
  return { prunable: await count(prunable), kept: await count(kept) };
}
