import type { ApplicantRow } from '#contract/answers.ts';
import { maxNoteCharacters, type ReviewState } from '#contract/review.ts';
import { decisionVerbs } from '../api/decision-verbs.ts';
import type { Along } from '../api/decisions.tsx';
import { useDraft } from '../api/draft.ts';
import { useSession } from '../api/session.ts';
import { isUntold } from '../api/tell.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TellFields, useTell } from '../ui/tell-fields.tsx';
import { countOf, type ListName, lists } from './lists.ts';

const namesShown = 8;

interface DecideDialogProps {
  to: ReviewState;
  subjects: readonly ApplicantRow[];
  list: ListName;
  onDecide: (subjects: readonly ApplicantRow[], along: Along) => void;
  onClose: () => void;
}

/** Asks before a decision about several: lists them, and takes one note for all. */
export function DecideDialog({ to, subjects, list, onDecide, onClose }: DecideDialogProps) {
  const draft = useDraft(`${list} ${to}`);
  const note = draft.text.trim();
  const { sendsLetters } = useSession();
  const tell = useTell();
  const verb = decisionVerbs(list === 'messages' ? 'contact' : 'creator').find((each) => each.to === to);
  const changing = subjects.filter((row) => row.state !== to || (tell.tellsDeclined && isUntold(row)));
  const more = changing.length - namesShown;
  const title = `${verb?.name ?? ''}: ${countOf(changing.length, lists[list].nouns)}`;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={async (event) => {
          event.preventDefault();
          const told = await tell.read(to);
          if (told === null) return;
          onDecide(changing, {
            note: note === '' ? null : { text: note, onStored: draft.onStored },
            tell: told,
          });
          onClose();
        }}
      >
        <p>
          {changing
            .slice(0, namesShown)
            .map(({ fields }) => fields.name)
            .join(', ')}
          {more > 0 && ` and ${more.toLocaleString('en')} more`}
          {changing.length === 0 && 'That is how all of them stand already.'}
        </p>
        {changing.length < subjects.length && changing.length > 0 && (
          <p className="muted">
            {countOf(subjects.length - changing.length, ['other stands', 'others stand'])} so already.
          </p>
        )}
        {to === 'invited' && !sendsLetters && <p>No letter goes out: letters are not set up.</p>}
        {to === 'invited' && sendsLetters && (
          <p>
            Each gets the letter of invitation. Until it goes, Undo stops all of them, and Reopen the letter
            of one.
          </p>
        )}
        <TellFields to={[to]} choice={tell} />
        <label className="field">
          <span>
            Note for all of them <span className="muted">(optional, for the team)</span>
          </span>
          <textarea
            rows={3}
            maxLength={maxNoteCharacters}
            value={draft.text}
            onChange={(event) => draft.set(event.target.value)}
          />
        </label>
        <div className="form-end">
          <Button type="submit" look="primary" data-first disabled={changing.length === 0}>
            {title.replace(':', '')}
          </Button>
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
