import type { PersonSeen, WavePlan, WaveUndo } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import { fieldValue } from '#contract/fields.ts';
import { isToldState, reviewStatesOf } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import { ConsoleCallError } from '#server/admin/console-api.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { ApplicantRow } from '#server/store/applicants.ts';
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
      const { record, version } = row;
      people.push({ about: record.id, seenVersion: version });
      kinds[record.kind] += 1;
      if (record.kind !== 'contact') countCity(cities, row, record.kind);
    }
    after = page.next;
  } while (after !== null);
  const counted = [...cities.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
  const isTold = isToldState(to) && context.createLetter !== null && (to === 'invited' || letter);
  return {
    people,
    already,
    kinds,
    cities: counted.slice(0, namedCities),
    others: counted.slice(namedCities).reduce((sum, city) => sum + sizeOf(city), 0),
    letters: isTold ? people.length : 0,
  };
}

/** In the spelling of the first. */
function countCity(
  cities: Map<string, WavePlan['cities'][number]>,
  { record }: ApplicantRow,
  kind: WaitlistKind,
): void {
  const name = fieldValue(record, 'city');
  const city = cities.get(cityKey(name)) ?? { city: name, creator: 0, venue: 0 };
  city[kind] += 1;
  cities.set(cityKey(name), city);
}

const sizeOf = ({ creator, venue }: WavePlan['cities'][number]): number => creator + venue;

export async function undoWave(
  { waveId }: ConsoleRequest<'undoWave'>,
  { store }: ConsoleContext,
): Promise<WaveUndo> {
  const { decisions, told, people } = await store.stopWave(waveId);
  return {
    told,
    people:
      told > 0
        ? []
        : people.map(({ about, version, from }) => ({ about: about.id, seenVersion: version, to: from })),
    overtaken: decisions - people.length,
  };
}
