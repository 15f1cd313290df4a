import type { Person } from '#contract/console-answers.ts';
import { useChange } from '../api/change.ts';
import { notifyMoved } from '../layout/notices.ts';
import { letterNames } from '../subjects/columns.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Time } from '../ui/time.tsx';

/** The letters of invitation to this person, and why one failed. */
export function Letters({ person }: { person: Person }) {
  const retry = useChange('retryLetter', { onDone: notifyMoved('is due now', ['letter', 'letters']) });
  if (person.letters.length === 0) return null;
  return (
    <section aria-labelledby="letters-title">
      <h2 id="letters-title">{person.letters.length === 1 ? 'Letter' : 'Letters'}</h2>
      {person.letters.map((letter) => (
        <div key={letter.id}>
          <p>
            {letterNames[letter.state]}, <Time atMs={letter.sentAtMs ?? letter.queuedAtMs} />
            {letter.attempts > 1 && `, ${letter.attempts} attempts`}
          </p>
          {letter.failure && letter.state !== 'delivered' && (
            <FailureNote
              failure={letter.failure}
              {...(letter.state !== 'cancelled' &&
                letter.state !== 'claimed' && {
                  onRetry: () => retry.run({ about: person.id }),
                  isRetrying: retry.isPending,
                })}
            />
          )}
        </div>
      ))}
    </section>
  );
}
