import type { DatabaseSync } from 'node:sqlite';
import { noticeCollectMs, noticeId, noticeIntervalMs } from '#server/store/queries/notice.ts';
import { applicantRow, channelsToSend, submissionRow } from '#server/store/queries/submission-rows.ts';
import type { SqliteTransactions } from '#server/store/sqlite/sqlite-transactions.ts';
import type { Accepted, NewSubmission } from '#server/store/store.ts';
import { wordsOf } from '#server/store/words.ts';

/**
 * Statements that are prepared once and run for each row: in the engine's own thread that costs nothing
 * extra, while building one statement for many rows took as long as SQLite itself.
 *
 * @returns what stores submissions with their jobs and applicants, and answers in the same order
 */
export function prepareAcceptBatch(
  database: DatabaseSync,
  transactions: SqliteTransactions,
): (submissions: readonly NewSubmission[], nowMs: number) => Accepted[] {
  const insertSubmission = database.prepare(
    `insert into submissions
       (id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, state, received_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (kind, idempotency_key) where idempotency_key is not null do nothing`,
  );
  const insertJob = database.prepare(
    `insert into jobs (channel, kind, submission, state, queued_at, due_at, due_set_at)
     values (?, 'submission', ?, 'waiting', ?, ?, ?)`,
  );
  const queueNotice = database.prepare(
    `insert into jobs (id, channel, kind, state, queued_at, due_at, due_set_at)
     values ('${noticeId}', 'notices', 'notice', 'waiting', ?1, ?1 + ${noticeCollectMs}, ?1)
     on conflict (id) where id is not null do update set state = 'waiting', attempts = 0, queued_at = ?1,
       due_at = max(?1 + ${noticeCollectMs}, coalesce(delivered_at, 0) + ${noticeIntervalMs}), due_set_at = ?1
     where state in ('delivered', 'parked')`,
  );
  const findWords = database.prepare('select words from applicants where kind = ? and subject = ?');
  const addApplicant = database.prepare(
    `insert into applicants
       (kind, subject, applications, first_sequence, sequence, received_at, name_key, city_key, city, words)
     values (?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
     on conflict (kind, subject) do update set applications = applications + 1,
       first_sequence = coalesce(first_sequence, excluded.first_sequence), sequence = excluded.sequence,
       received_at = excluded.received_at, name_key = excluded.name_key, city_key = excluded.city_key,
       city = excluded.city, words = excluded.words`,
  );
  const addHeldApplicant = database.prepare(
    "insert into applicants (kind, subject, words) values (?, ?, '') on conflict do nothing",
  );
  const findFirst = database.prepare('select id from submissions where kind = ? and idempotency_key = ?');

  function accept(submission: NewSubmission, nowMs: number): Accepted {
    const row = submissionRow(submission);
    const { changes, lastInsertRowid } = insertSubmission.run(
      row.id,
      row.kind,
      row.fields,
      row.email_key,
      row.idempotency_key,
      row.address_hash,
      row.quarantine_reason,
      row.state,
      nowMs,
    );
    if (changes === 0) {
      const first = findFirst.get(row.kind, row.idempotency_key);
      if (first === undefined)
        throw new Error('A submission was neither stored nor found by its idempotency key.');
      return { id: first.id as string, replayed: true };
    }
    for (const channel of channelsToSend(submission))
      insertJob.run(channel, lastInsertRowid, nowMs, nowMs, nowMs);
    if (row.state === 'accepted') apply(submission, lastInsertRowid, nowMs);
    else addHeldApplicant.run(row.kind, applicantRow(submission).subject);
    if (row.state === 'quarantined') queueNotice.run(nowMs);
    return { id: row.id, replayed: false };
  }

  function apply(submission: NewSubmission, sequence: number | bigint, nowMs: number): void {
    const { subject, name_key, city_key, city, words } = applicantRow(submission);
    const earlier = findWords.get(submission.kind, subject)?.words;
    const all = typeof earlier === 'string' ? wordsOf([earlier, words]).join(' ') : words;
    addApplicant.run(submission.kind, subject, sequence, sequence, nowMs, name_key, city_key, city, all);
  }

  return (submissions, nowMs) =>
    transactions.run(() => submissions.map((submission) => accept(submission, nowMs)));
}
