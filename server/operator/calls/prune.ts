import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { changeId } from '#server/operator/inputs.ts';
import { scrub } from '#server/operator/scrub-store.ts';
import { prunable } from './prune-plan.ts';

/** How long to wait for another process that reads the store. */
const scrubWaitMs = 60_000;

/** Submissions that one transaction looks at, so that the server's own writes come in between. */
const limit = 500;

/** Deletes old submissions for good, a part with each call. */
export const prune = defineCall({
  input: prunable.extend({
    changeId,
    /** The part before answered it as `next`. */
    after: z.int().min(0).default(0),
  }),
  async answer({ changeId: _id, ...which }, context) {
    const part = await context.store.prune({ ...which, limit });
    return {
      ...part,
      /** As of an erasure, after the last part. */
      filesLeft: part.next === null ? await scrub(context, scrubWaitMs, '"prune" again') : null,
    };
  },
});
