import { describeDelivery } from '#contract/channels.ts';
import type { Person } from '#contract/console-calls.ts';
import { startSentence } from '#contract/texts.ts';
import { useChange } from '../api/change.ts';
import { notify } from '../layout/notices.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { RetryButton } from '../ui/retry-button.tsx';
import { Time } from '../ui/time.tsx';

/** The letters to this person, and why one failed. */
export function Letters({ person }: { person: Person }) {
  if (person.letters.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="letters-title">
      <h2 id="letters-title">{person.letters.length === 1 ? 'Letter' : 'Letters'}</h2>
      {person.letters.toReversed().map((letter) => (
        <div key={letter.id}>
          <p>
            {startSentence(describeDelivery(letter.state))},{' '}
            <Time atMs={letter.sentAtMs ?? letter.queuedAtMs} />
            {letter.state === 'waiting' && letter.tellAtMs !== null && (
              <>
                , goes on <Time atMs={letter.tellAtMs} />
              </>
            )}
            {letter.attempts > 1 && `, ${letter.attempts} attempts`}
          </p>
          {letter.lastReason !== null && letter.state !== 'delivered' && (
            <FailureNote reason={letter.lastReason}>
              {(letter.state === 'waiting' || letter.state === 'parked') && (
                <RetryButton channel="letters" about={person.id} />
              )}
            </FailureNote>
          )}
        </div>
      ))}
      {person.told?.telling === 'told' && <LetterAgain person={person} />}
    </section>
  );
}

/** For a person who says that the letter never came. */
function LetterAgain({ person: { id, noLetterAgain } }: { person: Person }) {
  const again = useChange('sendLetterAgain', {
    onDone: ({ problem }) => notify({ text: problem ?? 'The letter goes once more.' }),
  });
  return (
    <div className="stack letter-again">
      <Button
        onClick={() => again.run({ about: id })}
        isPending={again.isPending}
        isDone={noLetterAgain !== null}
      >
        Send the letter again
      </Button>
      {noLetterAgain !== null && <p className="muted">{noLetterAgain}</p>}
    </div>
  );
}
