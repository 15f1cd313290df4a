import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import type { Claim, Store } from './store.ts';

const leaseMs = 200;

// Weights that make leases run out and stale claims be settled in nearly every run.
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('accept' as const), count: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      minIntervalMs: fc.integer({ min: 0, max: 20 }),
    }),
  },
  // A crashed sender is one whose claim nobody settles, or settles too late: `which` picks any claim ever made.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('finish' as const, 'letGo' as const, 'retry' as const),
      which: fc.nat(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 300 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

test('whatever the order of claims, crashes, retries and restarts, nothing is lost and nothing finishes twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const folder = await mkdtemp(join(tmpdir(), 'entree-store-'));
      let nowMs = 1_000_000;
      const open = () => openStore({ databaseUrl: null, dataDir: folder, now: () => nowMs });
      let store = await open();
      const accepted: string[] = [];
      const finished: string[] = [];
      const claims: Claim[] = [];
      /** Which claim holds a submission, as far as the outside can know. */
      const holders = new Map<string, Claim>();

      async function claim(minIntervalMs: number) {
        const answer = await store.claimDue({
          channel: 'waitlist',
          minIntervalMs,
          leaseMs,
          digestAbove: 3,
          maxPerClaim: 4,
        });
        if (answer.claim === null) return answer;
        claims.push(answer.claim);
        for (const { id } of answer.claim.submissions) holders.set(id, answer.claim);
        return answer;
      }

      async function settle(which: number, move: (store: Store, claim: Claim) => Promise<number>) {
        const chosen = claims[which % claims.length];
        if (chosen === undefined) return [];
        const held = chosen.submissions.filter(({ id }) => holders.get(id) === chosen);
        expect(await move(store, chosen)).toBe(held.length);
        for (const { id } of held) holders.delete(id);
        return held.map(({ id }) => id);
      }

      const finish = async (which: number) =>
        finished.push(...(await settle(which, (open, claim) => open.finish(claim))));

      try {
        for (const each of steps) {
          if (each.do === 'accept') {
            const submissions = Array.from({ length: each.count }, () => ({
              id: randomUUID(),
              kind: 'venue' as const,
              fields: { email: 'ada@example.com' },
              idempotencyKey: null,
              addressHash: null,
              quarantineReason: null,
            }));
            await Promise.all(submissions.map((submission) => store.accept(submission)));
            accepted.push(...submissions.map(({ id }) => id));
          } else if (each.do === 'claim') await claim(each.minIntervalMs);
          else if (each.do === 'finish') await finish(each.which);
          else if (each.do === 'letGo') await settle(each.which, (open, claim) => open.letGo(claim));
          else if (each.do === 'retry') {
            const options = { delayMs: each.which % 400, channelPauseMs: 0, reason: '500' };
            await settle(each.which, (open, claim) => open.retryLater(claim, options));
          } else if (each.do === 'wait') nowMs += each.ms;
          else {
            await store.close();
            store = await open();
          }
        }
        for (;;) {
          const { claim: last, ...rest } = await claim(0);
          if (last !== null) await finish(claims.length - 1);
          else if ('retryInMs' in rest && rest.retryInMs !== null) nowMs += rest.retryInMs;
          else break;
        }
        expect(finished.toSorted()).toEqual(accepted.toSorted());
      } finally {
        await store.close();
        await rm(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);
