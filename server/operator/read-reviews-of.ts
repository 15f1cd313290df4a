import type { SubmissionRecord } from '#contract/answers.ts';
import { waitlistKinds } from '#contract/submission.ts';
import type { OperatorStore } from '#server/store/store.ts';

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
