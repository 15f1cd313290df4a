import { setTimeout as wait } from 'node:timers/promises';
import type { SubmissionRecord } from '#contract/answers.ts';
import { answerTo, type ConsoleContext, requireRecord } from '#server/admin/console-api.ts';
import { reviewedBy } from '#server/operator/describe-person.ts';
import { erasePerson } from '#server/operator/erase-person.ts';
import { scrubStore } from '#server/operator/scrub-store.ts';
import { leftForHand, waitForMessages } from '#server/operator/slack-messages.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** How long to wait for a backup or an export that reads the store. */
const scrubWaitMs = 10_000;
/** The browser gives a call up after 20 s; the files of a large store may take longer than that to rewrite. */
const answerWithinMs = 15_000;

export const erasePlan = answerTo('erasePlan', async ({ about }, { store }) => {
  const { fields } = await requireRecord(store, about);
  return planErasure(store, fields.email);
});

export const erase = answerTo('erase', async ({ about }, { store, warn, wakeOutbox }) => {
  const { fields } = await requireRecord(store, about);
  const plan = await planErasure(store, fields.email);
  const { records, messageUpdates, decisions, notes, letters, lettersBeingSent } = await erasePerson(
    store,
    fields.email,
  );
  wakeOutbox();
  const [isGoneFromFiles, { waiting, refused }] = await Promise.all([
    Promise.race([scrub({ store, warn }), wait(answerWithinMs, false, { ref: false })]),
    waitForMessages(store, messageUpdates, { waitMs: scrubWaitMs }),
  ]);
  return {
    ...plan,
    ...countMessages(records),
    decisions,
    notes,
    letters,
    letterMayArrive: lettersBeingSent > 0,
    /** Of those that the app deletes: how many are still to be deleted, and why Slack refused others. */
    messagesWaiting: waiting,
    messagesRefused: refused.map(({ reason }) => reason),
    /** False: the files contain it until what reads them (a backup, an export) has ended. */
    isGoneFromFiles,
  };
});

async function planErasure(store: OperatorStore, email: string) {
  const records = await store.findByEmail(email);
  const reviews = await Promise.all(reviewedBy(records).map((about) => store.readReview(about)));
  const known = reviews.filter((review) => review !== null);
  const mentions = await store.findMentions(email);
  const letters = known.flatMap((review) => review.letters);
  return {
    ...countMessages(records),
    decisions: known.reduce((sum, review) => sum + review.decisions.length, 0),
    notes: known.reduce((sum, review) => sum + review.notes.length, 0),
    letters: letters.length,
    letterWasSent: letters.some(({ state }) => state === 'delivered'),
    /** One is being sent at this moment. */
    letterMayArrive: letters.some(({ state }) => state === 'claimed'),
    /** Ids of submissions of other people with this address in their text, or in notes about them; they stay. */
    mentions: mentions.submissions,
    mentionsInNotes: mentions.notesAbout,
  };
}

function countMessages(records: readonly SubmissionRecord[]) {
  const { inSlack, perhapsInSlack } = leftForHand(records);
  const toBeSent = records.filter(
    ({ delivery: { state, deliveredAtMs } }) => deliveredAtMs === null && state !== 'discarded',
  );
  return {
    submissions: records.length,
    /** They stay there: a webhook posted them. */
    messagesInSlack: inSlack.length,
    /** By the app. */
    messagesToDelete: records.filter(({ delivery }) => delivery.isPlaced).length,
    messagesPerhapsInSlack: perhapsInSlack.length,
    messagesNotSent: toBeSent.length,
  };
}

/** False: the files still contain it. */
async function scrub({ store, warn }: Pick<ConsoleContext, 'store' | 'warn'>): Promise<boolean> {
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
