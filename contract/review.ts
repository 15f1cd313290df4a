import { type SubmissionKind, submissionKinds, type WaitlistKind, waitlistKinds } from './submission.ts';
import { startSentence } from './texts.ts';
import type { ToldStatus } from './told.ts';

interface StateDefinition {
  /** As people read it, in the middle of a sentence. */
  word: string;
  kinds: readonly SubmissionKind[];
  /** The decision that leads to it: the command line's command, what a button says, its key in the console. */
  command: string;
  verb: string;
  shortcut: string;
  /** What was done, as in `3 applicants invited.` */
  done: string;
  /** In these states the message in Slack has its button. */
  offeredIn: readonly ReviewState[];
  /** Who applies again after this stands in New until somebody decides about that. */
  newAgain: boolean;
  /** The people in this state are counted when a city's creators are compared with its venues. */
  comparesSides: boolean;
  /** They have been invited: by their number the two sides are compared. */
  isInvited: boolean;
}

/**
 * The states of applicants and of contact messages. An applicant is a person of a kind, by the key of their email. The
 * compiler names each table that lacks a new one.
 */
export const reviewStates = ['new', 'shortlisted', 'invited', 'joined', 'declined', 'answered'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The decisions that lead to the states. */
export const states = {
  new: {
    word: 'new',
    kinds: submissionKinds,
    command: 'reopen',
    verb: 'Reopen',
    shortcut: 'r',
    done: 'reopened',
    offeredIn: [],
    newAgain: false,
    comparesSides: true,
    isInvited: false,
  },
  shortlisted: {
    word: 'shortlisted',
    kinds: waitlistKinds,
    command: 'shortlist',
    verb: 'Shortlist',
    shortcut: 's',
    done: 'shortlisted',
    offeredIn: ['new'],
    newAgain: false,
    comparesSides: true,
    isInvited: false,
  },
  invited: {
    word: 'invited',
    kinds: waitlistKinds,
    command: 'invite',
    verb: 'Invite',
    shortcut: 'i',
    done: 'invited',
    offeredIn: ['new', 'shortlisted'],
    newAgain: false,
    comparesSides: true,
    isInvited: true,
  },
  /** Set by the team when somebody was onboarded. */
  joined: {
    word: 'joined',
    kinds: waitlistKinds,
    command: 'joined',
    verb: 'Joined',
    shortcut: 'o',
    done: 'marked as joined',
    offeredIn: ['invited'],
    newAgain: false,
    comparesSides: true,
    isInvited: true,
  },
  declined: {
    word: 'declined',
    kinds: waitlistKinds,
    command: 'decline',
    verb: 'Decline',
    shortcut: 'd',
    done: 'declined',
    offeredIn: ['new', 'shortlisted'],
    newAgain: true,
    comparesSides: false,
    isInvited: false,
  },
  answered: {
    word: 'answered',
    kinds: ['contact'],
    command: 'answer',
    verb: 'Mark answered',
    shortcut: 'a',
    done: 'marked as answered',
    offeredIn: ['new'],
    newAgain: false,
    comparesSides: false,
    isInvited: false,
  },
} as const satisfies Readonly<Record<ReviewState, StateDefinition>>;

export const stateWord = (state: ReviewState): string => states[state].word;

/** As a heading, a mark or a tab. */
export const stateName = (state: ReviewState): string => startSentence(stateWord(state));

type Column = 'newAgain' | 'comparesSides' | 'isInvited';
type StateWith<Name extends Column> = {
  [State in ReviewState]: (typeof states)[State][Name] extends true ? State : never;
}[ReviewState];

const statesWith = <Name extends Column>(column: Name) =>
  reviewStates.filter((state): state is StateWith<Name> => states[state][column]);

export const newAgainStates: readonly ReviewState[] = statesWith('newAgain');
export const sideStates = statesWith('comparesSides');
export type SideState = StateWith<'comparesSides'>;
export const invitedStates: readonly SideState[] = statesWith('isInvited');

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

/** How an application came: by a form of the site, by a spreadsheet, or because the team added somebody whom they met. */
export type CameBy = 'form' | 'import' | 'hand';

/** Those that tell of a decision, and those that answer an application by themselves: they never hold up the others. */
export const letterChannels = ['letters', 'receipts'] as const;

export interface LetterDefinition {
  /** Only who is in this state when it is sent gets it; `undecided`: who applied, and no decision came since. */
  state: ApplicantState | 'undecided';
  /** When a decision to the state sends it, to tell them; null: it tells of none, and is sent by itself or by the team. */
  tells: 'always' | 'when asked' | null;
  channel: (typeof letterChannels)[number];
  /** Only for an application that came so. */
  cameBy: readonly CameBy[];
  /** What becomes of one that waits in a store that was restored, which does not know whether it was sent since. */
  afterRestore: 'parked' | 'sent';
  /** The heading of its preview. */
  title: string;
}

/** Each letter to applicants. Its words are in `server/mail/letter-words.ts`. */
export const letterKinds = ['invited', 'declined', 'receipt', 'reminder'] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterTable = {
  invited: {
    state: 'invited',
    tells: 'always',
    channel: 'letters',
    cameBy: ['form', 'import', 'hand'],
    afterRestore: 'parked',
    title: 'The invitation’s letter',
  },
  declined: {
    state: 'declined',
    tells: 'when asked',
    channel: 'letters',
    cameBy: ['form', 'import', 'hand'],
    afterRestore: 'parked',
    title: 'The letter to the declined',
  },
  receipt: {
    state: 'undecided',
    tells: null,
    channel: 'receipts',
    cameBy: ['form'],
    afterRestore: 'parked',
    title: 'The receipt',
  },
  reminder: {
    state: 'invited',
    tells: null,
    channel: 'letters',
    cameBy: ['form', 'import', 'hand'],
    afterRestore: 'parked',
    title: 'The reminder',
  },
} as const satisfies Readonly<Record<LetterKind, LetterDefinition>>;

/** Whether a letter goes to somebody in this state, about an application that came so. Asked when it is sent. */
export const goesTo = (
  letter: LetterDefinition,
  { state, appliedAgain, cameBy }: Standing & { cameBy: CameBy },
): boolean =>
  letter.cameBy.includes(cameBy) &&
  (letter.state === 'undecided' ? state === 'new' || appliedAgain : letter.state === state);

export const isLetterKind = (text: string | null): text is LetterKind =>
  (letterKinds as readonly (string | null)[]).includes(text);

/** A state of which a letter tells; that letter has its name. */
export type ToldState = {
  [Kind in LetterKind]: (typeof letterTable)[Kind] extends { tells: string; state: Kind } ? Kind : never;
}[LetterKind];
export const toldStates: readonly ToldState[] = letterKinds.filter(
  (kind): kind is ToldState => letterTable[kind].tells !== null,
);
export const isToldState = (state: ReviewState): state is ToldState =>
  (toldStates as readonly ReviewState[]).includes(state);

/** When a decision sends a letter that tells of this state; null: there is none. */
export const letterOf = (state: ReviewState): 'always' | 'when asked' | null =>
  isToldState(state) ? letterTable[state].tells : null;

/**
 * Whether a letter goes with a decision to this state, where letters are set up.
 *
 * @param asked whoever decides wants those told who are told only when asked
 */
export const sendsLetter = (to: ReviewState, asked: boolean): boolean =>
  letterOf(to) === 'always' || (letterOf(to) === 'when asked' && asked);

/**
 * Whether a decision to this state also tells those who are in it already and were not told.
 *
 * @param asked as above
 * @param told of the filter that selects them: whoever invites the list of those who were not told wants to tell them
 */
export const tellsLate = (to: ReviewState, asked: boolean, told: ToldStatus | undefined): boolean =>
  asked || (letterOf(to) === 'always' && told === 'not-told');

/**
 * What sends a reminder: a decision that leaves invited people invited. Each invitation has one at most.
 */
export const reminding = { command: 'remind', verb: 'Remind', done: 'reminded' } as const;

/** Why somebody is not reminded of their invitation, behind their name. */
export const noReminders = {
  'not-invited': 'not invited',
  'not-told': 'not told of the invitation, or its letter came back',
  answered: 'answered already',
  reminded: 'reminded already',
} as const;
export type NoReminder = keyof typeof noReminders;

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

/** The state in which lists and counts have them. */
export const standsIn = ({ state, appliedAgain }: Standing): ReviewState =>
  appliedAgain && newAgainStates.includes(state) ? 'new' : state;

/** Whether a decision to this state changes how they stand. */
export const isChangedBy = (to: ReviewState, standing: Standing): boolean =>
  standing.state !== to || standsIn(standing) !== to;

/** `declined, applied again`, as lists and exports say it. */
export const describeState = ({ state, appliedAgain }: Standing): string =>
  `${stateWord(state)}${appliedAgain ? `, ${appliedAgainWords}` : ''}`;
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
