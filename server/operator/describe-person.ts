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
  const reviews = await Promise.all(reviewedBy(submissions).map((about) => store.readReview(about)));
  const mentions = await store.findMentions(email);
  return {
    email,
    at: now.toISOString(),
    submissions,
    // Their applications are among the submissions.
    reviews: reviews.flatMap((review) => (review === null ? [] : [{ ...review, applications: undefined }])),
    signIns: await store.readSignInsOf(email),
    mentionedIn: mentions.submissions,
    mentionedInNotesAbout: mentions.notesAbout,
  };
}

/** One submission of each kind in which they applied, and each contact message: each has a review. */
export function reviewedBy(records: readonly SubmissionRecord[]): { id: string }[] {
  const applications = waitlistKinds.flatMap((kind) => records.find((record) => record.kind === kind) ?? []);
  return [...applications, ...records.filter(({ kind }) => kind === 'contact')];
}
