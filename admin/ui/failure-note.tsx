import type { Failure } from '#contract/console-answers.ts';
import { Button } from './button.tsx';
import './failure-note.css';

interface FailureNoteProps {
  failure: Failure;
  retry?: { run: () => void; isPending: boolean };
}

/** Why something failed, and what to do about it. */
export function FailureNote({ failure, retry }: FailureNoteProps) {
  return (
    <div className="failure">
      <p>
        <strong>{failure.what}</strong> <code>{failure.reason}</code>
      </p>
      <p>{failure.advice}</p>
      {retry && (
        <Button onClick={retry.run} isPending={retry.isPending}>
          Retry
        </Button>
      )}
    </div>
  );
}
