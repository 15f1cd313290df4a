import { DatabaseSync } from 'node:sqlite';
import { type Insertable, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { ReviewState } from '#contract/review.ts';
import { openStore } from '#server/store/open-store.ts';
import { applicantRow, parseStored } from '#server/store/queries/submission-rows.ts';
import type { Schema } from '#server/store/schema.ts';
import { databaseFile } from '#server/store/sqlite/database-file.ts';
import { createSqliteDialect } from '#server/store/sqlite/sqlite-dialect.ts';
import type { StorePlace } from '#test/run-on-store.ts';

const dayMs = 86_400_000;
/** SQLite takes 32,766 values in one statement; who applied again is ten numbers after the first time. */
const rowsAtOnce = 1_000;
const cities = 'Sydney Melbourne Brisbane Perth Adelaide Hobart Zürich Darwin Cairns'.split(' ');
const sources = [
  ...'instagram tiktok google newsletter'.split(' '),
  ...Array.from({ length: 16 }, (_, number) => `blog-${number}.example`),
];
const syllables = 'ba co de lin ma no ri sa to ver wil zu ka el an or'.split(' ');
const words = 'wine brunch ramen tables rooftop natural small menu coffee late'.split(' ');
const reviewers = ['Ada', 'Bruno', 'Chioma', 'Dag', 'Emi'];

const tables = ['submissions', 'decisions', 'jobs', 'applicants'] as const;
type Rows = { [Table in (typeof tables)[number]]: Insertable<Schema[Table]>[] };

/** Of each so many applicants, those who were decided about were so in one wave. */
const peoplePerWave = 2_000;

export const uuidOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Makes a store with made-up applicants over the last year, some of whom were decided about; the same each time. */
export async function fill(place: StorePlace, count: number): Promise<void> {
  await (await openStore(place)).close();
  const database = openDatabase(place);
  const addRows = createApplicants(count, Date.now());
  for (let first = 1; first <= count; first += rowsAtOnce) {
    const rows: Rows = { submissions: [], decisions: [], jobs: [], applicants: [] };
    for (let number = first; number < first + rowsAtOnce && number <= count; number += 1)
      addRows(rows, number);
    for (const table of tables) {
      if (rows[table].length === 0) continue;
      // Kysely has a type for each table, not for one of several.
      await database
        .insertInto(table as 'applicants')
        .values(rows[table] as Rows['applicants'])
        .execute();
    }
  }
  // As autovacuum does within minutes.
  if (place.databaseUrl !== null) await sql`vacuum analyze`.execute(database);
  await database.destroy();
}

function openDatabase({ databaseUrl, dataDir }: StorePlace): Kysely<Schema> {
  if (databaseUrl !== null) {
    const pool = new pg.Pool({ connectionString: databaseUrl, options: '-c synchronous_commit=off' });
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  }
  const file = new DatabaseSync(databaseFile(dataDir));
  file.exec('pragma synchronous = off');
  return new Kysely<Schema>({ dialect: createSqliteDialect(file, () => undefined) });
}

/** Deterministic noise: a bench compares runs. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @returns what adds the rows of an application; called with the numbers from 1 to `count` */
function createApplicants(count: number, nowMs: number): (rows: Rows, number: number) => void {
  const random = createRandom(7);
  const pick = (values: readonly string[], bend = 1): string =>
    values[Math.floor(random() ** bend * values.length)] as string;
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('');
  const name = () => word().replace(/^./, (first) => first.toUpperCase());

  function stateAtRandom(kind: string): ReviewState {
    const chance = random();
    if (kind === 'contact') return chance < 0.5 ? 'answered' : 'new';
    if (chance < 0.2) return 'declined';
    if (chance < 0.26) return 'invited';
    return chance < 0.27 ? 'shortlisted' : 'new';
  }

  return (rows, number) => {
    // Every twentieth has applied before.
    const person = number % 20 === 0 ? number - 10 : number;
    const kind = number % 50 === 3 ? 'contact' : person % 3 === 1 ? 'venue' : 'creator';
    const text = Array.from({ length: 30 }, () => (random() < 0.3 ? pick(words, 2) : word())).join(' ');
    const email = `person.${person}@example.com`;
    const fields = {
      name: `${name()} ${name()}`,
      email,
      ...(kind === 'creator' && { handle: `@${word()}${person}`, city: pick(cities, 2), bio: text }),
      ...(kind === 'venue' && { venueName: `Bar ${name()}`, website: '', city: pick(cities, 2) }),
      ...(kind !== 'creator' && { message: text }),
    };
    const state = stateAtRandom(kind);
    const id = uuidOf(number);
    const subject = kind === 'contact' ? id : email;
    // More of them lately.
    const source = number % 3 === 0 ? null : (sources[number % sources.length] as string);
    const receivedAtMs = Math.floor(nowMs - 365 * dayMs * (1 - number / count) ** 1.5 - 1_000);
    const decidedAtMs = receivedAtMs + (number % 90) * 3_600_000;
    const isQuarantined = number % 200 === 7;
    const isDecided = state !== 'new' && number % 20 !== 0 && !isQuarantined;
    const isParked = number % 5_000 === 11;
    const reviewer = reviewers[number % reviewers.length] as string;
    rows.submissions.push({
      id,
      kind,
      fields: JSON.stringify(fields),
      email_key: email,
      quarantine_reason: isQuarantined ? 'email' : null,
      received_at: receivedAtMs,
      source,
      state: isQuarantined ? 'quarantined' : 'accepted',
    });
    const sentAt = (atMs: number) => ({
      submission: number,
      queued_at: atMs,
      due_at: atMs,
      due_set_at: atMs,
      delivered_at: atMs,
      attempts: 1,
    });
    if (!isQuarantined)
      rows.jobs.push({
        ...sentAt(receivedAtMs),
        id: null,
        channel: kind === 'contact' ? 'contact' : 'waitlist',
        kind: 'submission',
        decision: null,
        payload: null,
        state: isParked ? 'parked' : 'delivered',
        reason: isParked ? 'slack_invalid_blocks 400' : null,
      });
    if (state === 'invited' && isDecided)
      rows.jobs.push({
        ...sentAt(decidedAtMs),
        id: `l${number}`,
        channel: 'letters',
        kind: 'letter',
        decision: `d${number}`,
        payload: JSON.stringify({ messageId: `<${number}@x>` }),
        state: 'delivered',
        reason: null,
      });
    if (isDecided)
      rows.decisions.push({
        id: `d${number}`,
        kind,
        subject,
        version: 1,
        sequence: number,
        from_state: 'new',
        to_state: state,
        actor: reviewer,
        actor_name: reviewer,
        way: 'console',
        decided_at: decidedAtMs,
        wave: uuidOf(Math.ceil(number / peoplePerWave)),
      });
    if (isQuarantined) return;
    const derived = applicantRow({ id, ...parseStored({ kind, fields: JSON.stringify(fields) }) });
    // Ten numbers before: in the same rows.
    const before = rows.applicants.find((row) => row.kind === kind && row.subject === subject);
    if (before !== undefined) {
      const { words: spoken } = before;
      const both = { ...derived, words: `${spoken} ${derived.words}`, sequence: number };
      Object.assign(before, both, { received_at: receivedAtMs, applications: 2 });
      return;
    }
    rows.applicants.push({
      ...derived,
      kind,
      state: isDecided ? state : 'new',
      version: isDecided ? 1 : 0,
      reached: isDecided ? state : '',
      applications: 1,
      first_sequence: number,
      // A sheet named every third with an earlier day.
      first_applied_at: receivedAtMs - (number % 3 === 0 ? (number % 200) * dayMs : 0),
      source_key: source,
      sequence: number,
      received_at: receivedAtMs,
    });
  };
}
