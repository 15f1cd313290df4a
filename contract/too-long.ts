import type { FieldDefinition } from './fields.ts';

/** Says so where a value has more characters than its field takes; null where it has not. */
export function findTooLong(
  { maxCharacters }: Pick<FieldDefinition, 'maxCharacters'>,
  value: string,
): string | null {
  // By code points, so that an emoji does not count twice. A code point has at most two units, so no more is counted.
  const isTooLong =
    value.length > maxCharacters && Array.from(value.slice(0, 2 * maxCharacters + 1)).length > maxCharacters;
  return isTooLong ? `May have at most ${maxCharacters.toLocaleString('en')} characters.` : null;
}
