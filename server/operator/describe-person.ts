import { waitlistKinds } from '#contract/submission.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import type { SubmissionRecord } from '#server/store/submission-record.ts';
import { recordToJson } from './record-words.ts';
import { historyToJson } from './review-json.ts';

/** Everything that is stored about the person with this email, for an access request. */
export async function describePerson(
  store: Pick<OperatorStore, 'findByEmail' | 'readReview' | 'findMentions' | 'readSignInsOf'>,
  email: string,
  now: Date,
) {
  const records = await store.findByEmail(email);
  const reviews = await Promise.all(reviewedBy(records).map((about) => store.readReview(about)));
  const mentions = await store.findMentions(email);
  return {
    email,
    at: now.toISOString(),
    submissions: records.map((record) => ({
      ...recordToJson(record),
      idempotencyKey: record.idempotencyKey,
      addressHash: record.addressHash,
    })),
    reviews: reviews.flatMap((review) => (review === null ? [] : [historyToJson(review)])),
    signIns: (await store.readSignInsOf(email)).map(({ atMs, way, result }) => ({
      at: new Date(atMs).toISOString(),
      way,
      result,
    })),
    mentionedIn: mentions.submissions,
    mentionedInNotesAbout: mentions.notesAbout,
  };
}

/** One submission of each kind in which they applied, and each contact message: each has a review. */
export function reviewedBy(records: readonly SubmissionRecord[]): { id: string }[] {
  const applications = waitlistKinds.flatMap((kind) => records.find((record) => record.kind === kind) ?? []);
  return [...applications, ...records.filter(({ kind }) => kind === 'contact')];
}
