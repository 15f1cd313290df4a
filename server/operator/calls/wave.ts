import { z } from 'zod';
import { defineCall } from '#server/operator/call.ts';

/** The decisions of a wave as they stand now. */
export const wave = defineCall({
  input: z.strictObject({ waveId: z.uuid() }),
  answer: ({ waveId }, { store }) => store.readWave(waveId),
});
