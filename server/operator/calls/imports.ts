import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { pageLimit } from '#server/operator/inputs.ts';

/** The last imports of sheets, the newest first, or the one with this id. */
export const imports = defineCall({
  input: z.strictObject({
    limit: pageLimit,
    importId: z.string().max(100).optional(),
  }),
  answer: ({ limit, importId }, { store }) => store.readImports(limit, importId),
});
