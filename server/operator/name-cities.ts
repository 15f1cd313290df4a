import type { CityShown } from '#contract/answers.ts';

/** Cities beyond these are counted together. */
const maxNamed = 12;

/** The cities with most people, and how many people are in others, or gave none. */
export function nameCities(counted: readonly CityShown[]) {
  const named = counted.filter(({ city }) => city !== '');
  return {
    cities: named.slice(0, maxNamed),
    others: named.slice(maxNamed).reduce((sum, { count }) => sum + count, 0),
    withoutCity: counted.find(({ city }) => city === '')?.count ?? 0,
  };
}
