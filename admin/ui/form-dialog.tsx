import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  /** What its button says. */
  verb: string;
  look?: 'primary' | 'danger';
  isDisabled?: boolean;
  isPending?: boolean;
  /** Why what was sent failed. */
  failure?: string | null;
  /** The focus begins at the verb, unless something of the form has `data-first`; then, with this, at "Cancel". */
  startsAtCancel?: boolean;
  onSubmit: (form: FormData) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done: what it does, its fields, and the two buttons. */
export function FormDialog({
  title,
  verb,
  look = 'primary',
  isDisabled = false,
  isPending = false,
  failure = null,
  startsAtCancel = look === 'danger',
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack form"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
      >
        {children}
        {failure !== null && <p role="alert">{failure}</p>}
        <div className="row form-end">
          <Button
            type="submit"
            look={look}
            data-first={!startsAtCancel || undefined}
            disabled={isDisabled}
            isPending={isPending}
          >
            {verb}
          </Button>
          <Button look="plain" data-first={startsAtCancel || undefined} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
