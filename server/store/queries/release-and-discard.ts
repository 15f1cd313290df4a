import { receiversOf } from '#contract/channels.ts';
import type { QuarantineReason } from '#contract/quarantine.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { type EngineTraits, isMessage, type StoreTransaction } from '#server/store/schema.ts';
import { refreshApplicants } from './applicants/refresh-applicants.ts';
import { dueIn, readAbsentChannels } from './queues.ts';
import { isNotAccepted, subjectOf } from './review-subject.ts';

/** These, or at most `limit` of all that is quarantined, with `reason` for that reason. */
export type HeldChoice =
  | { ids: readonly string[] }
  | { limit: number; reason?: QuarantineReason | undefined };

/** Makes the messages of quarantined, discarded or parked submissions due now; returns of how many submissions. */
export async function release(
  transaction: StoreTransaction,
  traits: EngineTraits,
  choice: HeldChoice,
): Promise<number> {
  const due = {
    state: 'waiting' as const,
    ...dueIn(await traits.readNowMs(transaction), 0),
    attempts: 0,
  };
  const { numUpdatedRows: parked } = await transaction
    .updateTable('jobs')
    .set(due)
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
  for (const submission of released) await requeue(transaction, submission, due);
  await refreshApplicants(transaction, released.map(subjectOf));
  return released.length + Number(parked);
}

/** The message that it had before, or a new one; likewise for each further receiver that was not sent it meanwhile. */
async function requeue(
  transaction: StoreTransaction,
  { sequence, kind }: { sequence: number; kind: SubmissionKind },
  due: { state: 'waiting'; due_at: number; due_set_at: number; attempts: number },
): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set(due)
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
  const absent = await readAbsentChannels(transaction);
  const missing = receiversOf(kind).filter(
    (channel) => !absent.has(channel) && queued.every((job) => job.channel !== channel),
  );
  if (missing.length === 0) return;
  await transaction
    .insertInto('jobs')
    .values(
      missing.map((channel) => ({
        channel,
        kind: 'submission' as const,
        submission: sequence,
        queued_at: due.due_set_at,
        ...due,
      })),
    )
    .execute();
}

/** Changes quarantined or parked submissions to discarded; returns how many. */
export async function discard(
  transaction: StoreTransaction,
  _traits: EngineTraits,
  choice: HeldChoice,
): Promise<number> {
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
