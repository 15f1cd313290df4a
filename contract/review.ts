import type { SubmissionKind } from './submission.ts';

/** States of an applicant: a person of a kind, by the key of their email. */
export const applicantStates = ['new', 'shortlisted', 'invited', 'declined'] as const;

export type ApplicantState = (typeof applicantStates)[number];

/** States of a contact message. */
export const messageStates = ['new', 'answered'] as const;

/** States by which the two sides of a city, its creators and its venues, are compared. */
export const sideStates = [
  'new',
  'shortlisted',
  'invited',
] as const satisfies (typeof applicantStates)[number][];

export const reviewStates = [...applicantStates, 'answered'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The states that a decision about this kind may lead to. */
export const reviewStatesOf = (kind: SubmissionKind): readonly ReviewState[] =>
  kind === 'contact' ? messageStates : applicantStates;

/** States that an applicant is told of: by the letter of the invitation, or the one to the declined. */
export const toldStates = ['invited', 'declined'] as const satisfies readonly ReviewState[];
export type ToldState = (typeof toldStates)[number];

export const isToldState = (state: ReviewState): state is ToldState =>
  (toldStates as readonly ReviewState[]).includes(state);

/** How many are in this state, or in any. */
export const countIn = (
  { states }: { states: Partial<Record<ReviewState, number>> },
  state?: ReviewState | undefined,
): number =>
  state === undefined ? Object.values(states).reduce((sum, count) => sum + count, 0) : (states[state] ?? 0);

/** How a decision was made. */
export type ReviewWay = 'slack' | 'cli' | 'console';

/** In characters; a longer note is refused. */
export const maxNoteCharacters = 2_000;
