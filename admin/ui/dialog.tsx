import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The browser's modal dialog, as long as it is rendered: it keeps the focus, and gives it back when it closes. Escape
 * closes it.
 * The focus begins at what has `data-first`.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element is removed: the browser gives the focus back when a dialog closes, not when it is removed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    // React's `autoFocus` acts before the dialog is shown; the browser would take the first button, which closes.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => dialog.close();
  }, []);
  // Not of one that was opened again since, as React does once in development.
  const onClosed = () => ref.current && !ref.current.open && onClose();
  return (
    <dialog ref={ref} className="dialog paper" aria-labelledby={titleId} onClose={onClosed}>
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
