import { z } from 'zod';
import { maxIdsPerCall } from '#contract/console-calls.ts';
import { isChangedBy, noReminders, reviewStates, reviewStatesOf, stateWord } from '#contract/review.ts';
import { defineCall, erased, refuse } from '#server/operator/call.ts';
import { about, reminds, withLetter } from '#server/operator/inputs.ts';
import type { SubmissionReference } from '#server/store/review.ts';
import type { OperatorStore } from '#server/store/store.ts';
import { checkReminder } from '#server/store/told.ts';

/**
 * What a decision about people who are named would change. Each is decided about as the named application: a later one
 * with this email may be somebody else's. Changes nothing.
 */
export const namedPlan = defineCall({
  input: z.strictObject({
    people: z.array(about).min(1).max(maxIdsPerCall),
    to: z.enum(reviewStates),
    withLetter,
    reminds,
  }),
  async answer({ people, to, withLetter: asked, reminds: isReminder }, { store, letters }) {
    const named = new Map<number, Awaited<ReturnType<typeof readNamed>>>();
    for (const reference of people) {
      const each = await readNamed(store, reference);
      if (!named.has(each.review.newestSequence)) named.set(each.review.newestSequence, each);
    }
    const all = [...named.values()];
    const impossible = all.filter(({ review }) => !reviewStatesOf(review.kind).includes(to));
    const [first] = impossible;
    if (first !== undefined) {
      const { kind } = first.review;
      const what = kind === 'contact' ? 'contact message' : kind;
      const numbers = impossible.map(({ record }) => `#${record.sequence}`).join(', ');
      throw refuse(
        `${numbers} cannot become ${stateWord(to)}: a ${what} is ${reviewStatesOf(kind).map(stateWord).join(' or ')}. Nothing was changed.`,
      );
    }
    const refused = all.flatMap(({ record, review }) => {
      const why = isReminder ? checkReminder(review.state, review.letters, review.answers) : null;
      return why === null ? [] : [`#${record.sequence}: ${noReminders[why]}`];
    });
    if (refused.length > 0) throw refuse(`${refused.join('. ')}. Nobody was reminded.`);
    const tells = asked && letters !== null;
    return all.map(({ record, review }) => ({
      record,
      review,
      seen: { about: record.id, seenVersion: review.version, seenNewest: review.newestSequence },
      isChanged: isReminder || isChangedBy(to, review) || (tells && review.told?.status === 'not-told'),
    }));
  },
});

async function readNamed(store: OperatorStore, reference: SubmissionReference) {
  const review = await store.readReview(reference);
  const record = review?.applications.find(({ id, sequence }) =>
    'id' in reference ? id === reference.id : sequence === reference.sequence,
  );
  if (review === null || record === undefined) throw erased(reference);
  return { record, review };
}
