import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type CallContext, defineCall, requireRecord } from '#server/operator/call.ts';
import { erasePerson } from '#server/operator/erase-person.ts';
import { about, changeId } from '#server/operator/inputs.ts';
import { scrubStore } from '#server/operator/scrub-store.ts';
import { countLeftInSlack, waitForMessages } from '#server/operator/slack-messages.ts';

/** How long to wait for a backup or an export that reads the store. */
const scrubWaitMs = 10_000;
/** The browser gives a call up after 20 s; the files of a large store may take longer than that to rewrite. */
const answerWithinMs = 15_000;

/** Deletes everything of the mailbox, of creator, venue and contact messages alike. */
export const erase = defineCall({
  input: z.strictObject({ changeId, about }),
  async answer({ about: named }, { store, warn, wakeOutbox }) {
    const { fields } = await requireRecord(store, named);
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
  },
});

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
