import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { startPostgres } from '#test/postgres.ts';
import { type Finding, tell } from './results.ts';
import { median, startMeasured } from './store/measured-process.ts';

/** Memory of a server that accepts a million, and what a claim costs with none and with all of them waiting. */
const { values } = parseArgs({ options: { accepts: { type: 'string', default: '1000000' } } });
const accepts = Number(values.accepts);
const steps = 10;
const claims = 100;

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const postgres = await startPostgres();
try {
  const lines = [];
  const findings: Finding[] = [];
  for (const engine of ['SQLite', 'Postgres'] as const) {
    const databaseUrl = engine === 'SQLite' ? null : await postgres.createDatabase();
    const empty = await measureClaims(databaseUrl, claims);
    const memory: number[] = [];
    const server = await startMeasured('group commit', folder, databaseUrl);
    for (let step = 0; step < steps; step += 1) {
      const { memoryMb, refused } = await server.run(accepts / steps);
      if (refused > 0) throw new Error(`${engine}: ${refused} were refused.`);
      memory.push(memoryMb);
    }
    await server.stop();
    const full = await measureClaims(databaseUrl, 0);
    const [early, late] = [memory[1] ?? Number.NaN, memory.at(-1) ?? Number.NaN];
    lines.push(
      `| ${engine} | ${Math.round(early)} | ${Math.round(late)} | ${Math.round(Math.max(...memory))} | ${empty.toFixed(2)} | ${full.toFixed(2)} |`,
    );
    findings.push(
      {
        subject: engine,
        measure: 'memory after all / after a fifth',
        value: late / early,
        unit: '×',
        target: { atMost: 1.25 },
      },
      {
        subject: engine,
        measure: 'a claim with all waiting',
        value: full,
        unit: 'ms',
        target: { atMost: empty * 1.1 + 1 },
        note: 'A claim with next to nothing waiting; a tenth and a millisecond of noise are forgiven.',
      },
    );
  }
  process.stdout.write(
    `\n${accepts} accepts over HTTP; memory is the server's resident set; a claim takes 25; medians of ${claims}\n\n` +
      '| store | MB after a fifth | MB after all | MB at most | claim ms, nearly empty | claim ms, all waiting |\n' +
      '|---|---|---|---|---|---|\n' +
      `${lines.join('\n')}\n\n`,
  );
  await tell('backlog', `What ${accepts} accepts leave behind`, findings);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}

/** Milliseconds of a claim of 25. `fill`: so many claims' worth is accepted first, and all of it finished. */
async function measureClaims(databaseUrl: string | null, fill: number): Promise<number> {
  const store = await openStore({ databaseUrl, dataDir: folder });
  try {
    await Promise.all(Array.from({ length: fill * 25 + 25 }, (_, number) => accept(store, number)));
    const took: number[] = [];
    for (let number = 0; number < claims; number += 1) {
      const startedAtMs = performance.now();
      const { claim } = await store.claimDue({
        channel: 'waitlist',
        minIntervalMs: 0,
        leaseMs: 60_000,
        digestAbove: 0,
        maxPerClaim: 25,
      });
      took.push(performance.now() - startedAtMs);
      if (claim === null) throw new Error('Nothing was due.');
      await store.finish(claim);
    }
    return median(took);
  } finally {
    await store.close();
  }
}

async function accept(store: Store, number: number) {
  await store.accept({
    id: crypto.randomUUID(),
    kind: 'creator',
    fields: { name: 'Ada', email: `ada.${number}@example.com`, handle: '@ada', city: 'Sydney', bio: 'Hello' },
    idempotencyKey: null,
    addressHash: null,
    quarantineReason: null,
  });
}
