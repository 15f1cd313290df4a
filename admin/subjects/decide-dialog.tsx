import type { ApplicantRow } from '#contract/answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { useSession } from '../api/session.ts';
import { type DecisionDetails, isUntold } from '../api/tell.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TellFields, useTell } from '../ui/tell-fields.tsx';
import { DecideForm } from './decide-form.tsx';
import { countOf, type ListName, lists, verbOf } from './lists.ts';

const namesShown = 8;

interface DecideDialogProps {
  to: ReviewState;
  subjects: readonly ApplicantRow[];
  list: ListName;
  onDecide: (subjects: readonly ApplicantRow[], details: DecisionDetails) => void;
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
        people={
          <p>
            {changing
              .slice(0, namesShown)
              .map(({ fields }) => fields.name)
              .join(', ')}
            {more > 0 && ` and ${more.toLocaleString('en')} more`}
          </p>
        }
        count={changing.length}
        already={subjects.length - changing.length}
        onDecide={(details) => {
          onDecide(changing, details);
          onClose();
        }}
        onClose={onClose}
      >
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
