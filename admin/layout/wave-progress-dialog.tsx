import { useId } from 'react';
import { useWaves, type WaveProgress } from '../api/wave.tsx';
import { verbOf } from '../subjects/lists.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Shows how far a running wave is. It can be stopped, continued, and left. */
export function WaveProgressDialog() {
  const { progress, stop, goOn, leave } = useWaves();
  const id = useId();
  if (progress === null) return null;
  const { answered, total, isRunning, problem } = progress;
  return (
    <Dialog title={titleOf(progress)} onClose={leave}>
      <div className="form">
        <progress aria-labelledby={id} value={answered} max={total} />
        <p id={id}>
          {answered.toLocaleString('en')} of {total.toLocaleString('en')}
        </p>
        {problem !== null && <p role="alert">{problem}</p>}
        {!isRunning && problem === null && (
          <p role="alert">Stopped. Whoever was decided about stays so; the others are as they were.</p>
        )}
        <div className="form-end">
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

const titleOf = ({ to }: WaveProgress): string =>
  to === null ? 'Undo' : verbOf('applicants', to) || verbOf('messages', to);
