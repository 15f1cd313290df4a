import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { pageLimit } from '#server/operator/inputs.ts';
import { withExcerpts } from '#server/operator/with-excerpts.ts';

/** A page of what is quarantined, or of what was refused for good. */
export const held = defineCall({
  input: z.strictObject({
    state: z.enum(['quarantined', 'parked']),
    after: z.int().nullable(),
    limit: pageLimit,
  }),
  async answer({ state, after, limit }, { store }) {
    const records = await store.readRecords({
      states: [state],
      afterSequence: after ?? undefined,
      limit: limit + 1,
    });
    const rows = records.slice(0, limit).map((record) => withExcerpts(record));
    return { rows, next: records.length > limit ? (rows.at(-1)?.sequence ?? null) : null };
  },
});
