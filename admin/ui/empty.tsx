import type { ReactNode } from 'react';

/** Shown instead of an empty list: why it is empty, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="stack empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
