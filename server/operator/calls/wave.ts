import { z } from 'zod';
import { defineCall, requireWaveId } from '#server/operator/call.ts';

/** The decisions of a wave as they stand now. */
export const wave = defineCall({
  input: z.strictObject({ waveId: z.uuid() }),
  async answer({ waveId }, { store }) {
    await requireWaveId(store, waveId);
    return store.readWave(waveId);
  },
});
