import { type ReviewState, reviewStatesOf } from '#contract/review.ts';
import type { DecisionResult, NewDecision } from '#server/store/review.ts';
import type { EngineTraits, StoreTransaction } from '#server/store/schema.ts';
import { cancelLetters, queueLetter, queueMessageUpdate } from './add-jobs.ts';
import { setStateInPeople } from './people/reindex-people.ts';
import { readStanding, toDecision } from './read-review.ts';
import { type FoundSubject, lockSubject, type Subject } from './review-subject.ts';
import { storableText } from './storable-text.ts';

export async function decide(
  transaction: StoreTransaction,
  traits: EngineTraits,
  decision: NewDecision,
): Promise<DecisionResult> {
  const madeBefore = await findMade(transaction, decision.id);
  if (madeBefore !== null) return madeBefore;
  const subject = await lockSubject(transaction, traits, decision.about);
  const nowMs = await traits.readNowMs(transaction);
  if (decision.messageUpdate !== undefined) {
    const sequence = subject?.namedSequence ?? null;
    await queueMessageUpdate(transaction, decision.id, sequence, decision.messageUpdate, nowMs);
  }
  if (subject === null) return { outcome: 'unknown' };
  const { kind } = subject;
  if (!reviewStatesOf(kind).includes(decision.to)) return { outcome: 'impossible', kind };

  await lockReview(transaction, traits, subject);
  const before = await readStanding(transaction, subject);
  const { seenVersion, seenNewest = subject.namedSequence, isUndo = false } = decision;
  const isChanged = seenVersion !== null && seenVersion !== before.version;
  const hasAppliedAgain = seenVersion !== null && !isUndo && seenNewest < subject.sequence;
  const isOvertaken = isChanged || hasAppliedAgain;
  if (isOvertaken || before.state === decision.to) {
    // Another instance may have made this very decision since the look above.
    const made = await findMade(transaction, decision.id);
    if (made !== null) return made;
    if (!isOvertaken) return { outcome: 'unchanged', review: before };
    return { outcome: 'overtaken', review: before, newerApplication: isChanged ? null : subject.sequence };
  }

  const version = before.version + 1;
  const isStored = await append(transaction, subject, decision, { from: before.state, version, nowMs });
  if (!isStored) {
    // Another instance made the subject's first decision since it was read, or this very decision.
    const review = await readStanding(transaction, subject);
    return (
      (await findMade(transaction, decision.id)) ?? { outcome: 'overtaken', review, newerApplication: null }
    );
  }
  await setStanding(transaction, subject, { state: decision.to, version, nowMs });
  if (before.state === 'invited') await cancelLetters(transaction, subject);
  if (decision.to === 'invited' && decision.letter !== null) {
    await queueLetter(transaction, subject, decision, decision.letter, nowMs);
  }
  const review = await readStanding(transaction, subject);
  await setStateInPeople(transaction, traits, subject, decision.to);
  return decided(review, false);
}

/** The answer to a decision that was made before with this id; null when none was. */
async function findMade(transaction: StoreTransaction, id: string): Promise<DecisionResult | null> {
  const row = await transaction.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  return {
    outcome: 'decided',
    repeated: true,
    decision: toDecision(row),
    review: await readStanding(transaction, row),
  };
}

/** From the second decision on. For two first ones, the unique version decides which is stored. */
async function lockReview(transaction: StoreTransaction, traits: EngineTraits, { kind, subject }: Subject) {
  if (!traits.locksRows) return;
  await transaction
    .selectFrom('reviews')
    .select('version')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .forUpdate()
    .execute();
}

async function append(
  transaction: StoreTransaction,
  { kind, subject, namedSequence }: FoundSubject,
  { id, to, actor, note }: NewDecision,
  { from, version, nowMs }: { from: ReviewState; version: number; nowMs: number },
): Promise<boolean> {
  const row = await transaction
    .insertInto('decisions')
    .values({
      id,
      kind,
      subject,
      version,
      sequence: namedSequence,
      from_state: from,
      to_state: to,
      actor: storableText(actor.id),
      actor_name: storableText(actor.name),
      way: actor.way,
      note: note === null ? null : storableText(note),
      decided_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('position')
    .executeTakeFirst();
  return row !== undefined;
}

async function setStanding(
  transaction: StoreTransaction,
  { kind, subject, sequence }: FoundSubject,
  { state, version, nowMs }: { state: ReviewState; version: number; nowMs: number },
): Promise<void> {
  const standing = { state, version, sequence, decided_at: nowMs };
  await transaction
    .insertInto('reviews')
    .values({ kind, subject, ...standing })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(standing))
    .execute();
}

const decided = (review: Awaited<ReturnType<typeof readStanding>>, repeated: boolean): DecisionResult => {
  if (review.last === null) throw new Error('A decision was stored and is not there.');
  return { outcome: 'decided', repeated, decision: review.last, review };
};
