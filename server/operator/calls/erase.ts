import { setTimeout as wait } from 'node:timers/promises';
import type { SubmissionRecord } from '#contract/answers.ts';
import { answerTo, type CallContext, requireRecord } from '#server/operator/call.ts';
import { readReviewsOf } from '#server/operator/describe-person.ts';
import { erasePerson } from '#server/operator/erase-person.ts';
import { scrubStore } from '#server/operator/scrub-store.ts';
import { leftForHand, waitForMessages } from '#server/operator/slack-messages.ts';

/** How long to wait for a backup or an export that reads the store. */
const scrubWaitMs = 10_000;
/** The browser gives a call up after 20 s; the files of a large store may take longer than that to rewrite. */
const answerWithinMs = 15_000;

export const erasePlan = answerTo('erasePlan', async ({ about }, { store }) => {
  const { fields } = await requireRecord(store, about);
  const records = await store.findByEmail(fields.email);
  const reviews = await readReviewsOf(store, records);
  const mentions = await store.findMentions(fields.email);
  const letters = reviews.flatMap((review) => review.letters);
  return {
    submissions: records.length,
    decisions: reviews.reduce((sum, review) => sum + review.decisions.length, 0),
    notes: reviews.reduce((sum, review) => sum + review.notes.length, 0),
    letters: letters.length,
    ...countLeftInSlack(records),
    /** By the app. */
    messagesToDelete: records.filter(({ delivery }) => delivery.isPlaced).length,
    messagesNotSent: records.filter(
      ({ delivery: { state, deliveredAtMs } }) => deliveredAtMs === null && state !== 'discarded',
    ).length,
    letterWasSent: letters.some(({ state }) => state === 'delivered'),
    /** One is being sent at this moment. */
    letterMayArrive: letters.some(({ state }) => state === 'claimed'),
    /** Ids of submissions of other people with this address in their text, or in notes about them; they stay. */
    mentions: mentions.submissions,
    mentionsInNotes: mentions.notesAbout,
  };
});

export const erase = answerTo('erase', async ({ about }, { store, warn, wakeOutbox }) => {
  const { fields } = await requireRecord(store, about);
  const { records, messageUpdates } = await erasePerson(store, fields.email);
  wakeOutbox();
  const [isGoneFromFiles, { waiting, refused }] = await Promise.all([
    Promise.race([scrub({ store, warn }), wait(answerWithinMs, false, { ref: false })]),
    waitForMessages(store, messageUpdates, { waitMs: scrubWaitMs }),
  ]);
  return {
    ...countLeftInSlack(records),
    /** Of those that the app deletes: how many are still to be deleted, and why Slack refused others. */
    messagesWaiting: waiting,
    messagesRefused: refused.map(({ reason }) => reason),
    /** False: the files contain it until what reads them (a backup, an export) has ended. */
    isGoneFromFiles,
  };
});

/** Of these submissions: messages that a webhook posted, and those that were sent without an answer. They stay. */
function countLeftInSlack(records: readonly SubmissionRecord[]) {
  const { inSlack, perhapsInSlack } = leftForHand(records);
  return { messagesInSlack: inSlack.length, messagesPerhapsInSlack: perhapsInSlack.length };
}

/** False: the files still contain it. */
async function scrub({ store, warn }: Pick<CallContext, 'store' | 'warn'>): Promise<boolean> {
  const advice =
    'The files of the store still contain what was erased. End a backup, an export or Litestream, whichever is running, then run "npm run waitlist -- erase" with the same address.';
  try {
    const isScrubbed = await scrubStore(store, { waitMs: scrubWaitMs });
    if (!isScrubbed) warn({}, advice);
    return isScrubbed;
  } catch (error) {
    warn({ err: error }, advice);
    return false;
  }
}
