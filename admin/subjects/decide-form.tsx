import type { ReactNode } from 'react';
import type { ReviewState } from '#contract/review.ts';
import type { Along } from '../api/decisions.tsx';
import { useDraft } from '../api/draft.ts';
import { Button } from '../ui/button.tsx';
import { NoteField } from '../ui/note-field.tsx';
import type { TellChoice } from '../ui/tell-fields.tsx';
import type { ListName } from './lists.ts';

interface DecideFormProps {
  to: ReviewState;
  list: ListName;
  tell: TellChoice;
  /** What its button says. */
  verb: string;
  /** Nobody is left to be decided about. */
  isEmpty: boolean;
  onDecide: (along: Along) => void;
  onClose: () => void;
  /** Shows the people whom it is about, and when they are told. */
  children: ReactNode;
}

/** A decision about several, with one note for all. */
export function DecideForm({ to, list, tell, verb, isEmpty, onDecide, onClose, children }: DecideFormProps) {
  const draft = useDraft(`${list} ${to}`);
  return (
    <form
      className="form"
      onSubmit={async (event) => {
        event.preventDefault();
        const told = await tell.read(to);
        if (told === null) return;
        const text = draft.text.trim();
        onDecide({ note: text === '' ? null : { text, onStored: draft.onStored }, tell: told });
      }}
    >
      {children}
      <NoteField label="Note for all of them" hint="optional, for the team" draft={draft} />
      <div className="form-end">
        <Button type="submit" look="primary" data-first disabled={isEmpty}>
          {verb}
        </Button>
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
