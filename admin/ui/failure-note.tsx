import { explainStoredReason } from '#contract/send-failures.ts';
import { Button } from './button.tsx';
import './failure-note.css';

interface FailureNoteProps {
  /** As it is stored. */
  reason: string;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Why something failed, and what to do about it. */
export function FailureNote({ reason, onRetry, isRetrying = false }: FailureNoteProps) {
  const { what, advice } = explainStoredReason(reason);
  return (
    <div className="failure">
      <p>
        <strong>{what}</strong> <code>{reason}</code>
      </p>
      <p>{advice}</p>
      {onRetry && (
        <Button onClick={onRetry} isPending={isRetrying}>
          Retry
        </Button>
      )}
    </div>
  );
}
