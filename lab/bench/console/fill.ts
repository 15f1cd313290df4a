import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Made-up applicants over the last year, some of whom were decided about; the same each time. */
interface Applicant {
  number: number;
  kind: 'creator' | 'venue' | 'contact';
  email: string;
  fields: Record<string, string>;
  receivedAtMs: number;
  state: string;
  /** Of the message. */
  delivery: string;
}

const dayMs = 86_400_000;
const cities = [
  'Sydney',
  'Melbourne',
  'Brisbane',
  'Perth',
  'Adelaide',
  'Hobart',
  'Zürich',
  'Darwin',
  'Cairns',
];
const syllables = [
  'ba',
  'co',
  'de',
  'lin',
  'ma',
  'no',
  'ri',
  'sa',
  'to',
  'ver',
  'wil',
  'zu',
  'ka',
  'el',
  'an',
  'or',
];
const words = ['wine', 'brunch', 'ramen', 'tables', 'rooftop', 'natural', 'small', 'menu', 'coffee', 'late'];
export const reviewers = ['Ada', 'Bruno', 'Chioma', 'Dag', 'Emi'];

/** Deterministic noise: a bench compares runs. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function* makeApplicants(count: number, nowMs: number): Generator<Applicant> {
  const random = createRandom(7);
  const pick = <Value>(values: readonly Value[], bend = 1): Value =>
    values[Math.floor(random() ** bend * values.length)] as Value;
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(syllables)).join('');
  const name = () => word().replace(/^./, (first) => first.toUpperCase());
  for (let number = 1; number <= count; number += 1) {
    // Every twentieth has applied before.
    const person = number % 20 === 0 ? number - 10 : number;
    const kind = number % 50 === 3 ? 'contact' : person % 3 === 1 ? 'venue' : 'creator';
    const text = Array.from({ length: 30 }, () => (random() < 0.3 ? pick(words, 2) : word())).join(' ');
    const shared = { name: `${name()} ${name()}`, email: `${word()}.${person}@example.com` };
    const email = `person.${person}@example.com`;
    const fields =
      kind === 'creator'
        ? { ...shared, email, handle: `@${word()}${person}`, city: pick(cities, 2), bio: text }
        : kind === 'venue'
          ? {
              ...shared,
              email,
              venueName: `Bar ${name()}`,
              website: '',
              city: pick(cities, 2),
              message: text,
            }
          : { ...shared, email, message: text };
    const chance = random();
    yield {
      number,
      kind,
      email,
      fields,
      // More of them lately.
      receivedAtMs: Math.floor(nowMs - 365 * dayMs * (1 - number / count) ** 1.5 - 1_000),
      state:
        kind === 'contact'
          ? chance < 0.5
            ? 'answered'
            : 'new'
          : chance < 0.2
            ? 'declined'
            : chance < 0.26
              ? 'invited'
              : chance < 0.27
                ? 'shortlisted'
                : 'new',
      delivery: number % 200 === 7 ? 'quarantined' : number % 5_000 === 11 ? 'parked' : 'delivered',
    };
  }
}

type Row = readonly (string | number | null)[];

const tables = {
  submissions: ['id', 'kind', 'fields', 'email_key', 'quarantine_reason', 'received_at', 'state'],
  jobs: [
    'channel',
    'kind',
    'submission',
    'state',
    'queued_at',
    'due_at',
    'due_set_at',
    'delivered_at',
    'reason',
  ],
  decisions: [
    'id',
    'kind',
    'subject',
    'version',
    'sequence',
    'from_state',
    'to_state',
    'actor',
    'actor_name',
    'way',
    'decided_at',
  ],
  // Without words: the program derives the rest when it opens the store.
  applicants: ['kind', 'subject', 'state', 'version'],
  letters: [
    'id',
    'channel',
    'kind',
    'submission',
    'decision',
    'payload',
    'state',
    'queued_at',
    'due_at',
    'due_set_at',
    'delivered_at',
  ],
} as const;
type Table = keyof typeof tables;

/** Letters are jobs too. */
const nameOf = (table: Table): string => (table === 'letters' ? 'jobs' : table);

function rowsOf(applicant: Applicant): Partial<Record<Table, Row>> {
  const { number, kind, email, receivedAtMs, state, delivery } = applicant;
  const id = uuidOf(number);
  const subject = kind === 'contact' ? id : email;
  const decidedAtMs = receivedAtMs + (number % 90) * 3_600_000;
  const isDecided = state !== 'new' && number % 20 !== 0;
  const actor = reviewers[number % reviewers.length] as string;
  return {
    submissions: [
      id,
      kind,
      JSON.stringify(applicant.fields),
      email,
      delivery === 'quarantined' ? 'email' : null,
      receivedAtMs,
      delivery === 'quarantined' ? delivery : 'accepted',
    ],
    ...(delivery !== 'quarantined' && {
      jobs: [
        kind === 'contact' ? 'contact' : 'waitlist',
        'submission',
        number,
        delivery,
        receivedAtMs,
        receivedAtMs,
        receivedAtMs,
        delivery === 'delivered' ? receivedAtMs + 900 : null,
        delivery === 'parked' ? 'slack_invalid_blocks 400' : null,
      ],
    }),
    applicants: [kind, subject, isDecided ? state : 'new', isDecided ? 1 : 0],
    ...(isDecided && {
      decisions: [`d${number}`, kind, subject, 1, number, 'new', state, actor, actor, 'console', decidedAtMs],
      ...(state === 'invited' && {
        letters: [
          `l${number}`,
          'letters',
          'letter',
          number,
          `d${number}`,
          JSON.stringify({ messageId: `<${number}@x>` }),
          'delivered',
          decidedAtMs,
          decidedAtMs,
          decidedAtMs,
          decidedAtMs,
        ],
      }),
    }),
  };
}

export const uuidOf = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Fills an empty, migrated store. */
export async function fill(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  count: number,
): Promise<void> {
  const target = databaseUrl === null ? openFile(dataDir) : await openServer(databaseUrl);
  let batches: Partial<Record<Table, Row[]>> = {};
  const write = async () => {
    for (const table of Object.keys(tables) as Table[]) await target.insert(table, batches[table] ?? []);
    batches = {};
  };
  for (const applicant of makeApplicants(count, Date.now())) {
    for (const [table, row] of Object.entries(rowsOf(applicant)) as [Table, Row][]) {
      batches[table] ??= [];
      batches[table].push(row);
    }
    if (applicant.number % 5_000 === 0) await write();
  }
  await write();
  await target.close();
}

interface Target {
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

function openFile(dataDir: string): Target {
  const database = new DatabaseSync(join(dataDir, 'waitlist.db'));
  database.exec('pragma synchronous = off');
  return {
    async insert(table, rows) {
      const columns = tables[table];
      const statement = database.prepare(
        `insert or ignore into ${nameOf(table)} (${columns}) values (${columns.map(() => '?')})`,
      );
      database.exec('begin');
      for (const row of rows) statement.run(...row);
      database.exec('commit');
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
      if (rows.length === 0) return;
      const columns = tables[table];
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      await client.query(
        `insert into ${nameOf(table)} (${columns}) select ${columns}
         from json_populate_recordset(null::${nameOf(table)}, $1)
         order by ${table === 'submissions' ? 'id' : '1'} on conflict do nothing`,
        [JSON.stringify(objects)],
      );
    },
    async close() {
      for (const table of Object.keys(tables)) await client.query(`vacuum analyze ${nameOf(table as Table)}`);
      await client.end();
    },
  };
}
