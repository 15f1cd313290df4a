import type { QuarantineReason } from '#contract/quarantine.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { isMessage, readNowMs, type StoreTransaction } from '#server/store/schema.ts';
import { queueMessages } from './accept-batch.ts';
import { refreshApplicants } from './applicants/refresh-applicants.ts';
import { dueNow } from './queues.ts';
import { isNotAccepted, subjectOf } from './review-subject.ts';

/** These, or at most `limit` of all that is quarantined, with `reason` for that reason. */
export type HeldChoice =
  | { ids: readonly string[] }
  | { limit: number; reason?: QuarantineReason | undefined };

/** Makes the messages of quarantined, discarded or parked submissions due now; returns of how many submissions. */
export async function release(transaction: StoreTransaction, choice: HeldChoice): Promise<number> {
  const nowMs = await readNowMs(transaction);
  const { numUpdatedRows: parked } = await transaction
    .updateTable('jobs')
    .set(dueNow(nowMs))
    .where('submission', 'in', selectHeld(transaction, choice))
    .where(isMessage)
    .where('state', '=', 'parked')
    .executeTakeFirstOrThrow();
  const released = await transaction
    .updateTable('submissions')
    .set({ state: 'accepted' })
    .where('sequence', 'in', selectHeld(transaction, choice))
    // With a limit only what is still quarantined: somebody may have discarded it meanwhile.
    .where('state', 'in', 'limit' in choice ? ['quarantined'] : ['quarantined', 'discarded'])
    .returning(['sequence', 'id', 'kind', 'email_key'])
    .execute();
  for (const submission of released) await requeue(transaction, submission, nowMs);
  await refreshApplicants(transaction, released.map(subjectOf));
  return released.length + Number(parked);
}

/** The message that it had before, or a new one; likewise for each further receiver that was not sent it meanwhile. */
async function requeue(
  transaction: StoreTransaction,
  submission: { sequence: number; kind: SubmissionKind },
  nowMs: number,
): Promise<void> {
  const { sequence } = submission;
  await transaction
    .updateTable('jobs')
    .set(dueNow(nowMs))
    .where('submission', '=', sequence)
    .where('kind', '=', 'submission')
    .where('state', '=', 'cancelled')
    .execute();
  const queued = await transaction
    .selectFrom('jobs')
    .select('channel')
    .where('submission', '=', sequence)
    .where('kind', '=', 'submission')
    .execute();
  const channels = queued.map(({ channel }) => channel);
  await queueMessages(transaction, [{ submission, sequence }], nowMs, channels);
}

/** Changes quarantined or parked submissions to discarded; returns how many. */
export async function discard(transaction: StoreTransaction, choice: HeldChoice): Promise<number> {
  const cancelled = await transaction
    .updateTable('jobs')
    .set({ state: 'cancelled' })
    .where('submission', 'in', selectHeld(transaction, choice))
    .where(isMessage)
    .where('state', '=', 'parked')
    .returning('submission')
    .execute();
  const discarded = await transaction
    .updateTable('submissions')
    .set({ state: 'discarded' })
    .where('sequence', 'in', selectHeld(transaction, choice))
    .where((is) =>
      is.or([
        is('state', '=', 'quarantined'),
        ...cancelled.map(({ submission }) => is('sequence', '=', submission ?? 0)),
      ]),
    )
    .returning(['id', 'kind', 'email_key'])
    .execute();
  await refreshApplicants(transaction, discarded.map(subjectOf));
  return discarded.length;
}

/** Their numbers; with a limit, the first that are quarantined. */
function selectHeld(transaction: StoreTransaction, choice: HeldChoice) {
  const query = transaction.selectFrom('submissions').select('sequence');
  if ('ids' in choice) return query.where('id', 'in', choice.ids);
  const { limit, reason } = choice;
  const quarantined = query.where(isNotAccepted).where('state', '=', 'quarantined');
  return (reason === undefined ? quarantined : quarantined.where('quarantine_reason', '=', reason))
    .orderBy('sequence')
    .limit(limit);
}
