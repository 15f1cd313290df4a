import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { pageLimit } from '#server/operator/inputs.ts';

/** The last imports of sheets, the newest first. */
export const imports = defineCall({
  input: z.strictObject({ limit: pageLimit }),
  answer: ({ limit }, { store }) => store.readImports(limit),
});
