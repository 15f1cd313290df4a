import { waitlistKinds } from '#contract/submission.ts';
import { recordToJson } from '#server/operator/record-words.ts';
import { historyToJson } from '#server/operator/review-json.ts';
import type { SubmissionRecord } from '#server/store/operator-store.ts';
import { CommandError, defineCommand } from './command.ts';
import { emailOption, requireAddress } from './email-option.ts';

export const person = defineCommand({
  summary: 'Print everything stored about a person as JSON, for an access request',
  options: { email: emailOption },
  printsJson: true,
  details:
    '"mentionedIn" lists submissions of other people that contain the address, "mentionedInNotesAbout" people whose notes do; look at them with "show".',
  examples: ['--email jane@example.com'],
  async run({ email }, _positionals, context) {
    const address = requireAddress(email);
    const store = await context.openStore();
    const records = await store.findByEmail(address);
    const reviews = await Promise.all(reviewedBy(records).map((about) => store.readReview(about)));
    const mentions = await store.findMentions(address);
    await context.printJson({
      email: address,
      at: context.now.toISOString(),
      submissions: records.map((record) => ({
        ...recordToJson(record),
        idempotencyKey: record.idempotencyKey,
        addressHash: record.addressHash,
      })),
      reviews: reviews.flatMap((review) => (review === null ? [] : [historyToJson(review)])),
      mentionedIn: mentions.submissions,
      mentionedInNotesAbout: mentions.notesAbout,
    });
    if (records.length === 0) throw new CommandError(`There are no submissions from ${address}.`);
  },
});

/** One submission for each review: of each kind in which they applied, and each message. */
function reviewedBy(records: readonly SubmissionRecord[]): { id: string }[] {
  const applications = waitlistKinds.flatMap((kind) => records.find((record) => record.kind === kind) ?? []);
  return [...applications, ...records.filter(({ kind }) => kind === 'contact')];
}
