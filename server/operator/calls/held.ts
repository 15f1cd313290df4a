import { z } from 'zod';
import { deliveryStates } from '#contract/channels.ts';
import { submissionKinds } from '#contract/submission.ts';
import { defineCall } from '#server/operator/call.ts';
import { pageLimit } from '#server/operator/inputs.ts';
import { withExcerpts } from '#server/operator/with-excerpts.ts';

/** A page of submissions by the state of their message, the newest first: what is quarantined, or was refused for good. */
export const held = defineCall({
  input: z.strictObject({
    kind: z.enum(submissionKinds).optional(),
    states: z.array(z.enum(deliveryStates)).min(1).max(deliveryStates.length),
    after: z.int().nullable(),
    limit: pageLimit,
    /** Long texts are whole, not excerpts. */
    isWhole: z.boolean().default(false),
  }),
  async answer({ after, limit, isWhole, ...wanted }, { store }) {
    const records = await store.readRecords({
      ...wanted,
      afterSequence: after ?? undefined,
      limit: limit + 1,
    });
    const rows = records.slice(0, limit);
    return {
      rows: isWhole ? rows : rows.map((record) => withExcerpts(record)),
      next: records.length > limit ? (rows.at(-1)?.sequence ?? null) : null,
    };
  },
});
