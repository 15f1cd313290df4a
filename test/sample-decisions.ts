import { randomUUID } from 'node:crypto';
import type { Actor, Letter, Review } from '#contract/answers.ts';
import type { JobState } from '#contract/channels.ts';
import type { ReviewState } from '#contract/review.ts';
import type { NewDecision, NewLetter } from '#server/store/review.ts';
import { toldOf } from '#server/store/told.ts';

export const ada: Actor = { way: 'slack', id: 'U0ADA', name: 'ada' };
export const bo: Actor = { way: 'cli', id: 'bo', name: 'bo' };

/** A decision of Ada's to shortlist, with an id of its own: a test names whom it is about and what differs. */
export function newDecision(
  about: NewDecision['about'],
  changes: Partial<Omit<NewDecision, 'about'>> = {},
): NewDecision {
  return {
    id: randomUUID(),
    about,
    to: 'shortlisted',
    seenVersion: null,
    actor: ada,
    note: null,
    letter: null,
    ...changes,
  };
}

/** Due at once. */
export function newLetter(changes: Partial<NewLetter> = {}): NewLetter {
  const id = randomUUID();
  return { id, messageId: `<${id}@entree.example>`, delayMs: 0, ...changes };
}

/** How an applicant stands after one decision of Ada's, on 21 November at 03:14 UTC. */
export function reviewedAs(
  state: ReviewState,
  {
    from = 'new',
    name = 'ada',
    letter = null,
    appliedAgain = false,
  }: { from?: ReviewState; name?: string; letter?: JobState | null; appliedAgain?: boolean } = {},
): Review {
  const decidedAtMs = Date.UTC(2026, 10, 21, 3, 14);
  const letters: Letter[] =
    letter === null
      ? []
      : [
          {
            id: 'l1',
            decisionId: 'd1',
            letter: 'invited',
            state: letter,
            queuedAtMs: decidedAtMs,
            dueAtMs: decidedAtMs,
            letterAtMs: null,
            attempts: 0,
            sentAtMs: null,
            cancelledAtMs: null,
            lastReason: null,
          },
        ];
  const last = {
    id: 'd1',
    version: 1,
    from,
    to: state,
    actor: { ...ada, name },
    note: null,
    decidedAtMs,
    wave: null,
    newest: 1,
  };
  return {
    state,
    appliedAgain,
    version: 1,
    last,
    decided: last,
    letter: letters[0] ?? null,
    told: toldOf(state, letters),
    answer: null,
  };
}
