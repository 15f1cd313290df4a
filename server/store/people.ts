import type { DeliveryState, JobState } from '#contract/channels.ts';
import type { Sort } from '#contract/console-view.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { SubmissionRecord } from './operator-store.ts';

/** Times are milliseconds since the epoch, by the store's clock. An absent key does not filter. */
export interface PeopleFilter {
  /** Absent: creators and venues. */
  kinds?: readonly SubmissionKind[] | undefined;
  state?: ReviewState | undefined;
  /** Whose email it is, whatever its case and the form of its domain. */
  email?: string | undefined;
  /** Whatever its case, accents and the spaces around it. */
  city?: string | undefined;
  /** The newest application came at this time or later, or before that one. */
  sinceMs?: number | undefined;
  beforeMs?: number | undefined;
  /** Each word must begin a word of any of the person's submissions. */
  text?: string | undefined;
}

export interface PeoplePageOptions {
  filter: PeopleFilter;
  sort: Sort;
  /** `next` of the page before, or the number of its last row, wherever this stands now; null: the first page. */
  after: string | { sequence: number } | null;
  limit: number;
}

/** A person of a kind, or a contact message. */
export interface PersonRow {
  /** Of the newest submission that is neither quarantined nor discarded. */
  record: SubmissionRecord;
  applications: number;
  state: ReviewState;
  version: number;
  decidedAtMs: number | null;
  decidedBy: string | null;
  /** Of the last invitation; null: none was queued. */
  letter: JobState | null;
}

export interface PeoplePage {
  rows: PersonRow[];
  /** null: this was the last. */
  next: string | null;
  /** All submissions up to this number are in the list. */
  position: number;
  /** The number of the newest submission. */
  newest: number;
}

export interface PeopleCounts {
  /** By state, whatever state the filter names. */
  states: Partial<Record<ReviewState, number>>;
  /** More people match the text than are counted. */
  isAtLeast: boolean;
}

export interface OverviewOptions {
  /** The first moments of the days, and of the day after the last: whole quarters of an hour, as in every zone. */
  dayStartsMs: readonly number[];
  /** Most cities that are named. */
  cities: number;
}

export interface PeopleOverview {
  /** How many applications came on each of the days. */
  days: { creator: number; venue: number }[];
  /** Most first, spelled as in one of the applications. */
  cities: { city: string; count: number }[];
  others: number;
  states: { kind: SubmissionKind; state: ReviewState; count: number }[];
  /** Of the first decisions within these days: half came sooner after the application. */
  medianToDecisionMs: number | null;
  reviewers: { name: string; decisions: number; invited: number; declined: number }[];
}

/** Of submissions that are neither quarantined nor discarded. */
export interface SubmissionCounts {
  kinds: { kind: SubmissionKind; count: number; days: number[] }[];
  /** Of applicants, by their newest application, most first. */
  cities: {
    city: string;
    count: number;
    /** Since each of `citiesSinceMs`. */
    since: number[];
  }[];
}

export interface SubmissionCountOptions {
  /** The first moments of the days, and of the day after the last. */
  dayStartsMs: readonly number[];
  citiesSinceMs: readonly number[];
}

export interface FollowOptions {
  /** Most submissions of one pass. */
  limit: number;
  /** Of the pass before, in this process; null: there was none. */
  barrier: FollowBarrier | null;
}

/** Numbers are given out in order and committed in any: a number is passed when none below it can come any more. */
export interface FollowBarrier {
  upTo: number;
  /** Transactions that were writing submissions when `upTo` was seen. */
  writers: readonly string[];
}

export interface Followed {
  barrier: FollowBarrier | null;
  /** How many submissions this pass has read. */
  moved: number;
  /** All submissions up to this number are in the list. */
  position: number;
  /** The number of the newest submission. */
  newest: number;
}

/** The derived list of people: what the console and the command line read. */
export interface PeopleCalls {
  /** Brings the list up to date by one bounded pass. */
  followPeople(options: FollowOptions): Promise<Followed>;
  readPeople(options: PeoplePageOptions): Promise<PeoplePage>;
  /** @param isExact counts all, however many match the text */
  countPeople(filter: PeopleFilter, isExact: boolean): Promise<PeopleCounts>;
  /** How many of the view have a newest application with a number above this one. */
  countArrivals(filter: PeopleFilter, since: number): Promise<number>;
  /** When the first application came; null: there is none. */
  firstApplicationMs(): Promise<number | null>;
  readPeopleOverview(options: OverviewOptions): Promise<PeopleOverview>;
  countSubmissions(options: SubmissionCountOptions): Promise<SubmissionCounts>;
  /** What is quarantined or parked, newest first, before this number. */
  readHeld(options: {
    state: Extract<DeliveryState, 'quarantined' | 'parked'>;
    before: number | null;
    limit: number;
  }): Promise<SubmissionRecord[]>;
}
