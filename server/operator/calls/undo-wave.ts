import { z } from 'zod';
import { defineCall, requireWaveId } from '#server/operator/call.ts';

/** Takes back the next decisions of a wave that can be. Sent again it goes on, until none is left. */
export const undoWave = defineCall({
  input: z.strictObject({ waveId: z.uuid() }),
  async answer({ waveId: id }, { store, letters, wakeOutbox }, actor) {
    await requireWaveId(store, id);
    const undone = await store.undoWave({ id, actor, letter: letters?.make() ?? null });
    wakeOutbox();
    return undone;
  },
});
