import type { Failure } from '#contract/console-answers.ts';
import { Button } from './button.tsx';
import './failure-note.css';

interface FailureNoteProps {
  failure: Failure;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Why something failed, and what to do about it. */
export function FailureNote({ failure, onRetry, isRetrying = false }: FailureNoteProps) {
  return (
    <div className="failure">
      <p>
        <strong>{failure.what}</strong> <code>{failure.reason}</code>
      </p>
      <p>{failure.advice}</p>
      {onRetry && (
        <Button onClick={onRetry} isPending={isRetrying}>
          Retry
        </Button>
      )}
    </div>
  );
}
