import { noticeCollectMs, noticeId, noticeIntervalMs } from '#server/store/queries/notice.ts';
import { applicantRow, channelsToSend, submissionRow } from '#server/store/queries/submission-rows.ts';
import type { StoreDatabase } from '#server/store/schema.ts';
import type { Accepted, NewSubmission } from '#server/store/store.ts';
import { maxWordsBytes } from '#server/store/words.ts';
import type { PostgresConnections } from './postgres-connections.ts';

/**
 * Most characters of words that one batch adds to an applicant: with `maxWordsBytes` less than a `tsvector` holds.
 */
const mostWordsOfBatch = 100_000;

/**
 * One statement, and so one round trip and one commit, for batches of any size: the rows travel as one JSON text. It
 * returns the rows that were not stored because their idempotency key existed already.
 */
const statement = `
with input as (
  select * from rows from (
    json_to_recordset($1) as (
      id text, kind text, fields text, email_key text, idempotency_key text, address_hash text,
      quarantine_reason text, state text, channels json, subject text, name_key text, city_key text, city text,
      words text
    )
  ) with ordinality as input (
    id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, state, channels, subject,
    name_key, city_key, city, words, position
  )
), stored as (
  insert into submissions
    (id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, state, received_at)
  select id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, state,
    (select (extract(epoch from clock_timestamp()) * 1000)::bigint)
  from input
  order by position
  on conflict (kind, idempotency_key) where idempotency_key is not null do nothing
  returning sequence, id, state, received_at
), added as (
  insert into jobs (channel, kind, submission, state, queued_at, due_at, due_set_at)
  select channel, 'submission', sequence, 'waiting', received_at, received_at, received_at
  from stored join input using (id) cross join json_array_elements_text(channels) as channel
  order by sequence
), applied as (
  select kind, subject, count(*) filter (where is_seen) as applications,
    min(sequence) filter (where is_seen) as first_sequence, max(sequence) filter (where is_seen) as sequence,
    max(received_at) filter (where is_seen) as received_at,
    coalesce((array_agg(name_key order by sequence desc) filter (where is_seen))[1], '') as name_key,
    coalesce((array_agg(city_key order by sequence desc) filter (where is_seen))[1], '') as city_key,
    coalesce((array_agg(city order by sequence desc) filter (where is_seen))[1], '') as city,
    left(coalesce(string_agg(words, ' ') filter (where is_seen), ''), ${mostWordsOfBatch}) as words
  from (select input.*, sequence, received_at, stored.state = 'accepted' as is_seen from stored join input using (id)) as stored_input
  group by kind, subject
), inserted_applicants as (
  insert into applicants as known
    (kind, subject, applications, first_sequence, sequence, received_at, name_key, city_key, city, words)
  -- In the order in which every other writer locks them.
  select * from applied order by kind collate "C", subject collate "C"
  on conflict (kind, subject) do update set
    applications = known.applications + excluded.applications,
    first_sequence = least(known.first_sequence, excluded.first_sequence),
    sequence = greatest(known.sequence, excluded.sequence),
    -- Another instance may have committed a later one meanwhile.
    (received_at, name_key, city_key, city) = (
      select (case when newer then excluded.received_at else known.received_at end),
        case when newer then excluded.name_key else known.name_key end,
        case when newer then excluded.city_key else known.city_key end,
        case when newer then excluded.city else known.city end
      from (select excluded.sequence > coalesce(known.sequence, 0)) as compared (newer)
    ),
    words = case when octet_length(known.words) > ${maxWordsBytes} then known.words else array_to_string(array(
      select distinct unnest(string_to_array(known.words, ' ') || string_to_array(excluded.words, ' '))
    ), ' ') end
  where excluded.applications > 0
), notice as (
  insert into jobs (id, channel, kind, state, queued_at, due_at, due_set_at)
  select '${noticeId}', 'notices', 'notice', 'waiting', received_at, received_at + ${noticeCollectMs}, received_at
  from stored where state = 'quarantined'
    -- Mostly one waits already. A conflict with it would lock its row, and one batch would wait for the other.
    and not exists (select from jobs where id = '${noticeId}' and jobs.state in ('waiting', 'claimed'))
  limit 1
  on conflict (id) where id is not null do update set state = 'waiting', attempts = 0, queued_at = excluded.queued_at,
    due_at = greatest(excluded.due_at, coalesce(jobs.delivered_at, 0) + ${noticeIntervalMs}), due_set_at = excluded.due_set_at
  where jobs.state in ('delivered', 'parked')
)
select id from input where not exists (select from stored where stored.id = input.id)`;

/**
 * Stores submissions with their jobs and applicants; answers in the same order.
 *
 * @throws the engine's own error; then nothing is stored, unless the connection was lost during the commit
 */
export async function acceptBatchOnPostgres(
  connections: PostgresConnections,
  database: StoreDatabase,
  submissions: readonly NewSubmission[],
): Promise<Accepted[]> {
  if (submissions.length === 0) return [];
  const rows = submissions.map((submission) => ({
    ...submissionRow(submission),
    ...applicantRow(submission),
    channels: channelsToSend(submission),
  }));
  const answer = await connections.runAlone<{ id: string }>({
    name: 'accept_batch',
    text: statement,
    values: [JSON.stringify(rows)],
  });
  if (answer.rows.length === 0) return submissions.map(({ id }) => ({ id, replayed: false }));

  const notStored = new Set(answer.rows.map(({ id }) => id));
  const replays = submissions.filter(({ id }) => notStored.has(id));
  // A statement of its own: the one above does not see what another instance committed meanwhile.
  const firstIds = await findFirstIds(database, replays);
  // The first submission of such a key was erased between the two statements: this one is stored as new.
  const erased = replays.filter((submission) => !firstIds.has(replayKey(submission)));
  const again = await acceptBatchOnPostgres(connections, database, erased);
  const answers = new Map(erased.map(({ id }, index) => [id, again[index] as Accepted]));
  return submissions.map((submission) => {
    const { id } = submission;
    if (!notStored.has(id)) return { id, replayed: false };
    const firstId = firstIds.get(replayKey(submission));
    return firstId === undefined ? (answers.get(id) as Accepted) : { id: firstId, replayed: true };
  });
}

/** Ids of the submissions that had these idempotency keys first, by `replayKey`. */
async function findFirstIds(
  database: StoreDatabase,
  replays: readonly NewSubmission[],
): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom('submissions')
    .select(['id', 'kind', 'idempotency_key'])
    .where('kind', 'in', [...new Set(replays.map(({ kind }) => kind))])
    .where(
      'idempotency_key',
      'in',
      replays.flatMap(({ idempotencyKey }) => idempotencyKey ?? []),
    )
    .execute();
  return new Map(
    rows.map((row) => [replayKey({ kind: row.kind, idempotencyKey: row.idempotency_key }), row.id]),
  );
}

function replayKey({ kind, idempotencyKey }: Pick<NewSubmission, 'kind' | 'idempotencyKey'>): string {
  return `${kind} ${idempotencyKey}`;
}
