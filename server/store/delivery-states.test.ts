import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimOptions, finish as finishClaim, retry, returnClaim } from '#test/job-claims.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine, runStatements } from '#test/store-fixture.ts';
import type { Claim } from './job.ts';
import type { Store } from './store.ts';

const claimMs = 200;
const runs = 12;

// Weights that make claims run out and stale ones be ended in nearly every run.
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
  // A crashed sender is one whose claim nobody ends, or too late: `which` picks any claim ever made.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('finish' as const, 'returnClaim' as const, 'retry' as const),
      which: fc.nat(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 300 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

describeOnEachEngine('whatever the order of claims, crashes, retries and restarts,', (fixture) => {
  /** The clock of Postgres cannot be set: instead of it, all that waits for it is moved. */
  const pass = (ms: number) =>
    runStatements(
      fixture,
      `update jobs set due_at = due_at - ${ms}`,
      `update queues set next_send_at = next_send_at - ${ms}`,
    );
  /** As after the migrations: empty, nothing paced. */
  const clear = () =>
    runStatements(
      fixture,
      'delete from submissions',
      "delete from jobs where kind = 'submission'",
      'update queues set next_send_at = 0',
    );

  test('nothing is lost and nothing finishes twice', async () => {
    let store = await fixture.open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        await clear();
        const accepted: string[] = [];
        const finished: string[] = [];
        const claims: Claim[] = [];
        /** Which claim holds a submission, as far as the outside can know. */
        const holders = new Map<string, Claim>();

        async function claim(minIntervalMs: number) {
          const answer = await store.claimJobs(
            claimOptions({ minIntervalMs, claimMs, digestAbove: 3, maxPerClaim: 4 }),
          );
          if (answer.claim === null) return answer;
          claims.push(answer.claim);
          for (const { id } of answer.claim.jobs) holders.set(id, answer.claim);
          return answer;
        }

        async function end(which: number, move: (store: Store, claim: Claim) => Promise<number>) {
          const chosen = claims[which % claims.length];
          if (chosen === undefined) return [];
          const held = chosen.jobs.filter(({ id }) => holders.get(id) === chosen);
          expect(await move(store, chosen)).toBe(held.length);
          for (const { id } of held) holders.delete(id);
          return held.map(({ id }) => id);
        }

        const finish = async (which: number) => finished.push(...(await end(which, finishClaim)));

        for (const each of steps) {
          if (each.do === 'accept') {
            const submissions = Array.from({ length: each.count }, () => newSubmission({ kind: 'venue' }));
            await Promise.all(submissions.map((submission) => store.accept(submission)));
            accepted.push(...submissions.map(({ id }) => id));
          } else if (each.do === 'claim') await claim(each.minIntervalMs);
          else if (each.do === 'finish') await finish(each.which);
          else if (each.do === 'returnClaim') await end(each.which, returnClaim);
          else if (each.do === 'retry') {
            const options = { delayMs: each.which % 400 };
            await end(each.which, (open, claim) => retry(open, claim, options));
          } else if (each.do === 'wait') await pass(each.ms);
          else {
            await store.close();
            store = await fixture.open();
          }
        }
        for (;;) {
          const { claim: last, ...rest } = await claim(0);
          if (last !== null) await finish(claims.length - 1);
          else if ('retryInMs' in rest && rest.retryInMs !== null) await pass(rest.retryInMs);
          else break;
        }
        expect(finished.toSorted()).toEqual(accepted.toSorted());
      }),
      { numRuns: runs },
    );
  });
});
