import { useState } from 'react';
import { describeLetter } from '#contract/answers.ts';
import { formatTime } from '#contract/format-time.ts';
import { letterTable } from '#contract/review.ts';
import { startSentence } from '#contract/texts.ts';
import { maxCameBackCharacters } from '#contract/told.ts';
import { useChange } from '../api/change.ts';
import { notify } from '../api/notices.ts';
import type { Person } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { MoveLettersDialog } from '../ui/move-letters-dialog.tsx';
import { RetryButton } from '../ui/retry-button.tsx';

/** The letters to this person, and why one failed. */
export function Letters({ person }: { person: Person }) {
  const { timeZone } = useSession();
  if (person.letters.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="letters-title">
      <h2 id="letters-title">{person.letters.length === 1 ? 'Letter' : 'Letters'}</h2>
      {person.letters.toReversed().map((letter) => (
        <div key={letter.id}>
          <p>{startSentence(describeLetter(letter, (atMs) => formatTime(atMs, timeZone)))}</p>
          {letter.lastReason !== null && letter.state !== 'delivered' && (
            <FailureNote reason={letter.lastReason}>
              {(letter.state === 'waiting' || letter.state === 'parked') && (
                <RetryButton channel={letterTable[letter.letter].channel} about={person.id} />
              )}
            </FailureNote>
          )}
        </div>
      ))}
      <LetterActions person={person} />
    </section>
  );
}

/** What can be done about the letter as it stands. */
function LetterActions({ person }: { person: Person }) {
  const [dialog, setDialog] = useState<'move' | 'came back' | null>(null);
  const { told, id, letters } = person;
  const close = () => setDialog(null);
  const isTold = told?.status === 'told';
  const isBack = told?.status === 'came-back';
  const canMove = letters.some(({ state, letterAtMs }) => state === 'waiting' && letterAtMs !== null);
  if (!isTold && !isBack && !canMove) return null;
  return (
    <div className="stack letter-actions">
      {canMove && <Button onClick={() => setDialog('move')}>Another time…</Button>}
      {canMove && dialog === 'move' && (
        <MoveLettersDialog whom={{ people: [{ about: id, seenVersion: null }] }} count={1} onClose={close} />
      )}
      {!canMove && <LetterAgain person={person} />}
      {isTold && <Button onClick={() => setDialog('came back')}>It came back…</Button>}
      {dialog === 'came back' && <CameBackDialog about={id} onClose={close} />}
    </div>
  );
}

/** Asks what the bounce says. */
function CameBackDialog({ about, onClose }: { about: string; onClose: () => void }) {
  const mark = useChange('cameBack', {
    onDone() {
      notify({ text: 'Their letter counts as one that came back.' });
      onClose();
    },
    showsFailure: true,
  });
  return (
    <FormDialog
      title="The letter came back"
      verb="It came back"
      isPending={mark.isPending}
      failure={mark.failure}
      onSubmit={(form) => mark.run({ about, reason: String(form.get('reason')).trim() || null })}
      onClose={onClose}
    >
      <p>
        The person was not told then. The letter can be sent again, to the address of their newest
        application.
      </p>
      <label className="stack field">
        What the bounce says (optional)
        <input name="reason" data-first maxLength={maxCameBackCharacters} />
      </label>
    </FormDialog>
  );
}

/** For a person who says that the letter never came. */
function LetterAgain({ person: { id, noLetterAgain } }: { person: Person }) {
  const again = useChange('sendLetterAgain', {
    onDone: () => notify({ text: 'The letter goes once more.' }),
  });
  return (
    <>
      <Button
        onClick={() => again.run({ about: id })}
        isPending={again.isPending}
        isDone={noLetterAgain !== null}
      >
        Send the letter again
      </Button>
      {noLetterAgain !== null && <p className="muted">{noLetterAgain}</p>}
    </>
  );
}
