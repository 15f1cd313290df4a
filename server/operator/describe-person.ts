import type { SubmissionRecord } from '#contract/answers.ts';
import { waitlistKinds } from '#contract/submission.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** Everything that is stored about the person with this email, for an access request. */
export async function describePerson(
  store: Pick<OperatorStore, 'findByEmail' | 'readReview' | 'findMentions' | 'readSignInsOf'>,
  email: string,
  now: Date,
) {
  const submissions = await store.findByEmail(email);
  const reviews = await readReviewsOf(store, submissions);
  const mentions = await store.findMentions(email);
  return {
    email,
    at: now.toISOString(),
    submissions,
    // Their applications are among the submissions.
    reviews: reviews.map((review) => ({ ...review, applications: undefined })),
    signIns: await store.readSignInsOf(email),
    mentionedIn: mentions.submissions,
    mentionedInNotesAbout: mentions.notesAbout,
  };
}

/** The reviews of a person: one of each kind in which they applied, and one of each contact message. */
export async function readReviewsOf(
  store: Pick<OperatorStore, 'readReview'>,
  records: readonly SubmissionRecord[],
) {
  const applications = waitlistKinds.flatMap((kind) => records.find((record) => record.kind === kind) ?? []);
  const reviewed = [...applications, ...records.filter(({ kind }) => kind === 'contact')];
  const reviews = await Promise.all(reviewed.map(({ id }) => store.readReview({ id })));
  return reviews.filter((review) => review !== null);
}
