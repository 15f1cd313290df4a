import type { ExpressionBuilder } from 'kysely';
import { sql } from 'kysely';
import type { DeliveryState } from '#contract/channels.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { Erased, PruneCounts, Pruned, PruneOptions, PruneStep } from '#server/store/operator-store.ts';
import type { EngineTraits, Schema, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { refreshApplicants, subjectOf } from './applicants/refresh-applicants.ts';
import { deleteMessages, deleteReviews } from './delete-reviews.ts';
import { queueUpdates } from './messages.ts';
import { deliveryState, findByEmail, isMessageOfSubmission } from './read-records.ts';
import { lockApplicants, reviewStateOfSubmission, type Subject } from './review-subject.ts';

/** Their message is to reach the channel. */
const isForChannel = ['waiting', 'claimed', 'parked'] as const satisfies readonly DeliveryState[];

/** Their message is in the channel, or never will be. */
const prunableStates = ({ includesQuarantined }: PruneOptions): readonly DeliveryState[] =>
  includesQuarantined ? ['delivered', 'discarded', 'quarantined'] : ['delivered', 'discarded'];

/**
 * Deletes the submissions with their jobs, and everything that was decided about the person. A server that is
 * sending one at this moment moves nothing when it has sent it, which is no error.
 */
export async function erase(
  transaction: StoreTransaction,
  traits: EngineTraits,
  email: string,
): Promise<Erased> {
  const persons = waitlistKinds.map((kind): Subject => ({ kind, subject: emailKey(email) }));
  // Locked before their submissions are read: an accept that is being committed is waited for, and what comes later
  // is new.
  await lockApplicants(transaction, traits, persons);
  const records = await findByEmail(transaction, email);
  const sequences = records.map(({ sequence }) => sequence);
  let messageUpdates: string[] = [];
  if (sequences.length > 0) {
    await transaction.deleteFrom('submissions').where('sequence', 'in', sequences).execute();
    messageUpdates = await deleteMessages(transaction, sequences);
    await queueUpdates(transaction, messageUpdates, await traits.readNowMs(transaction));
  }
  const messages = records.flatMap(({ kind, id }): Subject[] =>
    kind === 'contact' ? [{ kind, subject: id }] : [],
  );
  return { records, messageUpdates, ...(await deleteReviews(transaction, [...persons, ...messages])) };
}

export async function prune(
  transaction: StoreTransaction,
  traits: EngineTraits,
  options: PruneOptions & PruneStep,
): Promise<Pruned> {
  const { after, examine, limit } = options;
  const last = await transaction
    .selectFrom('submissions')
    .select('sequence')
    .where('sequence', '>', after)
    .orderBy('sequence')
    .offset(examine - 1)
    .limit(1)
    .executeTakeFirst();
  const deleted = await transaction
    .deleteFrom('submissions')
    .where('sequence', 'in', (query) =>
      query
        .selectFrom('submissions')
        .leftJoin('jobs', (join) => join.on(isMessageOfSubmission))
        .select('submissions.sequence')
        .where('submissions.sequence', '>', after)
        .where('submissions.sequence', '<=', last?.sequence ?? Number.MAX_SAFE_INTEGER)
        .where('received_at', '<', options.beforeMs)
        .where(deliveryState, 'in', prunableStates(options))
        .where(isInState(options))
        .where((expression) => expression.not(hasOpenLetter(expression)))
        .orderBy('submissions.sequence')
        .limit(limit),
    )
    .returning(['sequence', 'id', 'kind', 'email_key'])
    .execute();
  let messageUpdates = 0;
  if (deleted.length > 0) {
    const places = await deleteMessages(
      transaction,
      deleted.map(({ sequence }) => sequence),
    );
    if (options.fromSlack === true) {
      await queueUpdates(transaction, places, await traits.readNowMs(transaction));
      messageUpdates = places.length;
    }
    const subjects = deleted.map(subjectOf);
    await lockApplicants(transaction, traits, subjects);
    await deleteReviews(transaction, await findDeparted(transaction, deleted));
    await refreshApplicants(transaction, traits, subjects);
  }
  const next =
    deleted.length === limit
      ? Math.max(...deleted.map(({ sequence }) => sequence))
      : (last?.sequence ?? null);
  return { deleted: deleted.length, messageUpdates, next };
}

/** Subjects without any submission left. */
async function findDeparted(
  transaction: StoreTransaction,
  deleted: readonly Pick<Schema['submissions'], 'id' | 'kind' | 'email_key'>[],
): Promise<Subject[]> {
  const departed = new Map<string, Subject>();
  for (const row of deleted) {
    const subject = subjectOf(row);
    const { kind } = subject;
    const key = `${kind} ${subject.subject}`;
    if (departed.has(key)) continue;
    const left = await transaction
      .selectFrom('submissions')
      .select('sequence')
      .where('kind', '=', kind)
      .where(kind === 'contact' ? 'id' : 'email_key', '=', subject.subject)
      .limit(1)
      .executeTakeFirst();
    if (left === undefined) departed.set(key, subject);
  }
  return [...departed.values()];
}

/** In one pass over what is old enough; nobody waits for it. */
export async function countPrunable(database: StoreDatabase, options: PruneOptions): Promise<PruneCounts> {
  const countOf = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const isPrunable = sql<boolean>`${deliveryState} in (${sql.join(prunableStates(options))})`;
  const { open, ...counts } = await database
    .selectFrom('submissions')
    .leftJoin('jobs', (join) => join.on(isMessageOfSubmission))
    .where('received_at', '<', options.beforeMs)
    .where(isInState(options))
    .select((expression) => [
      countOf(isPrunable).as('open'),
      countOf(sql<boolean>`${isPrunable} and ${hasOpenLetter(expression)}`).as('keptForLetter'),
      countOf(sql<boolean>`${deliveryState} in (${sql.join(isForChannel)})`).as('keptForChannel'),
      countOf(sql<boolean>`${deliveryState} = 'quarantined'`).as('keptInQuarantine'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...counts,
    prunable: open - counts.keptForLetter,
    keptInQuarantine: options.includesQuarantined ? 0 : counts.keptInQuarantine,
  };
}

/** A letter to this person is to be sent; it takes name and address from the submission. */
const hasOpenLetter = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'submissions' | 'jobs'>) =>
  exists(
    selectFrom('jobs as letters')
      .select('letters.sequence')
      .whereRef('letters.submission', '=', 'submissions.sequence')
      .where('letters.channel', '=', 'letters')
      .where('letters.state', 'in', ['waiting', 'claimed', 'parked']),
  );

const isInState = ({ reviewState }: PruneOptions) =>
  reviewState === undefined ? sql<boolean>`1 = 1` : sql<boolean>`${reviewStateOfSubmission} = ${reviewState}`;
