import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';
import { readLetterTime } from '#server/operator/letters.ts';

/** A day and hour by the clock of the setting `TIME_ZONE`, such as `2026-12-01T10:00`. */
export const letterTime = defineCall({
  input: z.strictObject({ at: z.string().max(100) }),
  answer: async ({ at }, { calendar, now }) => readLetterTime(at, { calendar, nowMs: now() }),
});
