import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SelectionBarProps {
  /** How many are selected, of what. */
  count: string;
  clear: () => void;
  /** Buttons. */
  children: ReactNode;
}

/** Actions for the selected rows; always visible, however far the list is scrolled. */
export function SelectionBar({ count, clear, children }: SelectionBarProps) {
  return (
    <section className="row selection" aria-label="Selected rows">
      <p>{count} selected</p>
      {children}
      <Button look="plain" onClick={clear}>
        Select nothing
      </Button>
    </section>
  );
}
