import { type Selectable, sql } from 'kysely';
import { periods } from '#contract/periods.ts';
import { goesTo, letterTable, type ReviewState } from '#contract/review.ts';
import { type SubmissionKind, waitlistKinds } from '#contract/submission.ts';
import type { Job } from '#server/store/job.ts';
import type { Schema, StoreTransaction } from '#server/store/schema.ts';
import type { StoredSubmission } from '#server/store/stored-submission.ts';
import { checkReminder, lastLetterOf } from '#server/store/told.ts';
import { readEvent } from './events.ts';
import { type ClickPayload, type LetterPayload, letterOfJob, readPayload } from './job-payload.ts';
import { readMessage } from './messages.ts';
import { readNotice } from './notice.ts';
import { readAnswers, readLetters } from './read-review.ts';
import { readSubmissions } from './read-submissions.ts';
import { countRows, isOfSubject, isOfSubmission } from './review-subject.ts';
import { parseStored } from './submission-rows.ts';

type JobRow = Selectable<Schema['jobs']>;

/** What these claimed jobs send. A job that has nothing left to send is deleted. */
export async function readJobs(
  transaction: StoreTransaction,
  rows: readonly JobRow[],
  nowMs: number,
): Promise<Job[]> {
  const named = rows.filter(({ kind }) => ['submission', 'answer', 'message update'].includes(kind));
  const submissions = await readSubmissions(
    transaction,
    named.flatMap(({ submission }) => submission ?? []),
  );
  const submissionOf = new Map(submissions.map((submission) => [submission.sequence, submission]));
  const jobs: Job[] = [];
  const gone: number[] = [];
  for (const row of rows.toSorted((one, other) => one.sequence - other.sequence)) {
    const job = await readJob(transaction, row, submissionOf.get(row.submission ?? 0) ?? null, nowMs);
    if (job === null) gone.push(row.sequence);
    else jobs.push(job);
  }
  if (gone.length > 0)
    await transaction
      .deleteFrom('jobs')
      .where('sequence', 'in', gone)
      .where('kind', '<>', 'notice')
      .where('state', '=', 'claimed')
      .execute();
  return jobs;
}

async function readJob(
  transaction: StoreTransaction,
  row: JobRow,
  submission: StoredSubmission | null,
  nowMs: number,
): Promise<Job | null> {
  const common = {
    sequence: row.sequence,
    channel: row.channel,
    queuedAtMs: row.queued_at,
    id: submission?.id ?? row.id ?? '',
    earlierAttempts: row.attempts - 1,
    unanswered: row.unanswered,
  };
  switch (row.kind) {
    case 'submission':
      return submission === null ? null : { ...common, kind: row.kind, submission };
    case 'answer':
      // Nothing is left to say about an invitation that was taken back.
      return submission?.review.answer ? { ...common, kind: row.kind, submission } : null;
    case 'letter': {
      const letter = await readLetter(transaction, row);
      return letter === null ? null : { ...common, kind: row.kind, ...letter };
    }
    case 'message update': {
      const { kind, place } = row;
      if (place !== null)
        return { ...common, kind, to: { place }, ...(await readMessage(transaction, place)) };
      const click = readClick(row, nowMs);
      const submissions = submission === null ? [] : [submission];
      return (
        click && { ...common, kind, to: { responseUrl: click.responseUrl }, submissions, ofAnswers: false }
      );
    }
    case 'reply': {
      const click = readClick(row, nowMs);
      return click && { ...common, kind: row.kind, responseUrl: click.responseUrl, text: click.text ?? '' };
    }
    case 'notice': {
      const counts = await readNotice(transaction, row.sequence);
      return counts === null ? null : { ...common, kind: row.kind, ...counts };
    }
    case 'event': {
      const event = await readEvent(transaction, row);
      return event === null ? null : { ...common, kind: row.kind, event };
    }
  }
}

/** null: its response URL has expired. */
function readClick(row: JobRow, nowMs: number): ClickPayload | null {
  const click = readPayload<ClickPayload>(row);
  return click.expiresAtMs > nowMs ? click : null;
}

/** null: nobody is to get it any more, such as after its decision was taken back while it was being sent. */
async function readLetter(transaction: StoreTransaction, row: JobRow) {
  const sent = await transaction
    .selectFrom('submissions')
    .innerJoin('applicants', (join) => join.on(isOfSubmission))
    .leftJoin('imports', 'imports.id', 'submissions.import')
    .leftJoin('decisions', (join) => join.on('decisions.id', '=', row.decision))
    .select(['submissions.kind', 'fields', 'submissions.received_at', 'imported_at', 'file'])
    .select(['submissions.state as acceptance', 'email_key'])
    .select(['applicants.state', 'applied_again', 'decisions.id as decisionId', 'to_state'])
    .where('submissions.sequence', '=', row.submission)
    .executeTakeFirst();
  const application = sent === undefined ? null : parseStored(sent);
  if (sent === undefined || application === null || application.kind === 'contact') return null;
  const { decisionId, received_at: appliedAtMs, imported_at: addedAtMs } = sent;
  const cameBy = addedAtMs === null ? 'form' : sent.file === null ? 'hand' : 'import';
  const letter = letterOfJob({ ...row, ...sent });
  const appliedAgain = sent.applied_again === 1;
  const isDue = letter !== null && goesTo(letterTable[letter], { state: sent.state, appliedAgain, cameBy });
  const linksTo = letter === 'reminder' ? await findInvitationOf(transaction, row, sent) : row.id;
  if (!isDue || linksTo === null) {
    await transaction
      .updateTable('jobs')
      .set({ state: 'cancelled', claim_token: null, reason: null })
      .where('sequence', '=', row.sequence)
      .execute();
    return null;
  }
  if (letter === 'receipt' && (sent.acceptance !== 'accepted' || (await hadReceipt(transaction, row, sent))))
    return null;
  const { messageId } = readPayload<LetterPayload>(row);
  return { letter, decisionId, linksTo, messageId, application, appliedAtMs, addedAtMs };
}

/** Id of the last letter of the invitation of which this reminder reminds; null: nobody is reminded of it any more. */
async function findInvitationOf(
  transaction: StoreTransaction,
  { id }: JobRow,
  { kind, state, email_key: subject }: { kind: SubmissionKind; state: ReviewState; email_key: string },
): Promise<string | null> {
  const letters = (await readLetters(transaction, { kind, subject })).filter((letter) => letter.id !== id);
  const why = checkReminder(state, letters, await readAnswers(transaction, { kind, subject }));
  return why === null ? (lastLetterOf('invited', letters)?.id ?? null) : null;
}

/**
 * Whether another receipt went to this address, for whichever kind, less than a day before this one was queued, or may
 * still go. The lock of the queue makes claims follow each other: of two applications at once one has a receipt.
 */
async function hadReceipt(
  transaction: StoreTransaction,
  { sequence, queued_at }: JobRow,
  { email_key: subject }: { email_key: string },
): Promise<boolean> {
  const isFromAddress = sql.join(
    waitlistKinds.map((kind) => isOfSubject({ kind, subject })),
    sql` or `,
  );
  const others = sql`from jobs where channel = 'receipts'
    and submission in (select submissions.sequence from submissions where ${isFromAddress})
    and (state in ('waiting', 'claimed') and sequence < ${sequence}
      or state in ('delivered', 'parked') and sequence <> ${sequence}
        and coalesce(delivered_at, due_set_at) > ${queued_at - periods.receiptEveryMs})`;
  return (await countRows(transaction, others)) > 0;
}
