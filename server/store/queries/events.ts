import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DecisionEvent, JobOf, PersonErased } from '#server/store/job.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import { readPayload } from './job-payload.ts';
import { readAbsentChannels, waitingSince } from './queues.ts';
import { selectAnswers, toDecision } from './read-review.ts';
import { readSubmissions } from './read-submissions.ts';
import { isOfDecision } from './review-subject.ts';

/** No copy of what a person sent, so that an erasure removes it from what waits too. */
type EventPayload =
  | { type: DecisionEvent; decision: string }
  | { type: 'applicant.answered'; decision: string; position: number }
  | PersonErased;

/** Queues what happened, in its own transaction. That a submission came is a job of kind `submission`. */
export async function queueEvent(
  transaction: StoreTransaction,
  payload: EventPayload,
  nowMs: number,
): Promise<void> {
  if ((await readAbsentChannels(transaction)).has('events')) return;
  // The column `decision` is what a letter is about.
  const submission =
    'decision' in payload
      ? sql<number>`(select sequence from decisions where id = ${payload.decision})`
      : null;
  await transaction
    .insertInto('jobs')
    .values({
      id: randomUUID(),
      channel: 'events',
      kind: 'event',
      submission,
      payload: JSON.stringify(payload),
      ...waitingSince(nowMs),
    })
    .execute();
}

/** null: the person was erased. */
export async function readEvent(
  transaction: StoreTransaction,
  row: { payload: string | null },
): Promise<JobOf<'event'>['event'] | null> {
  const payload = readPayload<EventPayload>(row);
  if (!('decision' in payload)) return payload;
  const decision = await transaction
    .selectFrom('decisions')
    .leftJoin('applicants', (join) => join.on(isOfDecision))
    .selectAll('decisions')
    .select('applicants.sequence as newest')
    .where('decisions.id', '=', payload.decision)
    .executeTakeFirst();
  if (decision === undefined) return null;
  const [submission] = await readSubmissions(transaction, [decision.newest ?? decision.sequence]);
  if (submission === undefined) return null;
  if (payload.type !== 'applicant.answered')
    return { type: payload.type, decision: toDecision(decision), submission };
  const answer = await selectAnswers(transaction).where('position', '=', payload.position).executeTakeFirst();
  return answer === undefined ? null : { type: payload.type, answer, submission };
}
