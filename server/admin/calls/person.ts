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
import { explainNoLetterAgain } from '#server/operator/letter-again-words.ts';
import { noLettersSentence } from '#server/operator/no-letters.ts';
import { explainQuarantine } from '#server/operator/record-words.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { Decision, Letter, Note } from '#server/store/review.ts';
import type { SubmissionRecord } from '#server/store/submission-record.ts';
import { checkLetterAgain } from '#server/store/told.ts';
import { requireRecord } from './require-record.ts';

export async function person(
  { about }: ConsoleRequest<'person'>,
  { store, calendar, createLetter, now = Date.now }: ConsoleContext,
): Promise<Person> {
  const named = await requireRecord(store, about);
  const records = await readApplications(store, named);
  const review = await store.readReview({ id: about });
  const newest = records.find(({ sequence }) => sequence === review?.newestSequence) ?? named;
  const state = review?.state ?? 'new';
  const letters = review?.letters ?? [];
  return {
    id: newest.id,
    kind: named.kind,
    state,
    version: review?.version ?? 0,
    applications: records.map(toApplication).reverse(),
    decisions: (review?.decisions ?? []).map(toDecision).reverse(),
    notes: (review?.notes ?? []).map(toNote).reverse(),
    letters: letters.map(toLetter).reverse(),
    told: review?.told ?? null,
    noLetterAgain:
      createLetter === null
        ? noLettersSentence
        : explainNoLetterAgain(checkLetterAgain(state, letters, now()), calendar),
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

export const toDecision = ({
  id,
  version,
  from,
  to,
  actor,
  note,
  decidedAtMs,
  wave,
}: Decision): DecisionShown => ({
  id,
  version,
  from,
  to,
  by: actor.name,
  way: actor.way,
  note,
  atMs: decidedAtMs,
  waveId: wave,
});

export const toNote = ({ id, text, actor, notedAtMs }: Note): NoteOnPerson => ({
  id,
  text,
  by: actor.name,
  way: actor.way,
  atMs: notedAtMs,
});

const toLetter = ({ lastReason, ...letter }: Letter): LetterShown => ({
  id: letter.id,
  tells: letter.tells,
  state: letter.state,
  queuedAtMs: letter.queuedAtMs,
  tellAtMs: letter.tellAtMs,
  sentAtMs: letter.sentAtMs,
  attempts: letter.attempts,
  failure: lastReason === null ? null : explainStoredReason(lastReason),
});
