import type { ApplicantRow } from '#contract/answers.ts';
import type { ReviewState } from '#contract/review.ts';
import type { Along } from '../api/decisions.tsx';
import { useSession } from '../api/session.ts';
import { isUntold } from '../api/tell.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TellFields, useTell } from '../ui/tell-fields.tsx';
import { DecideForm } from './decide-form.tsx';
import { countOf, type ListName, lists, verbOf } from './lists.ts';

const namesShown = 8;

interface DecideDialogProps {
  to: ReviewState;
  subjects: readonly ApplicantRow[];
  list: ListName;
  onDecide: (subjects: readonly ApplicantRow[], along: Along) => void;
  onClose: () => void;
}

/** Asks before a decision about several, and lists them. */
export function DecideDialog({ to, subjects, list, onDecide, onClose }: DecideDialogProps) {
  const { sendsLetters } = useSession();
  const tell = useTell();
  const changing = subjects.filter((row) => row.state !== to || (tell.tellsDeclined && isUntold(row)));
  const more = changing.length - namesShown;
  const count = countOf(changing.length, lists[list].nouns);
  return (
    <Dialog title={`${verbOf(list, to)}: ${count}`} onClose={onClose}>
      <DecideForm
        to={to}
        list={list}
        tell={tell}
        verb={`${verbOf(list, to)} ${count}`}
        isEmpty={changing.length === 0}
        onDecide={(along) => {
          onDecide(changing, along);
          onClose();
        }}
        onClose={onClose}
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
      </DecideForm>
    </Dialog>
  );
}
