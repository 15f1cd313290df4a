import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What its button says. */
  verb: string;
  /** What destroys has another colour, and the focus begins at "Cancel". */
  isDangerous?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done that many rows are about. */
export function ConfirmDialog({
  title,
  verb,
  isDangerous = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div className="row form-end">
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          data-first={isDangerous ? undefined : true}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {verb}
        </Button>
        <Button look="plain" data-first={isDangerous || undefined} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
