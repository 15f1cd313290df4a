import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { pageLimit } from '#server/operator/inputs.ts';

/** The last waves of applicants, the newest first, and how their people stand now. */
export const waves = defineCall({
  input: z.strictObject({ limit: pageLimit }),
  answer: ({ limit }, { store }) => store.readWaves(limit),
});
