import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '#server/store/open-store.ts';
import type { Store } from '#server/store/store.ts';
import { startPostgres } from '#test/postgres.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { type Finding, tell } from './results.ts';
import { median, startMeasured } from './store/measured-process.ts';

/** Memory of a server that accepts a million, and what a claim costs with none and with all of them waiting. */
const { values } = parseArgs({ options: { accepts: { type: 'string', default: '1000000' } } });
const accepts = Number(values.accepts);
const steps = 10;
const claims = 100;

interface Place {
  dataDir: string;
  databaseUrl: string | null;
}

const folder = await mkdtemp(join(tmpdir(), 'entree-bench-'));
const postgres = await startPostgres();
try {
  const lines = [];
  const findings: Finding[] = [];
  for (const engine of ['SQLite', 'Postgres'] as const) {
    const place = await makePlace(engine);
    const memory: number[] = [];
    const server = await startMeasured({ mode: 'group commit', hasLimits: false, ...place });
    for (let step = 0; step < steps; step += 1) {
      const { memoryMb, refused } = await server.run(accepts / steps);
      if (refused > 0) throw new Error(`${engine}: ${refused} were refused.`);
      memory.push(memoryMb);
    }
    await server.stop();
    const { empty, full } = await compareClaims(await makePlace(engine), place);
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

async function makePlace(engine: 'SQLite' | 'Postgres'): Promise<Place> {
  return {
    dataDir: await mkdtemp(join(folder, 'data-')),
    databaseUrl: engine === 'SQLite' ? null : await postgres.createDatabase(),
  };
}

/** Milliseconds of a claim of 25, in turns: next to nothing waits in the one store, everything in the other. */
async function compareClaims(emptyPlace: Place, fullPlace: Place): Promise<{ empty: number; full: number }> {
  const [empty, full] = await Promise.all([openStore(emptyPlace), openStore(fullPlace)]);
  try {
    await Promise.all(Array.from({ length: claims * 25 + 25 }, (_, number) => accept(empty, number)));
    const took = { empty: [] as number[], full: [] as number[] };
    for (let number = 0; number < claims; number += 1) {
      took.empty.push(await claim(empty));
      took.full.push(await claim(full));
    }
    return { empty: median(took.empty), full: median(took.full) };
  } finally {
    await Promise.all([empty.close(), full.close()]);
  }
}

async function claim(store: Store): Promise<number> {
  const startedAtMs = performance.now();
  const { claim } = await store.claimDue({
    channel: 'waitlist',
    minIntervalMs: 0,
    leaseMs: 60_000,
    digestAbove: 0,
    maxPerClaim: 25,
  });
  const took = performance.now() - startedAtMs;
  if (claim === null) throw new Error('Nothing was due.');
  await store.finish(claim);
  return took;
}

async function accept(store: Store, number: number) {
  await store.accept(newSubmission({ fields: { email: `ada.${number}@example.com` } }));
}
