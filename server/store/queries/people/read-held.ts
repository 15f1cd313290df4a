import { sql } from 'kysely';
import { channels } from '#contract/channels.ts';
import type { SubmissionRecord } from '#server/store/operator-store.ts';
import type { PeopleCalls } from '#server/store/people.ts';
import { selectRecords, toRecord } from '#server/store/queries/read-records.ts';
import { isNotOpen, type StoreDatabase } from '#server/store/schema.ts';

export async function readHeld(
  database: StoreDatabase,
  { state, before, limit }: Parameters<PeopleCalls['readHeld']>[0],
): Promise<SubmissionRecord[]> {
  const sequences: number[] = [];
  for (const channel of channels) {
    const rows = await database
      .selectFrom('deliveries')
      .select('sequence')
      .where(isNotOpen)
      .where('channel', '=', channel)
      .where('state', '=', state)
      .where('sequence', '<', before ?? Number.MAX_SAFE_INTEGER)
      // Not the bare column: planners would walk all deliveries backwards to find a few held ones.
      .orderBy(sql`sequence + 0`, 'desc')
      .limit(limit)
      .execute();
    sequences.push(...rows.map(({ sequence }) => sequence));
  }
  const page = sequences.sort((one, other) => other - one).slice(0, limit);
  if (page.length === 0) return [];
  const rows = await selectRecords(database)
    .where('submissions.sequence', 'in', page)
    .orderBy('submissions.sequence', 'desc')
    .execute();
  return rows.map(toRecord);
}
