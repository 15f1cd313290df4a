import type { QuarantineReason } from '#contract/quarantine.ts';
import type { JobOf } from '#server/store/job.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import { readPayload } from './job-payload.ts';
import { isNotAccepted } from './review-subject.ts';

/** Smallest time between two notices about the quarantine. */
export const noticeIntervalMs = 10 * 60_000;
/** Wait after the first quarantined submission, so that the notice counts those that follow at once. */
export const noticeCollectMs = 3_000;

/** There is one row, and never two notices at a time. */
export const noticeId = 'notice';

interface NoticePayload {
  /** The newest submission that it counts. */
  newest: number;
}

/** Counts the quarantined submissions and remembers the newest; null: there is none, and nothing is to be sent. */
export async function readNotice(
  transaction: StoreTransaction,
  sequence: number,
): Promise<Pick<JobOf<'notice'>, 'count' | 'overload'> | null> {
  const { count, overload, newest } = await countQuarantined(transaction);
  const payload: NoticePayload = { newest };
  await transaction
    .updateTable('jobs')
    .set({ payload: JSON.stringify(payload), ...(count === 0 && { state: 'delivered', claim_token: null }) })
    .where('sequence', '=', sequence)
    .execute();
  return count === 0 ? null : { count, overload };
}

/** Whether something was quarantined since the notice was claimed. */
export async function isNoticeOutdated(transaction: StoreTransaction): Promise<boolean> {
  const { newest } = await countQuarantined(transaction);
  const notice = await transaction
    .selectFrom('jobs')
    .select('payload')
    .where('id', '=', noticeId)
    .executeTakeFirstOrThrow();
  return newest > readPayload<NoticePayload>(notice).newest;
}

async function countQuarantined(transaction: StoreTransaction) {
  const reason: QuarantineReason = 'overload';
  const { newest, ...counts } = await transaction
    .selectFrom('submissions')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('quarantine_reason', '=', reason).as('overload'),
      fn.max<number | null>('sequence').as('newest'),
    ])
    .where(isNotAccepted)
    .where('state', '=', 'quarantined')
    .executeTakeFirstOrThrow();
  return { ...counts, newest: newest ?? 0 };
}
