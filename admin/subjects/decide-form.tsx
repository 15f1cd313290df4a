import type { ReactNode } from 'react';
import type { ReviewState } from '#contract/review.ts';
import { useDraft } from '../api/draft.ts';
import type { DecisionDetails } from '../api/tell.ts';
import { Button } from '../ui/button.tsx';
import { NoteField } from '../ui/note-field.tsx';
import type { TellChoice } from '../ui/tell-fields.tsx';
import { countOf, type ListName, lists, verbOf } from './lists.ts';

interface DecideFormProps {
  to: ReviewState;
  list: ListName;
  tell: TellChoice;
  /** Shows the people whom it is about. */
  people: ReactNode;
  count: number;
  /** Others who stand so already. */
  already: number;
  onDecide: (details: DecisionDetails) => void;
  onClose: () => void;
  /** Shows when they are told. */
  children: ReactNode;
}

/** A decision about several, with one note for all. */
export function DecideForm({
  to,
  list,
  tell,
  people,
  count,
  already,
  onDecide,
  onClose,
  children,
}: DecideFormProps) {
  const draft = useDraft(`${list} ${to}`);
  return (
    <form
      className="stack form"
      onSubmit={async (event) => {
        event.preventDefault();
        const told = await tell.read(to);
        if (told !== null) onDecide({ note: draft.note, tell: told });
      }}
    >
      {count > 0 ? people : <p>That is how all of them stand already.</p>}
      {count > 0 && already > 0 && (
        <p className="muted">{countOf(already, ['other stands', 'others stand'])} so already.</p>
      )}
      {children}
      <NoteField label="Note for all of them" hint="optional, for the team" draft={draft} />
      <div className="row form-end">
        <Button type="submit" look="primary" data-first disabled={count === 0}>
          {verbOf(list, to)} {countOf(count, lists[list].nouns)}
        </Button>
        <Button look="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
