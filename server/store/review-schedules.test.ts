import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision, DecisionResult } from '#contract/answers.ts';
import { applicantStates } from '#contract/review.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import type { NewDecision } from './review.ts';
import type { Store } from './store.ts';

const runs = 12;
const people = 3;
const whoever = { who: fc.nat({ max: people - 1 }), instance: fc.nat({ max: 1 }) };

const decision = fc.record({
  ...whoever,
  to: fc.constantFrom(...applicantStates),
  /** How many decisions ago the actor looked; null: they look at nothing. */
  looked: fc.option(fc.nat({ max: 2 })),
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('decide' as const), decision }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('race' as const), one: decision, other: decision }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), ...whoever }) },
  // No answer came to the one who asked: any decision ever asked for comes again.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('repeat' as const),
      which: fc.nat(),
      instance: fc.nat({ max: 1 }),
    }),
  },
  // The instance ends in the middle of a decision, and the one who asked asks again.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), decision }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('apply again' as const), ...whoever }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), instance: fc.nat({ max: 1 }) }) },
);

describeOnEachEngine(
  'whatever the order of decisions, undos, repeats, crashes and restarts of two instances,',
  (fixture) => {
    test('a history only grows, the state is its last line, and each invitation has one letter', async () => {
      const instances = [fixture.store, await fixture.open()];
      const instance = (which: number) => instances[which] as Store;
      const operator = await fixture.openOperator();

      const property = fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        const emails = Array.from({ length: people }, () => `${randomUUID()}@example.com`);
        const apply = async (email: string, store: Store) =>
          (await store.accept(newSubmission({ fields: { email } }))).id;
        const ids: string[] = [];
        for (const email of emails) ids.push(await apply(email, instance(0)));
        /** By id of the decision: what the store says was decided. */
        const told = new Map<string, Decision>();
        const asked: NewDecision[] = [];
        /** Ids of decisions that were asked for and not answered. */
        const unanswered = new Set<string>();
        const histories: Decision[][] = ids.map(() => []);

        async function ask(which: number, wanted: NewDecision): Promise<DecisionResult> {
          asked.push(wanted);
          const result = await instance(which).decide(wanted);
          if (result.outcome !== 'decided') return result;
          expect(told.get(wanted.id) ?? result.decision).toEqual(result.decision);
          if (!unanswered.delete(wanted.id)) expect(result.repeated).toBe(told.has(wanted.id));
          told.set(wanted.id, result.decision);
          return result;
        }

        const compose = (made: typeof decision extends fc.Arbitrary<infer Made> ? Made : never) =>
          newDecision(
            { id: ids[made.who] as string },
            {
              to: made.to,
              seenVersion:
                made.looked === null ? null : Math.max(0, (histories[made.who]?.length ?? 0) - made.looked),
              letter: made.to === 'invited' ? newLetter() : null,
            },
          );

        async function checkHistory(who: number) {
          const review = await operator.readReview({ id: ids[who] as string });
          if (review === null) throw new Error('An applicant is gone.');
          const { decisions, letters } = review;
          expect(decisions.slice(0, histories[who]?.length)).toEqual(histories[who]);
          histories[who] = decisions;
          expect(decisions.map(({ version }) => version)).toEqual(decisions.map((_, index) => index + 1));
          expect(decisions.map(({ from }) => from)).toEqual(
            decisions.map((_, index) => decisions[index - 1]?.to ?? 'new'),
          );
          expect(review.state).toBe(decisions.at(-1)?.to ?? 'new');
          const invitations = decisions.filter(({ to }) => to === 'invited').map(({ id }) => id);
          expect(letters.map(({ decisionId }) => decisionId).toSorted()).toEqual(invitations.toSorted());
          const queued = letters
            .filter(({ state }) => state === 'waiting')
            .map(({ decisionId }) => decisionId);
          expect(queued).toEqual(review.state === 'invited' ? [invitations.at(-1)] : []);
        }

        for (const each of steps) {
          if (each.do === 'decide') await ask(each.decision.instance, compose(each.decision));
          else if (each.do === 'race') {
            await Promise.all([ask(0, compose(each.one)), ask(1, compose(each.other))]);
          } else if (each.do === 'undo') {
            const last = histories[each.who]?.at(-1);
            if (last !== undefined) {
              const about = { id: ids[each.who] as string };
              const letter = last.from === 'invited' ? newLetter() : null;
              const undone = newDecision(about, {
                to: last.from,
                seenVersion: last.version,
                isUndo: true,
                letter,
              });
              expect(await ask(each.instance, undone)).toMatchObject({ outcome: 'decided' });
            }
          } else if (each.do === 'repeat') {
            const repeated = asked[each.which % asked.length];
            if (repeated !== undefined) await ask(each.instance, repeated);
          } else if (each.do === 'crash') {
            const wanted = compose(each.decision);
            const which = each.decision.instance;
            const asking = ask(which, wanted).catch(() => unanswered.add(wanted.id));
            await Promise.all([instance(which).close(), asking]);
            instances[which] = await fixture.open();
            await ask(which, wanted);
          } else if (each.do === 'apply again') {
            ids[each.who] = await apply(emails[each.who] as string, instance(each.instance));
          } else {
            await instance(each.instance).close();
            instances[each.instance] = await fixture.open();
          }

          const touched =
            each.do === 'race'
              ? [each.one.who, each.other.who]
              : each.do === 'decide' || each.do === 'crash'
                ? [each.decision.who]
                : 'who' in each
                  ? [each.who]
                  : ids.keys();
          for (const who of new Set(touched)) await checkHistory(who);
          const stored = histories.flat().map(({ id }) => id);
          expect(stored.toSorted()).toEqual([...told.keys()].toSorted());
        }
        const { rows } = await operator.readApplicants({
          filter: {},
          sort: 'newest',
          after: null,
          limit: people,
        });
        expect(rows.map(({ state }) => state).toSorted()).toEqual(
          histories.map((history) => history.at(-1)?.to ?? 'new').toSorted(),
        );
      });
      await fc.assert(property, { numRuns: runs });
    });
  },
);
