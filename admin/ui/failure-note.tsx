import type { ReactNode } from 'react';
import { explainStoredReason } from '#contract/send-failures.ts';

/** Why something failed, by the reason that is stored, and what to do about it. */
export function FailureNote({ reason, children }: { reason: string; children?: ReactNode }) {
  const { what, advice } = explainStoredReason(reason);
  return (
    <div className="stack marked failure">
      <p>
        <strong>{what}</strong> <code>{reason}</code>
      </p>
      <p>{advice}</p>
      {children}
    </div>
  );
}
