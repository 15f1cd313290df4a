import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { SubmissionKind } from '#contract/submission.ts';

/** Made-up applicants over the last year, some of whom were decided about; the same each time. */
interface Applicant {
  number: number;
  kind: SubmissionKind;
  emailKey: string;
  fields: Record<string, string>;
  receivedAtMs: number;
  /** What their decision was; `new`: none. */
  state: string;
  /** Of the message. */
  delivery: 'quarantined' | 'parked' | 'delivered';
}

const dayMs = 86_400_000;
const batchSize = 5_000;
const cities = 'Sydney Melbourne Brisbane Perth Adelaide Hobart Zürich Darwin Cairns'.split(' ');
const syllables = 'ba co de lin ma no ri sa to ver wil zu ka el an or'.split(' ');
const words = 'wine brunch ramen tables rooftop natural small menu coffee late'.split(' ');
const reviewers = ['Ada', 'Bruno', 'Chioma', 'Dag', 'Emi'];

/** Deterministic noise: a bench compares runs. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function* makeApplicants(count: number, nowMs: number): Generator<Applicant> {
  const random = createRandom(7);
  const pick = (values: readonly string[], bend = 1): string =>
    values[Math.floor(random() ** bend * values.length)] as string;
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('');
  const name = () => word().replace(/^./, (first) => first.toUpperCase());
  for (let number = 1; number <= count; number += 1) {
    // Every twentieth has applied before.
    const person = number % 20 === 0 ? number - 10 : number;
    const kind = number % 50 === 3 ? 'contact' : person % 3 === 1 ? 'venue' : 'creator';
    const text = Array.from({ length: 30 }, () => (random() < 0.3 ? pick(words, 2) : word())).join(' ');
    const emailKey = `person.${person}@example.com`;
    const fields = {
      name: `${name()} ${name()}`,
      email: emailKey,
      ...(kind === 'creator' && { handle: `@${word()}${person}`, city: pick(cities, 2), bio: text }),
      ...(kind === 'venue' && { venueName: `Bar ${name()}`, website: '', city: pick(cities, 2) }),
      ...(kind !== 'creator' && { message: text }),
    };
    yield {
      number,
      kind,
      emailKey,
      fields,
      // More of them lately.
      receivedAtMs: Math.floor(nowMs - 365 * dayMs * (1 - number / count) ** 1.5 - 1_000),
      state: stateAt(random(), kind),
      delivery: number % 200 === 7 ? 'quarantined' : number % 5_000 === 11 ? 'parked' : 'delivered',
    };
  }
}

function stateAt(chance: number, kind: SubmissionKind): string {
  if (kind === 'contact') return chance < 0.5 ? 'answered' : 'new';
  if (chance < 0.2) return 'declined';
  if (chance < 0.26) return 'invited';
  return chance < 0.27 ? 'shortlisted' : 'new';
}

const tables = ['submissions', 'decisions', 'jobs', 'applicants'] as const;
type Row = Readonly<Record<string, string | number | null>>;
type Rows = Record<(typeof tables)[number], Row[]>;

function addRows(rows: Rows, applicant: Applicant): void {
  const { number, kind, emailKey, receivedAtMs, state, delivery } = applicant;
  const id = uuidOf(number);
  const subject = kind === 'contact' ? id : emailKey;
  const decidedAtMs = receivedAtMs + (number % 90) * 3_600_000;
  const isDecided = state !== 'new' && number % 20 !== 0;
  const isQuarantined = delivery === 'quarantined';
  const reviewer = reviewers[number % reviewers.length] as string;
  rows.submissions.push({
    id,
    kind,
    fields: JSON.stringify(applicant.fields),
    email_key: emailKey,
    quarantine_reason: isQuarantined ? 'email' : null,
    received_at: receivedAtMs,
    state: isQuarantined ? 'quarantined' : 'accepted',
  });
  const job = (atMs: number) => ({
    submission: number,
    queued_at: atMs,
    due_at: atMs,
    due_set_at: atMs,
    delivered_at: atMs,
    attempts: 1,
    unanswered: 0,
  });
  if (!isQuarantined)
    rows.jobs.push({
      ...job(receivedAtMs),
      id: null,
      channel: kind === 'contact' ? 'contact' : 'waitlist',
      kind: 'submission',
      decision: null,
      payload: null,
      state: delivery,
      reason: delivery === 'parked' ? 'slack_invalid_blocks 400' : null,
    });
  if (state === 'invited' && isDecided)
    rows.jobs.push({
      ...job(decidedAtMs),
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
    });
  // Without words: the program derives the rest when it opens the store.
  rows.applicants.push({
    kind,
    subject,
    state: isDecided ? state : 'new',
    version: isDecided ? 1 : 0,
  });
}

export const uuidOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Fills an empty, migrated store. */
export async function fill(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  count: number,
): Promise<void> {
  const target = databaseUrl === null ? openFile(dataDir) : await openServer(databaseUrl);
  const none = (): Rows => ({ submissions: [], decisions: [], jobs: [], applicants: [] });
  let rows = none();
  for (const applicant of makeApplicants(count, Date.now())) {
    addRows(rows, applicant);
    if (applicant.number % batchSize !== 0 && applicant.number !== count) continue;
    for (const table of tables) await target.insert(table, rows[table]);
    rows = none();
  }
  await target.close();
}

interface Target {
  insert(table: string, rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

const columnsOf = ([row = {}]: readonly Row[]) => Object.keys(row);

function openFile(dataDir: string): Target {
  const database = new DatabaseSync(join(dataDir, 'waitlist.db'));
  database.exec('pragma synchronous = off');
  return {
    async insert(table, rows) {
      const columns = columnsOf(rows);
      if (columns.length === 0) return;
      const values = columns.map((column) => `json_extract(value, '$.${column}')`);
      database
        .prepare(
          `insert or ignore into ${table} (${columns}) select ${values} from json_each(?) order by key`,
        )
        .run(JSON.stringify(rows));
    },
    async close() {
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
}

async function openServer(databaseUrl: string): Promise<Target> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('set synchronous_commit = off');
  return {
    async insert(table, rows) {
      const columns = columnsOf(rows);
      if (columns.length === 0) return;
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)
         order by 1 on conflict do nothing`,
        [JSON.stringify(rows)],
      );
    },
    async close() {
      // As autovacuum does within minutes.
      await client.query('vacuum analyze');
      await client.end();
    },
  };
}
