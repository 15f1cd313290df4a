import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { isToldState, letterOf, type ReviewState, sendsLetter } from '#contract/review.ts';
import { atOnce, type LetterChoice } from '../api/letter-choice.ts';
import { letterTimeQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { ChoiceField } from './choice-field.tsx';

/** `at`: day and hour in the time zone of the setting, as `2026-12-01T10:00`; empty: not typed yet. */
const atFirst = { isTimed: false, at: '', withLetter: false };

const notTyped = 'Choose a day and an hour, or let the letter go at once. Nothing was changed.';

/** The choice in the fields below, read with the server's calendar when it is needed. */
export function useLetterFields() {
  const queryClient = useQueryClient();
  const { sendsLetters } = useSession();
  const [chosen, setChosen] = useState(atFirst);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (text: string) => {
    setProblem(text);
    field.current?.focus();
    return null;
  };
  return {
    ...chosen,
    problem,
    field,
    change(changes: Partial<typeof atFirst>) {
      setProblem(null);
      setChosen({ ...chosen, ...changes });
    },
    /** null: the time is invalid, which the field says now; nobody may be decided about. */
    async read(to: ReviewState): Promise<LetterChoice | null> {
      const withLetter = letterOf(to) === 'when asked' && chosen.withLetter;
      if (!sendsLetters || !sendsLetter(to, withLetter)) return atOnce;
      if (!chosen.isTimed) return { atMs: null, withLetter };
      if (chosen.at === '') return refuse(notTyped);
      try {
        const time = await queryClient.fetchQuery(letterTimeQuery(chosen.at));
        return time.letterAtMs === null ? refuse(time.problem) : { atMs: time.letterAtMs, withLetter };
      } catch (error) {
        return refuse(`${(error as Error).message} Nothing was changed.`);
      }
    },
  };
}

export type LetterFieldsState = ReturnType<typeof useLetterFields>;

interface LetterFieldsProps {
  /** The decisions that may be made with them. */
  to: readonly ReviewState[];
  choice: LetterFieldsState;
}

/** Fields for when the letter goes, and whether the declined get one. Renders nothing where there is no letter. */
export function LetterFields({ to, choice }: LetterFieldsProps) {
  const { sendsLetters, timeZone } = useSession();
  const id = useId();
  const { isTimed, at, withLetter, problem, field, change } = choice;
  if (!sendsLetters || !to.some(isToldState)) return null;
  return (
    <div className="stack letter-fields">
      {to.includes('declined') && (
        <label className="check">
          <input
            type="checkbox"
            checked={withLetter}
            onChange={(event) => change({ withLetter: event.target.checked })}
          />
          {to.length === 1 ? 'Tell them' : 'Tell them when declined'}
        </label>
      )}
      {(to.includes('invited') || withLetter) && (
        <>
          <ChoiceField
            label="The letter goes"
            value={isTimed ? 'timed' : 'now'}
            options={{ now: 'At once, ten seconds later', timed: 'On a day and hour…' }}
            onChange={(when) => change({ isTimed: when === 'timed' })}
          />
          {isTimed && (
            <div className="stack field">
              <label htmlFor={`${id}-at`}>Day and hour in {timeZone}</label>
              <input
                ref={field}
                id={`${id}-at`}
                type="datetime-local"
                value={at}
                aria-invalid={problem !== null || undefined}
                aria-describedby={problem === null ? undefined : `${id}-problem`}
                onChange={(event) => change({ at: event.target.value })}
              />
              {problem !== null && (
                <small role="alert" id={`${id}-problem`}>
                  {problem}
                </small>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}
