import { z } from 'zod';
import { countOf } from '#contract/texts.ts';
import { countPrefixesOfPerson } from '#server/abuse/count-keys.ts';
import { addressOf, defineCall } from '#server/operator/call.ts';
import { changeId, mailbox } from '#server/operator/inputs.ts';
import { scrub } from '#server/operator/scrub-store.ts';
import { leftForHand, waitForMessages } from '#server/operator/slack-messages.ts';

/** The browser gives a call up after 20 s. */
const usualWaitMs = 10_000;
/** As long as 100 messages in Slack take, of which 50 a minute are deleted. */
export const maxWaitMs = 120_000;

/** Deletes everything of the mailbox, of creator, venue and contact messages alike. */
export const erase = defineCall({
  input: z.strictObject({
    changeId,
    whose: mailbox,
    /** How long to wait for messages in Slack, and for what reads the store, in milliseconds. */
    waitMs: z.int().min(0).max(maxWaitMs).default(usualWaitMs),
  }),
  async answer({ whose, waitMs }, context) {
    const { store, wakeOutbox, progress } = context;
    const email = await addressOf(store, whose);
    const mentions = await store.findMentions(email);
    const { records, messageUpdates, ...erased } = await store.erase(email);
    const addressHashes = new Set(records.flatMap(({ addressHash }) => addressHash ?? []));
    const hashKey = await store.readAddressKey();
    await store.forgetCounts(countPrefixesOfPerson({ email, addressHashes, hashKey }));
    wakeOutbox();
    const [filesLeft, messages] = await Promise.all([
      scrub(context, waitMs, '"npm run waitlist -- erase" with the same address'),
      waitForMessages(store, messageUpdates, {
        waitMs,
        onWait: (open) => progress(`Waiting for ${countOf(open, 'message')} to be deleted in Slack`),
      }),
    ]);
    return {
      erased: records.length,
      ...erased,
      messages,
      ...leftForHand(records),
      mentionedIn: mentions.submissions,
      mentionedInNotesAbout: mentions.notesAbout,
      engine: store.engine,
      /** What is to be done by hand, because the store's files still contain it; null: nothing. */
      filesLeft,
    };
  },
});

export type ErasedReport = Awaited<ReturnType<typeof erase.answer>>;
