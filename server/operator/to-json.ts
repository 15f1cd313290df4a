import { representableMs } from '#contract/representable-time.ts';

/**
 * An answer of the store as operators and their scripts read it: what the store calls `receivedAtMs` is `receivedAt`,
 * in ISO 8601 and UTC, and a `sequence` is the `number` that all lists show.
 */
export const toJson = (answer: unknown, space?: number): string =>
  JSON.stringify(
    answer,
    (_key, value) => {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject ? Object.fromEntries(Object.entries(value).map(named)) : value;
    },
    space,
  );

function named([key, value]: [string, unknown]): [string, unknown] {
  if (key === 'sequence') return ['number', value];
  if (!/(?:^a|A)tMs$/.test(key)) return [key, value];
  return [
    key.slice(0, -'Ms'.length),
    typeof value === 'number' ? new Date(representableMs(value)).toISOString() : value,
  ];
}
