import type { CityShown } from '#contract/answers.ts';

/** Cities beyond these are counted together. */
const maxNamed = 12;

/** The cities with most people, and how many people are in others. */
export const nameCities = (cities: readonly CityShown[]): { named: CityShown[]; others: number } => ({
  named: cities.slice(0, maxNamed),
  others: cities.slice(maxNamed).reduce((sum, { count }) => sum + count, 0),
});
