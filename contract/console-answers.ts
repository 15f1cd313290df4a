import type {
  ApplicantOverview,
  ChannelState,
  DecisionResult,
  ReviewHistory,
  SubmissionRecord,
} from './answers.ts';
import type { SubmissionKind, WaitlistKind } from './submission.ts';

/** What the console is answered beside what the store answers. Times are milliseconds since the epoch. */

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

export type DecisionOutcome = DecisionResult & { about: string };

/** Somebody to decide about, as an entry of `decide` names them. */
export interface PersonSeen {
  /** Id of the newest application. */
  about: string;
  seenVersion: number;
}

/** The people that a wave is about. */
export interface WavePlan {
  /** To be decided about with `decide`, so many of them a call. */
  people: PersonSeen[];
  /** People of the filter who are in that state already, and are not to be told of it; they are left alone. */
  already: number;
  /** Of `people`. */
  kinds: Record<SubmissionKind, number>;
  /** Of `people`, most first, at most 12; `others` counts the rest. */
  cities: ({ city: string } & Record<WaitlistKind, number>)[];
  others: number;
}

/** With `tellAtMs` null, `problem` says in a sentence why people cannot be told at that time. */
export type TellTime = { tellAtMs: number; problem: null } | { tellAtMs: null; problem: string };

/** An applicant, or a contact message. */
export interface Person extends ReviewHistory {
  /** Of the newest submission that people see. */
  id: string;
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
  messagesRefused: string[];
  /** False: the store's files contain it until what reads them (a backup, an export) has ended. */
  isGoneFromFiles: boolean;
}

/** Of submissions that are quarantined or parked. */
export interface HeldPage {
  rows: SubmissionRecord[];
  next: string | null;
}

/** Messages of a channel that are counted at most; one more means that there are more. */
export const mostCounted = 10_000;

export interface Overview extends Omit<ApplicantOverview, 'days'> {
  /** Days in order, the first with an application or the first of the range to today; `day` as `2026-11-30`. */
  days: ({ day: string } & Record<WaitlistKind, number>)[];
  /** How many applicants there are beside those of the cities, which are at most 12. */
  others: number;
  /** The letters among them, where a mail server is set. */
  channels: ChannelState[];
}
