import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's modal dialog: it keeps the focus, and gives it back when it closes. Escape closes it.
 * The focus begins at what has `data-first`.
 */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!isOpen) return;
    ref.current?.showModal();
    // React's `autoFocus` acts before the dialog is shown; the browser would take the first button, which closes.
    ref.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog ref={ref} className="dialog paper" aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button look="plain" label="Close" onClick={() => ref.current?.close()}>
          ×
        </Button>
      </div>
      {children}
    </dialog>
  );
}
