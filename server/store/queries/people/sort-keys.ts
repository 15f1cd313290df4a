import { fieldValue, type Submission } from '#contract/fields.ts';
import { sortKey } from '#server/store/words.ts';

/** By what a person is sorted, of their newest submission; a contact message has no city. */
export const sortKeysOf = (submission: Submission): { name_key: string; city_key: string } => ({
  name_key: sortKey(fieldValue(submission, 'name')),
  city_key: sortKey(fieldValue(submission, 'city')),
});
