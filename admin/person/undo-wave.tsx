import { useState } from 'react';
import { useWaves } from '../api/wave.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Takes back everything that was decided together with this decision. */
export function UndoWave({ waveId }: { waveId: string }) {
  const { undo } = useWaves();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="plain" onClick={() => setAsking(true)}>
        Undo the wave…
      </Button>
      <Dialog title="Undo the wave" isOpen={isAsking} onClose={() => setAsking(false)}>
        <div className="form">
          <p>
            Everyone who was decided about in this wave goes back to where they were, and their letters do not
            go. Whoever was decided about since is left alone. It is possible while nobody was told.
          </p>
          <div className="form-end">
            <Button
              look="primary"
              data-first
              onClick={() => {
                setAsking(false);
                undo(waveId);
              }}
            >
              Undo the wave
            </Button>
            <Button look="plain" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
