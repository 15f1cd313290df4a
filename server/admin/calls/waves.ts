import type { ApplicantRow, Wave } from '#contract/answers.ts';
import type { PersonSeen, WavePlan } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { fieldValue } from '#contract/fields.ts';
import { reviewStatesOf } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { ConsoleCallError } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { cityKey } from '#server/store/words.ts';
import { toApplicantFilter } from './filter.ts';
import { namedCities } from './overview.ts';

/** Read together: some milliseconds of the store's time. */
const batchSize = 500;

export async function wavePlan(
  { filter, newest, to, letter }: ConsoleRequest<'wavePlan'>,
  context: ConsoleContext,
): Promise<WavePlan> {
  if (!reviewStatesOf(filter.kind ?? 'creator').includes(to))
    throw new ConsoleCallError('INVALID_REQUEST', `These cannot become ${to}. Nothing was changed.`);
  const wanted = { ...toApplicantFilter(filter, context), newest };
  const people: PersonSeen[] = [];
  const kinds: WavePlan['kinds'] = { creator: 0, venue: 0, contact: 0 };
  const cities = new Map<string, WavePlan['cities'][number]>();
  let already = 0;
  let after: string | null = null;
  do {
    const page = await context.store.readApplicants({
      filter: wanted,
      sort: 'oldest',
      after,
      limit: batchSize,
    });
    for (const row of page.rows) {
      const isUntold = letter && row.told?.telling === 'not-told';
      if (row.state === to && !isUntold) {
        already += 1;
        continue;
      }
      people.push({ about: row.id, seenVersion: row.version });
      kinds[row.kind] += 1;
      if (row.kind !== 'contact') countCity(cities, row, row.kind);
    }
    after = page.next;
  } while (after !== null);
  const counted = [...cities.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
  return {
    people,
    already,
    kinds,
    cities: counted.slice(0, namedCities),
    others: counted.slice(namedCities).reduce((sum, city) => sum + sizeOf(city), 0),
  };
}

/** In the spelling of the first. */
function countCity(
  cities: Map<string, WavePlan['cities'][number]>,
  row: ApplicantRow,
  kind: WaitlistKind,
): void {
  const name = fieldValue(row, 'city');
  const city = cities.get(cityKey(name)) ?? { city: name, creator: 0, venue: 0 };
  city[kind] += 1;
  cities.set(cityKey(name), city);
}

const sizeOf = ({ creator, venue }: WavePlan['cities'][number]): number => creator + venue;

export const undoWave = ({ waveId }: ConsoleRequest<'undoWave'>, { store }: ConsoleContext): Promise<Wave> =>
  store.stopWave(waveId);
