import { useId } from 'react';
import { useDecisions } from '../api/decisions.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Shows how far a running wave is. It can be stopped, continued, and left. */
export function WaveProgress() {
  const { wave, stop, goOn, leave } = useDecisions().waves;
  const id = useId();
  if (wave === null) return null;
  const { title, done, total, problem } = wave;
  const isRunning = wave.state !== 'stopped';
  return (
    <Dialog title={title} onClose={leave}>
      <div className="stack form">
        <progress aria-labelledby={id} value={total === 0 ? undefined : done} max={Math.max(total, 1)} />
        <p id={id}>
          {done.toLocaleString('en')} of {total.toLocaleString('en')}
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
