import type { Person } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { explainNoLetterAgain, noLettersSentence } from '#server/operator/telling.ts';
import { checkLetterAgain } from '#server/store/told.ts';
import { erased } from './require-record.ts';

export async function person(
  { about }: ConsoleRequest<'person'>,
  { store, calendar, createLetter, now = Date.now }: ConsoleContext,
): Promise<Person> {
  const review = await store.readReview({ id: about });
  if (review === null) throw erased();
  const { applications, newestSequence, state, letters } = review;
  return {
    ...review,
    id: applications.find(({ sequence }) => sequence === newestSequence)?.id ?? about,
    noLetterAgain:
      createLetter === null
        ? noLettersSentence
        : explainNoLetterAgain(checkLetterAgain(state, letters, now()), calendar),
  };
}
