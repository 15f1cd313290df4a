import { randomUUID } from 'node:crypto';
import type { Actor, NewDecision, NewLetter } from '#server/store/review.ts';

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
