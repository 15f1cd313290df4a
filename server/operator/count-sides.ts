import type { WavePlan } from '#contract/console-calls.ts';
import { fieldValue, type Submission } from '#contract/fields.ts';
import { cityKey } from '#server/store/words.ts';

type City = WavePlan['cities'][number];

/** Cities beyond these are counted together. */
export const namedCities = 12;

/** How many people are of each kind, and in each city; a city is spelled as its first person spells it. */
export function countSides(people: readonly Submission[]): Pick<WavePlan, 'kinds' | 'cities' | 'others'> {
  const kinds = { creator: 0, venue: 0, contact: 0 };
  const cities = new Map<string, City>();
  for (const person of people) {
    kinds[person.kind] += 1;
    if (person.kind === 'contact') continue;
    const name = fieldValue(person, 'city');
    const city = cities.get(cityKey(name)) ?? { city: name, creator: 0, venue: 0 };
    city[person.kind] += 1;
    cities.set(cityKey(name), city);
  }
  const counted = [...cities.values()].sort((one, other) => sizeOf(other) - sizeOf(one));
  return {
    kinds,
    cities: counted.slice(0, namedCities),
    others: counted.slice(namedCities).reduce((sum, city) => sum + sizeOf(city), 0),
  };
}

export const sizeOf = ({ creator, venue }: City): number => creator + venue;
