import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { openStore } from '#server/store/open-store.ts';
import type { ApplicantPageOptions } from '#server/store/review.ts';
import { startPostgres } from '#test/postgres.ts';
import { type Finding, median, tell } from './results.ts';

/** What a page of the list of applicants costs with a thousand of them and with a million. */
const { values } = parseArgs({ options: { applicants: { type: 'string', default: '1000000' } } });
const many = Number(values.applicants);
const few = 1_000;
const pagesEach = 40;
const limit = 50;

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const postgres = await startPostgres();
const findings: Finding[] = [];
const lines: string[] = [];
try {
  for (const engine of ['SQLite', 'Postgres'] as const) {
    const small = await measure(engine, few);
    const large = await measure(engine, many);
    for (const [list, ms] of Object.entries(large)) {
      const before = small[list] ?? Number.NaN;
      lines.push(`| ${engine} | ${list} | ${before.toFixed(2)} | ${ms.toFixed(2)} |`);
      findings.push({
        subject: `${engine}, ${list}`,
        measure: `a page with ${many.toLocaleString('en')} applicants`,
        value: ms,
        unit: 'ms',
        target: { atMost: list === 'the worst page' ? 50 : before * 2 + 2 },
      });
    }
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  `\n| store | list | ms a page with ${few.toLocaleString('en')} | with ${many.toLocaleString('en')} |\n|---|---|---|---|\n${lines.join('\n')}\n\n`,
);
await tell('applicants', 'The list of applicants', findings);

/** Median milliseconds of a page of each list. */
async function measure(engine: 'SQLite' | 'Postgres', count: number): Promise<Record<string, number>> {
  const place = {
    databaseUrl: engine === 'SQLite' ? null : await postgres.createDatabase(),
    dataDir: join(folder, `${engine}-${count}`),
  };
  await (await openStore(place)).close();
  await fill(place, count);
  const store = await openOperatorStore(place);
  const page = async (options: Omit<ApplicantPageOptions, 'limit'>) => {
    const startedAtMs = performance.now();
    const { applicants } = await store.readApplicants({ ...options, limit });
    return { ms: performance.now() - startedAtMs, found: applicants.length };
  };
  /** Pages from all over the newer half of the list, where there are some of every state. */
  const pages = async (options: Omit<ApplicantPageOptions, 'limit'>) => {
    const times: number[] = [];
    for (let index = 0; index < pagesEach; index += 1) {
      const after = Math.round(count - (index * count) / 2 / (pagesEach + 5));
      times.push((await page({ ...options, after })).ms);
    }
    return median(times);
  };
  const result = {
    all: await pages({}),
    new: await pages({ state: 'new' }),
    declined: await pages({ state: 'declined' }),
    'declined venues': await pages({ state: 'declined', kind: 'venue' }),
    // Among the first half all are decided about: the page looks at as many as it may, and finds nobody.
    'the worst page': (await page({ state: 'new', after: Math.round(count / 2) })).ms,
  };
  await store.close();
  return result;
}

/** Everybody of the first half is decided about, and every third of the others. */
async function fill(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  count: number,
) {
  const numbers =
    databaseUrl === null
      ? `(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count}) select n from counted) as numbers`
      : `generate_series(1, ${count}) as numbers(n)`;
  const kind = `case when n % 3 = 0 then 'venue' else 'creator' end`;
  const email = `'person' || n || '@example.com'`;
  const isDecided = `(n <= ${count / 2} or n % 3 = 0)`;
  const fields = `'{"name":"Ada","email":"person' || n || '@example.com","city":"Sydney","bio":"${'x'.repeat(300)}"}'`;
  const statements = [
    `insert into submissions (id, kind, fields, email_key, received_at) select 'id' || n, ${kind}, ${fields}, ${email}, n from ${numbers}`,
    `insert into deliveries (sequence, channel, state, due_at) select sequence, 'waitlist', 'delivered', 0 from submissions`,
    `insert into reviews (kind, subject, state, version, sequence, decided_at) select ${kind}, ${email}, 'declined', 1, n, n from ${numbers} where ${isDecided}`,
  ];
  if (databaseUrl === null) {
    const database = new DatabaseSync(join(dataDir, 'waitlist.db'));
    for (const statement of [...statements, 'analyze']) database.exec(statement);
    database.close();
  } else {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    for (const statement of [...statements, 'analyze']) await client.query(statement);
    await client.end();
  }
}
