import { randomUUID } from 'node:crypto';
import { createAnswerLinks } from '#server/functions/answer-links.ts';
import { openStore } from '#server/store/open-store.ts';
import { newDecision, newLetter } from './sample-decisions.ts';
import { newSubmission } from './sample-submissions.ts';

/** Adds somebody who is invited by a letter to the embedded store in this folder, beside a server. */
export async function addInvitedPerson(
  { folder }: { folder: string },
  changes: Parameters<typeof newSubmission>[0] = {},
) {
  const store = await openStore({ databaseUrl: null, dataDir: folder });
  const submission = newSubmission({ fields: { email: `${randomUUID()}@example.com` }, ...changes });
  await store.accept(submission);
  const about = { id: submission.id };
  const letter = newLetter();
  await store.decide(newDecision(about, { to: 'invited', letter }));
  const path = `/answer/${await createAnswerLinks(store).tokenOf(letter.id)}`;
  return {
    path,
    about,
    store,
    readAnswers: async () => (await store.readReview(about))?.answers.map(({ answer }) => answer),
    [Symbol.asyncDispose]: () => store.close(),
  };
}
