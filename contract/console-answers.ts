import type { Channel, DeliveryState, JobState } from './channels.ts';
import type { Submission } from './fields.ts';
import type { ReviewState, ReviewWay, ToldState } from './review.ts';
import type { SubmissionKind, WaitlistKind } from './submission.ts';
import type { Told } from './told.ts';

/** Times are milliseconds since the epoch, by the store's clock. */

export interface Session {
  /** The name under which others see who decided: a name, an address, or the account on the server. */
  name: string;
  /** IANA name of the time zone of all days and times that are shown. */
  timeZone: string;
  /** An invitation sends a letter. */
  sendsLetters: boolean;
  /** Messages to Slack are sent. */
  sendsMessages: boolean;
  /** There is an identity provider, so people can sign in again without a link. */
  hasProvider: boolean;
}

/** One row a person, or a contact message. */
export interface SubjectRow {
  /** Of the newest submission that is neither quarantined nor discarded; so are the fields. */
  id: string;
  sequence: number;
  kind: SubmissionKind;
  name: string;
  email: string;
  handle: string | null;
  venueName: string | null;
  city: string | null;
  /** The beginning of the bio or the message. */
  excerpt: string;
  receivedAtMs: number;
  /** More than 1: applied again. */
  applications: number;
  /** How the first application names them, where that differs: emails are unproven. */
  firstAs: string | null;
  state: ReviewState;
  version: number;
  decidedAtMs: number | null;
  decidedBy: string | null;
  /** Of the last letter; null: none was queued. */
  letter: JobState | null;
  /** About the present state; null: it is not one that an applicant is told of. */
  told: Told | null;
}

export interface SubjectPage {
  rows: SubjectRow[];
  /** `after` of the next page; null: this was the last. */
  next: string | null;
  /** The highest number when this page was read. */
  newest: number;
}

export interface Totals {
  /** Of the view. */
  total: number;
  /** Of the view without its `state`: how many people it has in each state. */
  states: Partial<Record<ReviewState, number>>;
}

export interface Arrivals {
  count: number;
}

export interface DecisionShown {
  id: string;
  version: number;
  from: ReviewState;
  to: ReviewState;
  by: string;
  way: ReviewWay;
  note: string | null;
  atMs: number;
  /** The wave that it was made in; null: it was made by itself. */
  waveId: string | null;
}

export interface NoteOnPerson {
  id: string;
  text: string;
  by: string;
  way: ReviewWay;
  atMs: number;
}

export interface DecisionOutcome {
  about: string;
  /**
   * `overtaken`: somebody decided meanwhile (`last` says who and what), or the applicant applied again; nothing was
   * changed.
   */
  outcome: 'decided' | 'overtaken' | 'unchanged' | 'impossible' | 'unknown';
  /** As it stands now; null with `impossible` and `unknown`. */
  standing: { state: ReviewState; version: number; last: DecisionShown | null; told: Told | null } | null;
  /** Number of the application that came since; null: there is none. */
  newerApplication: number | null;
}

/** Somebody to decide about, as an entry of `decide` names them. */
export interface PersonSeen {
  /** Id of the newest application. */
  about: string;
  seenVersion: number;
}

/** The people that a wave is about, and what it does. */
export interface WavePlan {
  /** To be decided about with `decide`, so many of them a call. */
  people: PersonSeen[];
  /** People of the filter who are in that state already, and are not to be told of it; they are left alone. */
  already: number;
  /** Of `people`. */
  kinds: Record<SubmissionKind, number>;
  /** Of `people`, most first, at most 12; `others` counts the rest. */
  cities: { city: string; creator: number; venue: number }[];
  others: number;
  letters: number;
}

/** The people whose decisions `decide` takes back, as an undo. Somebody who was decided about since is left alone. */
export interface WaveUndo {
  /** How many were sent their letter, or are being sent it. Above 0: nothing was changed, and `people` is empty. */
  told: number;
  people: (PersonSeen & { to: ReviewState })[];
  /** How many were decided about since the wave, or were erased. */
  overtaken: number;
}

/** With `tellAtMs` null, `problem` says in a sentence why people cannot be told at that time. */
export type TellTime = { tellAtMs: number; problem: null } | { tellAtMs: null; problem: string };

/** null: it was queued. Otherwise a sentence says why it was not. */
export interface LetterAgain {
  problem: string | null;
}

/** Why the last attempt failed, in words, and what to do. */
export interface Failure {
  reason: string;
  what: string;
  advice: string;
}

export interface MessageShown {
  channel: Channel;
  state: DeliveryState;
  attempts: number;
  /** null: it is not to be sent. */
  dueAtMs: number | null;
  deliveredAtMs: number | null;
  failure: Failure | null;
}

export interface LetterShown {
  id: string;
  /** The decision that it tells of. */
  tells: ToldState;
  state: JobState;
  queuedAtMs: number;
  /** The time that was set for it; null: it goes at once. */
  tellAtMs: number | null;
  sentAtMs: number | null;
  attempts: number;
  failure: Failure | null;
}

export type ApplicationShown = Submission & {
  id: string;
  sequence: number;
  receivedAtMs: number;
  /** In words; null: it was never quarantined. */
  quarantined: string | null;
  message: MessageShown;
};

/** An applicant, or a contact message. */
export interface Person {
  /** Of the newest submission. */
  id: string;
  kind: SubmissionKind;
  state: ReviewState;
  version: number;
  /** Newest first, as they were sent. */
  applications: ApplicationShown[];
  decisions: DecisionShown[];
  notes: NoteOnPerson[];
  letters: LetterShown[];
  /** About the present state; null: it is not one that an applicant is told of. */
  told: Told | null;
  /** Why their letter cannot be sent again now, as a sentence; null: it can. */
  noLetterAgain: string | null;
}

/** What `erase` deletes, or deleted. */
export interface ErasePlan {
  submissions: number;
  decisions: number;
  notes: number;
  letters: number;
  /** Messages of these submissions that stay in Slack, because a webhook posted them. */
  messagesInSlack: number;
  /** Messages in Slack that the app deletes. */
  messagesToDelete: number;
  /** Messages that may be in Slack: they were sent, and no answer came. */
  messagesPerhapsInSlack: number;
  /** Messages that were to be sent, and will not be. */
  messagesNotSent: number;
  letterWasSent: boolean;
  /** A letter is being sent at this moment, and may arrive. */
  letterMayArrive: boolean;
  /** Ids of other people's submissions with this address in their text; they stay. */
  mentions: string[];
  /** Of other people, a submission each, whose notes have this address in them; they stay. */
  mentionsInNotes: string[];
}

/** What was erased. */
export interface Erased extends ErasePlan {
  /** Messages that the app deletes: how many are still to be deleted, and why Slack refused others. */
  messagesWaiting: number;
  messagesRefused: Failure[];
  /** False: the store's files contain it until another process (a backup, an export) has stopped reading them. */
  isGoneFromFiles: boolean;
}

export interface Moved {
  moved: number;
}

export interface HeldRow {
  id: string;
  sequence: number;
  kind: SubmissionKind;
  name: string;
  email: string;
  excerpt: string;
  receivedAtMs: number;
  /** Why it was quarantined, or parked. */
  failure: Failure;
}

export interface HeldPage {
  rows: HeldRow[];
  next: string | null;
}

/** Messages of a channel that are counted at most; one more means that there are more. */
export const mostCounted = 10_000;

export interface ChannelShown {
  channel: Channel;
  halted: Failure | null;
  waiting: number;
  delivered: number;
  parked: number;
  quarantined: number;
  oldestWaitingAgeMs: number | null;
}

/** Applicants of a city: its creators and its venues. */
export interface CityShown {
  city: string;
  /** Creators and venues in any state. */
  count: number;
  creator: CitySide;
  venue: CitySide;
  /** Invited creators for each invited venue; null: no venue is invited. */
  creatorsPerVenue: number | null;
}

export interface CitySide {
  new: number;
  shortlisted: number;
  invited: number;
}

export interface Overview {
  /** Days in order, the first with an application or the first of the range to today; `day` as `2026-11-30`. */
  days: { day: string; creator: number; venue: number }[];
  /** Of applicants, most first, at most 12; `others` counts the rest. */
  cities: CityShown[];
  others: number;
  /** How many applied, and how many of them are in which state today. */
  funnel: Record<WaitlistKind, { applied: number; shortlisted: number; invited: number; declined: number }>;
  /** Median time to the first decisions about applicants since the first of the days; null: there was none. */
  medianToDecisionMs: number | null;
  /** Who decided since then, most decisions first. */
  reviewers: { name: string; decisions: number; invited: number; declined: number }[];
  /** The letters among them, where a mail server is set. */
  channels: ChannelShown[];
}
