import type {
  ApplicationShown,
  DecisionShown,
  LetterShown,
  NoteOnPerson,
  Person,
} from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { explainStoredReason } from '#contract/send-failures.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { explainQuarantine } from '#server/operator/record-words.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Decision, Letter, Note } from '#server/store/review.ts';
import type { SubmissionRecord } from '#server/store/submission-record.ts';
import { requireRecord } from './require-record.ts';

export async function person(
  { about }: ConsoleRequest<'person'>,
  { store }: ConsoleContext,
): Promise<Person> {
  const named = await requireRecord(store, about);
  const records = await readApplications(store, named);
  const review = await store.readReview({ id: about });
  const newest = records.find(({ sequence }) => sequence === review?.newestSequence) ?? named;
  return {
    id: newest.id,
    kind: named.kind,
    state: review?.state ?? 'new',
    version: review?.version ?? 0,
    applications: records.map(toApplication).reverse(),
    decisions: (review?.decisions ?? []).map(toDecision).reverse(),
    notes: (review?.notes ?? []).map(toNote).reverse(),
    letters: (review?.letters ?? []).map(toLetter).reverse(),
  };
}

async function readApplications(
  store: OperatorStore,
  named: SubmissionRecord,
): Promise<readonly SubmissionRecord[]> {
  if (named.kind === 'contact') return [named];
  const records = await store.findByEmail(named.fields.email);
  return records.filter(({ kind }) => kind === named.kind);
}

function toApplication(record: SubmissionRecord): ApplicationShown {
  const { id, sequence, receivedAtMs, quarantineReason, delivery } = record;
  const isDone = delivery.state === 'delivered' || delivery.state === 'discarded';
  return {
    ...({ kind: record.kind, fields: record.fields } as SubmissionRecord),
    id,
    sequence,
    receivedAtMs,
    quarantined: quarantineReason === null ? null : explainQuarantine(quarantineReason),
    message: {
      channel: delivery.channel,
      state: delivery.state,
      attempts: delivery.attempts,
      dueAtMs: delivery.dueAtMs,
      deliveredAtMs: delivery.deliveredAtMs,
      failure: delivery.lastReason === null || isDone ? null : explainStoredReason(delivery.lastReason),
    },
  };
}

export const toDecision = ({ id, version, from, to, actor, note, decidedAtMs }: Decision): DecisionShown => ({
  id,
  version,
  from,
  to,
  by: actor.name,
  way: actor.way,
  note,
  atMs: decidedAtMs,
});

export const toNote = ({ id, text, actor, notedAtMs }: Note): NoteOnPerson => ({
  id,
  text,
  by: actor.name,
  way: actor.way,
  atMs: notedAtMs,
});

const toLetter = ({ id, state, queuedAtMs, sentAtMs, attempts, lastReason }: Letter): LetterShown => ({
  id,
  state,
  queuedAtMs,
  sentAtMs,
  attempts,
  failure: lastReason === null ? null : explainStoredReason(lastReason),
});
