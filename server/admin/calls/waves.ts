import type { ApplicantRow, Wave } from '#contract/answers.ts';
import type { WavePlan } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { reviewStatesOf } from '#contract/review.ts';
import { ConsoleCallError } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { countSides } from '#server/operator/count-sides.ts';
import { toApplicantFilter } from './filter.ts';

/** Read together: some milliseconds of the store's time. */
const batchSize = 500;

export async function wavePlan(
  { filter, newest, to, letter }: ConsoleRequest<'wavePlan'>,
  context: ConsoleContext,
): Promise<WavePlan> {
  if (!reviewStatesOf(filter.kind ?? 'creator').includes(to))
    throw new ConsoleCallError('INVALID_REQUEST', `These cannot become ${to}. Nothing was changed.`);
  const wanted = { ...toApplicantFilter(filter, context), newest };
  const people: ApplicantRow[] = [];
  let already = 0;
  let after: string | null = null;
  do {
    const page = await context.store.readApplicants({
      filter: wanted,
      sort: 'oldest',
      after,
      limit: batchSize,
    });
    const changing = page.rows.filter(
      ({ state, told }) => state !== to || (letter && told?.telling === 'not-told'),
    );
    people.push(...changing);
    already += page.rows.length - changing.length;
    after = page.next;
  } while (after !== null);
  return {
    people: people.map(({ id, version }) => ({ about: id, seenVersion: version })),
    already,
    ...countSides(people),
  };
}

export const undoWave = ({ waveId }: ConsoleRequest<'undoWave'>, { store }: ConsoleContext): Promise<Wave> =>
  store.stopWave(waveId);
