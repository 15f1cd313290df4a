import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { JobOf } from '#server/store/job.ts';
import type { StoreTransaction } from '#server/store/schema.ts';
import { type EventPayload, readPayload } from './job-payload.ts';
import { readAbsentChannels, waitingSince } from './queues.ts';
import { toDecision } from './read-review.ts';
import { readSubmissions } from './read-submissions.ts';

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
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('applicants')
        .select('applicants.sequence')
        .whereRef('applicants.kind', '=', 'decisions.kind')
        .whereRef('applicants.subject', '=', 'decisions.subject')
        .as('newest'),
    )
    .where('id', '=', payload.decision)
    .executeTakeFirst();
  if (decision === undefined) return null;
  const [submission] = await readSubmissions(transaction, [decision.newest ?? decision.sequence]);
  return submission === undefined ? null : { type: payload.type, decision: toDecision(decision), submission };
}
