import { sql } from 'kysely';
import type { SubmissionRecord } from '#contract/answers.ts';
import { channels } from '#contract/channels.ts';
import type { ApplicantCalls } from '#server/store/applicants.ts';
import { isNotOpen, type StoreDatabase } from '#server/store/schema.ts';
import { isSetAside } from './notice.ts';
import { selectRecords, toRecord } from './read-records.ts';

export async function readHeld(
  database: StoreDatabase,
  { state, before, limit }: Parameters<ApplicantCalls['readHeld']>[0],
): Promise<SubmissionRecord[]> {
  // Ordered by an expression: by the bare column planners would walk all rows backwards to find a few held ones.
  const page =
    state === 'parked'
      ? database
          .selectFrom('jobs')
          .select('submission as sequence')
          .where('channel', 'in', channels)
          .where(isNotOpen)
          .where('kind', '=', 'submission')
          .where('state', '=', state)
          .where('submission', '<', before ?? Number.MAX_SAFE_INTEGER)
          .orderBy(sql`submission + 0`, 'desc')
          .limit(limit)
      : database
          .selectFrom('submissions')
          .select('sequence')
          .where(isSetAside)
          .where('state', '=', state)
          .where('sequence', '<', before ?? Number.MAX_SAFE_INTEGER)
          .orderBy(sql`sequence + 0`, 'desc')
          .limit(limit);
  const rows = await selectRecords(database)
    .where('submissions.sequence', 'in', page)
    .orderBy('submissions.sequence', 'desc')
    .execute();
  return rows.map(toRecord);
}
