import type { CityShown } from '#contract/answers.ts';

/** Cities beyond these are counted together. */
const mostNamed = 12;

/** The cities with most people, and how many people are in others. */
export const nameCities = (cities: readonly CityShown[]): { named: CityShown[]; others: number } => ({
  named: cities.slice(0, mostNamed),
  others: cities.slice(mostNamed).reduce((sum, { count }) => sum + count, 0),
});
