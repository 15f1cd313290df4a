import {
  type Channel,
  type DeliveryState,
  describeDelivery,
  type JobState,
  type SubmissionChannel,
} from './channels.ts';
import type { InvitationAnswer } from './invitation-answer.ts';
import {
  type LetterKind,
  letterTable,
  type NoReminder,
  noReminders,
  type ReviewState,
  type ReviewWay,
  reminding,
  reviewWays,
  type SideState,
  stateWord,
} from './review.ts';
import { cameBackReason } from './send-failures.ts';
import type { SubmissionKind } from './submission.ts';
import { countOf } from './texts.ts';
import { type Told, toldElsewhere } from './told.ts';
import type { SourcedSubmission } from './visit-source.ts';

/**
 * What the store answers, and what console and command line show as it is. Times are milliseconds since the epoch, by
 * the store's clock.
 */

/** A submission, with how it stands. */
export type SubmissionRecord = SourcedSubmission & {
  id: string;
  /** Position in the order of acceptance; operators use it as a short id. */
  sequence: number;
  receivedAtMs: number;
  /** Why it was quarantined; kept after a release. */
  quarantineReason: string | null;
  /** How it came otherwise than by a form; null: a form brought it. `isUndated`: the sheet did not say when they applied. */
  imported: { file: string | null; by: string; atMs: number; isUndated: boolean } | null;
  reviewState: ReviewState;
  /** State of its message. */
  delivery: {
    channel: SubmissionChannel;
    state: DeliveryState;
    /** null: it is not to be sent. */
    dueAtMs: number | null;
    attempts: number;
    deliveredAtMs: number | null;
    lastReason: string | null;
    /** The app has posted it, and can change and delete it. */
    isPlaced: boolean;
    /** Why Slack refused to change its message to what the store says now; null: it did not. */
    changeRefused: string | null;
    /** How many attempts had no answer: each may have left a message that nobody knows. */
    uncertain: number;
  };
};

/** `imported from list.csv by Grace`, `added by Grace`. A file's name that held the address of an erased person is ''. */
export const describeImport = ({ file, by, isUndated }: NonNullable<SubmissionRecord['imported']>): string =>
  file === null
    ? `added by ${by}`
    : `imported${file && ` from ${file}`} by ${by}${isUndated ? '; when they applied is not known' : ''}`;

export interface Actor {
  way: ReviewWay;
  /** Stays the same for the same person: Slack's user id, the account on the server, the email. */
  id: string;
  /** As it is shown. */
  name: string;
}

/** `ada in Slack` */
export const describeActor = ({ way, name }: Pick<Actor, 'way' | 'name'>): string =>
  `${name} ${reviewWays[way]}`;

export interface Decision {
  id: string;
  /** 1 for the first about this applicant or message, 2 for the next, … */
  version: number;
  from: ReviewState;
  to: ReviewState;
  actor: Actor;
  note: string | null;
  decidedAtMs: number;
  /** The wave that it was made in; null: it was made by itself. */
  wave: string | null;
  /** Number of the newest application that it is about; of an undo, that the decision to which it leads back is about. */
  newest: number;
}

export interface Note {
  id: string;
  text: string;
  actor: Actor;
  notedAtMs: number;
}

export type NoteShown = Pick<Note, 'text' | 'notedAtMs'> & { by: string };

export interface Letter {
  id: string;
  /** null: it tells of no decision. */
  decisionId: string | null;
  letter: LetterKind;
  state: JobState;
  queuedAtMs: number;
  /** The time that was set for it; null: it goes at once. */
  letterAtMs: number | null;
  dueAtMs: number;
  attempts: number;
  sentAtMs: number | null;
  /** When a decision cancelled it; null: it is not cancelled, or without a decision. */
  cancelledAtMs: number | null;
  lastReason: string | null;
}

export interface AnswerGiven {
  /** The decision that invited them. */
  decisionId: string;
  answer: InvitationAnswer;
  /** What they wrote with it; null: nothing. */
  sentence: string | null;
  answeredAtMs: number;
}

/** What became of a letter, as console and command line say it. */
export function describeLetter(letter: Letter, formatTime: (atMs: number) => string): string {
  const { decisionId, attempts } = letter;
  const name =
    decisionId === null || letterTable[letter.letter].tells === null
      ? `${letterTable[letter.letter].title}: `
      : '';
  return `${name}${describeState(letter, formatTime)}${attempts > 1 ? `, ${countOf(attempts, 'attempt')}` : ''}`;
}

function describeState(letter: Letter, formatTime: (atMs: number) => string): string {
  const { state, sentAtMs, dueAtMs, letterAtMs, attempts, cancelledAtMs, lastReason } = letter;
  switch (state) {
    case 'delivered':
      if (lastReason === toldElsewhere) return 'told elsewhere, before the import';
      return `delivered, ${formatTime(sentAtMs ?? dueAtMs)}`;
    case 'waiting':
      if (attempts > 0) return `waiting, next try after ${formatTime(dueAtMs)}`;
      return dueAtMs === letterAtMs ? `waiting, goes on ${formatTime(dueAtMs)}` : 'waiting';
    case 'claimed':
    case 'parked':
      return describeDelivery(state);
    case 'cancelled': {
      const cameBack = cameBackReason(lastReason);
      if (cameBack !== null)
        return `came back: ${cameBack || 'without a reason'}; it was sent on ${formatTime(sentAtMs ?? dueAtMs)}`;
      return `cancelled${cancelledAtMs === null ? '' : `, ${formatTime(cancelledAtMs)}: another decision followed`}`;
    }
  }
}

const isReminding = ({ id }: Decision, letters: readonly Letter[]): boolean =>
  letters.some(({ decisionId, letter }) => decisionId === id && letter === 'reminder');

/** Whether a decision left somebody as they stood after the one before: it only sent a letter, or stopped one. */
export const keepsState = ({ from, to, newest }: Decision, before: Decision | undefined): boolean =>
  from === to && newest === before?.newest;

const letterStopped = 'letter stopped';

/** `reminded` or `letter stopped`, of a decision that only did that; null: it led to a state, or told of it. */
export function describeLetterOnly(
  decision: Decision,
  { decisions, letters }: Pick<ReviewHistory, 'decisions' | 'letters'>,
): string | null {
  if (isReminding(decision, letters)) return reminding.done;
  const before = decisions.find(({ version }) => version === decision.version - 1);
  const hasLetter = letters.some(({ decisionId }) => decisionId === decision.id);
  return keepsState(decision, before) && !hasLetter ? letterStopped : null;
}

export interface Review {
  state: ReviewState;
  /** They applied after the last decision. */
  appliedAgain: boolean;
  /** How many decisions there are; 0: none. */
  version: number;
  /** null: none yet. */
  last: Decision | null;
  /** The decision that led to this state: the last one that did more than send a letter, or stop one. null: none yet. */
  decided: Decision | null;
  /** The last one that tells of a decision; null: none was queued. */
  letter: Letter | null;
  /** Whether they were told of this state; null: it is not one that an applicant is told of. */
  told: Told | null;
  /** The last answer to the invitation; null: there is none, or they are not invited. */
  answer: AnswerGiven | null;
}

/** Everything about an applicant or a contact message, oldest first. */
export interface ReviewHistory extends Review {
  kind: SubmissionKind;
  /** All submissions of the applicant, quarantined and discarded ones too; of a contact message only itself. */
  applications: SubmissionRecord[];
  /** Number of the newest that people see. */
  newestSequence: number;
  decisions: Decision[];
  notes: Note[];
  letters: Letter[];
  answers: AnswerGiven[];
}

export type DecisionResult =
  /** `repeated`: this id had been decided before, and nothing was changed. */
  | { outcome: 'decided'; repeated: boolean; decision: Decision; review: Review }
  /**
   * Somebody decided since `seenVersion`, or the applicant applied again since (`newerApplication`: its number; emails
   * are unproven, so that may be somebody else): nothing was changed.
   */
  | { outcome: 'overtaken'; review: Review; newerApplication: number | null }
  /** It is in that state already: nothing was changed. */
  | { outcome: 'unchanged'; review: Review }
  /** They get no reminder: nothing was changed. */
  | { outcome: 'not-reminded'; why: NoReminder; review: Review }
  /** This kind has no such state. */
  | { outcome: 'impossible'; kind: SubmissionKind }
  /** There is no such submission: it was erased, or never was. */
  | { outcome: 'unknown' };

export type NotDecided = Exclude<DecisionResult, { outcome: 'decided' }>;

/** Why a decision was not made, as console, command line and Slack say it behind whom it was about. */
export function explainNotDecided(refused: NotDecided, formatTime: (atMs: number) => string): string {
  switch (refused.outcome) {
    case 'unknown':
      return 'erased meanwhile';
    case 'impossible':
      return 'there is no such decision about this';
    case 'not-reminded':
      return noReminders[refused.why];
    case 'overtaken':
    case 'unchanged': {
      if (refused.outcome === 'overtaken' && refused.newerApplication !== null)
        return `an application with this email came meanwhile (#${refused.newerApplication})`;
      const { last, decided, letter } = refused.review;
      const isUnchanged = refused.outcome === 'unchanged';
      const how = isUnchanged ? 'it stands so already' : 'decided about meanwhile';
      const made = isUnchanged ? decided : last;
      if (made === null) return how;
      // The last letter is that of the last decision, if it has one.
      const isWithout = made.id !== decided?.id && letter?.decisionId !== made.id;
      const only = isReminding(made, letter ? [letter] : [])
        ? reminding.done
        : isWithout
          ? letterStopped
          : null;
      const what = only ?? stateWord(made.to);
      return `${how}: ${what} by ${describeActor(made.actor)}, ${formatTime(made.decidedAtMs)}`;
    }
  }
}

/** Whom a wave is about. It is read before the wave; nobody else, and nothing that is decided later, is part of it. */
export interface WavePlan {
  /** How many people the decision changes. */
  people: number;
  /** People of the filter who are in that state already, and are not to be told of it; they are left alone. */
  already: number;
  /** How many of the others were reminded of this invitation, or will be; 0 where nobody is reminded. */
  reminded: number;
  /** How many of `people` are of each kind. */
  kinds: Record<SubmissionKind, number>;
  /** How many of `people` are of each city, most first. */
  cities: CityShown[];
  /** Numbers of the newest application and of the last decision: with them the filter is as it was shown. */
  newest: number;
  lastDecision: number;
}

export interface WaveStep {
  /** People about whom it decided, with the steps before. */
  decided: number;
  /** It goes on when it is called again. 0: it is complete. */
  left: number;
  /** Answered by the last step: the first 50 who were shown and are left alone, and how many there are. */
  leftAlone: LeftAlone[];
  leftAloneCount: number;
}

/** Somebody whom a wave left alone, and why. Name and number are null once they are erased. */
export type LeftAlone = { id: string | null; sequence: number | null; name: string | null } & NotDecided;

export interface Wave {
  decisions: number;
  /** How many were sent their letter, or are being sent it. */
  told: number;
  /** Of a wave that only sends letters, such as reminders: who was sent theirs, at most 50. */
  sent: { sequence: number | null; name: string | null }[];
  /** Whose decision can be taken back, in the order of the decisions, by the number of the newest application. */
  people: {
    sequence: number;
    kind: SubmissionKind;
    from: ReviewState;
    to: ReviewState;
  }[];
}

/**
 * A person of a kind, or a contact message: their newest submission that is neither quarantined nor discarded. What led
 * them to the site is that of their first: people are won once.
 */
export type ApplicantRow = SubmissionRecord & {
  /** More than 1: applied again. */
  applications: number;
  /** How the first application names them, where that differs: emails are unproven. */
  firstAs: string | null;
  /** When they applied first, by which they have their place, as a sheet says too; null: with the newest application. */
  firstAppliedAtMs: number | null;
  state: ReviewState;
  /** They applied after the last decision. */
  appliedAgain: boolean;
  version: number;
  decidedAtMs: number | null;
  decidedBy: string | null;
  /** About the present state; null: it is not one that an applicant is told of. */
  told: Told | null;
  /** The last answer to the invitation; null: there is none, or they are not invited. */
  answer: Omit<AnswerGiven, 'decisionId'> | null;
};

export interface ApplicantPage {
  rows: ApplicantRow[];
  /** `after` of the next page; null: this was the last. */
  next: string | null;
  /** The highest number in the list, read before the page. */
  newest: number;
}

export interface ApplicantCounts {
  /** The counts by state, without the filter's own state. */
  states: Partial<Record<ReviewState, number>>;
}

export interface CityShown {
  city: string;
  /** Creators and venues in any state. */
  count: number;
  /** In any state. */
  creators: number;
  venues: number;
  creator: CitySide;
  venue: CitySide;
  /** Invited creators for each invited venue; null: no venue is invited. */
  creatorsPerVenue: number | null;
}

export type CitySide = Record<SideState, number>;

export interface StateCount {
  kind: SubmissionKind;
  state: ReviewState;
  count: number;
  /** How many of them were decided about and applied again since. */
  appliedAgain: number;
  /** How many others were in that state when `erase` or `prune` deleted them. */
  deleted: number;
}

export interface PeopleCounts {
  /** By the newest application of each applicant, most first, in the spelling that is used most. */
  cities: CityShown[];
  states: StateCount[];
}

export interface SourceCount {
  source: string;
  applied: number;
  invited: number;
}

export interface ChannelState {
  channel: Channel;
  /** Why its queue is halted; null when it is not. */
  haltedReason: string | null;
  waiting: number;
  delivered: number;
  parked: number;
  /** Numbers of the submissions whose message, or letter, is parked; the first 20. */
  parkedSequences: readonly number[];
  quarantined: number;
  /** Milliseconds; null when nothing waits. */
  oldestWaitingAgeMs: number | null;
}
