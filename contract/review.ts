import { type SubmissionKind, submissionKinds, type WaitlistKind, waitlistKinds } from './submission.ts';

interface StateDefinition {
  /** Of what it is a state. */
  kinds: readonly SubmissionKind[];
  /** As a heading, a mark or a tab. */
  name: string;
  /** The decision that leads to it: the command line's command, what a button says, its key in the console. */
  command: string;
  verb: string;
  shortcut: string;
  /** What was done, as in `3 applicants invited.` */
  done: string;
  /** In these states the message in Slack has its button. */
  offeredIn: readonly string[];
  /** An applicant is told of it by a letter; null: by none. */
  letter: 'always' | 'when asked' | null;
  /** They have been invited. The two sides of a city are compared by their number. */
  isInvited: boolean;
  /** Whoever applies again stands in New until somebody decides about that. */
  isNewAgain: boolean;
}

/**
 * The states of applicants and of contact messages, and the decisions that lead to them. An applicant is a person of a
 * kind, by the key of their email. A new state is a line here, and the help of its command in `cli/decisions.ts`.
 */
export const states = {
  new: {
    kinds: submissionKinds,
    name: 'New',
    command: 'reopen',
    verb: 'Reopen',
    shortcut: 'r',
    done: 'reopened',
    offeredIn: [],
    letter: null,
    isInvited: false,
    isNewAgain: false,
  },
  shortlisted: {
    kinds: waitlistKinds,
    name: 'Shortlisted',
    command: 'shortlist',
    verb: 'Shortlist',
    shortcut: 's',
    done: 'shortlisted',
    offeredIn: ['new'],
    letter: null,
    isInvited: false,
    isNewAgain: false,
  },
  invited: {
    kinds: waitlistKinds,
    name: 'Invited',
    command: 'invite',
    verb: 'Invite',
    shortcut: 'i',
    done: 'invited',
    offeredIn: ['new', 'shortlisted'],
    letter: 'always',
    isInvited: true,
    isNewAgain: false,
  },
  /** Set by the team when somebody was onboarded. */
  joined: {
    kinds: waitlistKinds,
    name: 'Joined',
    command: 'joined',
    verb: 'Joined',
    shortcut: 'o',
    done: 'marked as joined',
    offeredIn: ['invited'],
    letter: null,
    isInvited: true,
    isNewAgain: false,
  },
  declined: {
    kinds: waitlistKinds,
    name: 'Declined',
    command: 'decline',
    verb: 'Decline',
    shortcut: 'd',
    done: 'declined',
    offeredIn: ['new', 'shortlisted'],
    letter: 'when asked',
    isInvited: false,
    isNewAgain: true,
  },
  answered: {
    kinds: ['contact'],
    name: 'Answered',
    command: 'answer',
    verb: 'Mark answered',
    shortcut: 'a',
    done: 'marked as answered',
    offeredIn: ['new'],
    letter: null,
    isInvited: false,
    isNewAgain: false,
  },
} as const satisfies Readonly<Record<string, StateDefinition>>;

export type ReviewState = keyof typeof states;
export const reviewStates = Object.keys(states) as ReviewState[];

/** States of an applicant. */
export type ApplicantState = {
  [State in ReviewState]: WaitlistKind extends (typeof states)[State]['kinds'][number] ? State : never;
}[ReviewState];

/** The states that a decision about this kind may lead to. */
export function reviewStatesOf(kind: WaitlistKind): readonly ApplicantState[];
export function reviewStatesOf(kind: SubmissionKind): readonly ReviewState[];
export function reviewStatesOf(kind: SubmissionKind): readonly ReviewState[] {
  return reviewStates.filter((state) => (states[state].kinds as readonly SubmissionKind[]).includes(kind));
}

export const applicantStates = reviewStatesOf('creator');

/** States by which the two sides of a city, its creators and its venues, are compared. */
export const sideStates = applicantStates.filter((state) => state !== 'declined');
export type SideState = (typeof sideStates)[number];

/** States that an applicant is told of: by the letter of the invitation, or the one to the declined. */
export type ToldState = {
  [State in ReviewState]: (typeof states)[State]['letter'] extends null ? never : State;
}[ReviewState];

export const isToldState = (state: ReviewState): state is ToldState => states[state].letter !== null;
export const toldStates = reviewStates.filter(isToldState);

/**
 * Whether a letter goes with a decision to this state, where letters are set up.
 *
 * @param asked whoever decides wants those told who are told only when asked
 */
export const sendsLetter = (to: ReviewState, asked: boolean): boolean =>
  states[to].letter === 'always' || (states[to].letter === 'when asked' && asked);

/** The decisions about this kind, in the order of their buttons. */
export const decisionsOf = (kind: SubmissionKind): { to: ReviewState; verb: string; shortcut: string }[] =>
  [...reviewStatesOf(kind).filter((state) => state !== 'new'), 'new' as const].map((to) => ({
    to,
    ...states[to],
  }));

/** How an applicant stands: the state after the last decision, and whether they have applied since then. */
interface Standing {
  state: ReviewState;
  appliedAgain: boolean;
}

export const newAgainStates = reviewStates.filter((state) => states[state].isNewAgain);

/** The state in which lists and counts have them. */
export const standsIn = ({ state, appliedAgain }: Standing): ReviewState =>
  appliedAgain && states[state].isNewAgain ? 'new' : state;

/** Whether a decision to this state changes how they stand. */
export const isChangedBy = (to: ReviewState, standing: Standing): boolean =>
  standing.state !== to || standsIn(standing) !== to;

/** `declined, applied again`, as lists and exports say it. */
export const describeState = ({ state, appliedAgain }: Standing): string =>
  appliedAgain ? `${state}, ${appliedAgainWords}` : state;
export const appliedAgainWords = 'applied again';

/** How many are in this state, or in any. */
export const countIn = (
  { states: counts }: { states: Partial<Record<ReviewState, number>> },
  state?: ReviewState | undefined,
): number =>
  state === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[state] ?? 0);

/** How a decision was made, as in `declined by ada in Slack`. */
export const reviewWays = {
  slack: 'in Slack',
  cli: 'on the command line',
  console: 'in the console',
} as const;
export type ReviewWay = keyof typeof reviewWays;

/** In characters; a longer note is refused. */
export const maxNoteCharacters = 2_000;
