import type { PruneCounts, PruneOptions, SubmissionRecord } from '#server/store/operator-store.ts';
import type { StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import type { DeliveryState } from '#server/store/store.ts';
import { findByEmail } from './read-records.ts';

/** Their message is to reach the channel. */
const isForChannel = ['waiting', 'claimed', 'parked'] as const satisfies readonly DeliveryState[];

/** Their message is in the channel, or never will be. */
const prunableStates = ({ includesQuarantined }: PruneOptions): readonly DeliveryState[] =>
  includesQuarantined ? ['delivered', 'discarded', 'quarantined'] : ['delivered', 'discarded'];

/**
 * Deletes the deliveries with their submissions. A server that is sending one at this moment moves no
 * delivery when it has sent it, which is no error.
 */
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
  options: PruneOptions & { limit: number },
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('submissions')
    .where('sequence', 'in', (query) =>
      query
        .selectFrom('submissions')
        .innerJoin('deliveries', 'deliveries.sequence', 'submissions.sequence')
        .select('submissions.sequence')
        .where('received_at', '<', options.beforeMs)
        .where('state', 'in', prunableStates(options))
        .orderBy('submissions.sequence')
        .limit(options.limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function countPrunable(database: StoreDatabase, options: PruneOptions): Promise<PruneCounts> {
  const count = async (states: readonly DeliveryState[]) => {
    const { rows } = await database
      .selectFrom('submissions')
      .innerJoin('deliveries', 'deliveries.sequence', 'submissions.sequence')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('received_at', '<', options.beforeMs)
      .where('state', 'in', states)
      .executeTakeFirstOrThrow();
    return rows;
  };
  return {
    prunable: await count(prunableStates(options)),
    keptForChannel: await count(isForChannel),
    keptInQuarantine: options.includesQuarantined ? 0 : await count(['quarantined']),
  };
}
