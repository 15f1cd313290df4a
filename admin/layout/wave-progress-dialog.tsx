import { useId } from 'react';
import type { useWave } from '../api/use-wave.ts';
import { verbOf } from '../subjects/lists.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shows how far a running wave is. It can be stopped, continued, and left. */
export function WaveProgressDialog({ wave, stop, goOn, leave }: ReturnType<typeof useWave>) {
  const id = useId();
  if (wave === null) return null;
  const { made, answered, problem } = wave;
  const total = wave.decisions.length;
  const isRunning = wave.state !== 'stopped';
  const title = made ? verbOf('applicants', made.to) || verbOf('messages', made.to) : 'Undo';
  return (
    <Dialog title={title} onClose={leave}>
      <div className="stack form">
        <progress aria-labelledby={id} value={answered} max={total} />
        <p id={id}>
          {answered.toLocaleString('en')} of {total.toLocaleString('en')}
        </p>
        {problem !== null && <p role="alert">{problem}</p>}
        {!isRunning && problem === null && (
          <p role="alert">Stopped. Whoever was decided about stays so; the others are as they were.</p>
        )}
        <div className="row form-end">
          {/* One element for both states, so that the focus stays on it. */}
          <Button look="primary" data-first onClick={isRunning ? stop : goOn}>
            {isRunning ? 'Stop' : 'Go on'}
          </Button>
          <Button look="plain" onClick={leave}>
            {isRunning ? 'Stop and close' : 'Close'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
