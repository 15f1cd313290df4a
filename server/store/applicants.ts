import type { Sort } from '#contract/console-view.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { Telling } from '#contract/told.ts';

/** Times are milliseconds since the epoch, by the store's clock. An absent key does not filter. */
export interface ApplicantFilter {
  /** Absent: creators and venues. */
  kinds?: readonly SubmissionKind[] | undefined;
  state?: ReviewState | undefined;
  /** Of who is invited or declined. */
  told?: Telling | undefined;
  /** Case and accents do not matter, nor a state behind the city's name. */
  city?: string | undefined;
  /** The newest application came at this time or later, or before that one. */
  sinceMs?: number | undefined;
  beforeMs?: number | undefined;
  /** The newest application has this number or a lower one. */
  newest?: number | undefined;
  /** Each word must begin a word of any of the applicant's submissions; without a word: each character is in one. */
  text?: string | undefined;
}

export interface ApplicantPageOptions {
  filter: ApplicantFilter;
  sort: Sort;
  /** `next` of the page before; null: the first page. */
  after: string | null;
  limit: number;
}

export interface OverviewOptions {
  /** The first moments of the days, and of the day after the last. */
  dayStartsMs: readonly number[];
  /** Of the decisions: those since then. */
  sinceMs: number;
  /** Times since which the applicants of each city are counted too. */
  citiesSinceMs?: readonly number[];
}
