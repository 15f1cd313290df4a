import { z } from 'zod';
import { sorts } from '#contract/console-view.ts';
import { reviewStates, reviewStatesOf, stateWord, tellsLate } from '#contract/review.ts';
import { kindNames } from '#contract/submission.ts';
import { defineCall, refuse, toFilter } from '#server/operator/call.ts';
import { filter, letterAtMs, reminds, withLetter } from '#server/operator/inputs.ts';
import { nameCities } from '#server/operator/name-cities.ts';
import { readPeople } from '#server/operator/read-people.ts';
import { whomItChanges } from '#server/store/queries/waves.ts';

/** Most people who are listed, and of so many that a limit takes the kinds and cities are counted. */
export const maxListed = 10_000;

/** Whom a decision about a whole view, or about its first people, would be about. Changes nothing. */
export const wavePlan = defineCall({
  input: z.strictObject({
    filter,
    /** From the view: who came later is left out. */
    newest: z.int().min(0).optional(),
    to: z.enum(reviewStates),
    withLetter,
    letterAtMs,
    reminds,
    /** Only the time of letters that wait changes. */
    movesLetters: z.boolean().default(false),
    sort: z.enum(sorts).default('oldest'),
    /** At most so many people, the first in the order. */
    limit: z.int().min(1).optional(),
    /** How many of them are listed. */
    rows: z.int().min(0).max(maxListed).default(0),
  }),
  async answer({ filter: shown, newest, to, limit, sort, rows: maxRows, ...wanted }, context) {
    const { store } = context;
    if (shown.kind !== undefined && !reviewStatesOf(shown.kind).includes(to))
      throw refuse(`${kindNames[shown.kind][1]} cannot become ${stateWord(to)}. Nothing was changed.`);
    const letter = context.letters && { ...context.letters.make(), letterAtMs: wanted.letterAtMs };
    const wave = { ...wanted, to, letter };
    const selected = { ...toFilter(shown, context), newest };
    const plan = await store.planWave({ ...wave, filter: selected });
    const frozen = { ...selected, newest: plan.newest, lastDecision: plan.lastDecision };
    const isLimited = limit !== undefined && limit < plan.people;
    const read = { filter: whomItChanges({ ...wave, filter: frozen }), sort };
    const people = async (most: number) =>
      most === 0 ? [] : (await Array.fromAsync(readPeople(store, { ...read, limit: most }))).flat();
    const listed = await people(isLimited ? limit : maxRows);
    const among = listed.slice(0, maxListed).map(({ sequence }) => sequence);
    const counted = isLimited ? await store.planWave({ ...wave, filter: { ...frozen, among } }) : plan;
    return {
      ...plan,
      people: isLimited ? listed.length : plan.people,
      kinds: counted.kinds,
      ...nameCities(counted.cities),
      rows: listed.slice(0, maxRows),
      /** As the decision is to be made. */
      withLetter: letter !== null && tellsLate(to, wanted.withLetter, shown.told),
      /** Whom a limit takes, as they are now; null: everybody whom the filter selects. */
      first: isLimited ? listed.map(({ id, version }) => ({ about: id, seenVersion: version })) : null,
    };
  },
});

export type WavePlanned = Awaited<ReturnType<typeof wavePlan.answer>>;
