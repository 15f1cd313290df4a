import { useState } from 'react';
import { useWaves } from '../api/wave.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Takes back everything that was decided together with this decision. */
export function UndoWave({ waveId }: { waveId: string }) {
  const { undo } = useWaves();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="plain" onClick={() => setAsking(true)}>
        Undo the wave…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Undo the wave"
          verb="Undo the wave"
          onConfirm={() => undo(waveId)}
          onClose={() => setAsking(false)}
        >
          Everyone who was decided about in this wave goes back to where they were, and their letters do not
          go. Whoever was decided about since is left alone. It is possible while nobody was told.
        </ConfirmDialog>
      )}
    </>
  );
}
