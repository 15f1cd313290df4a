import type { Filter, Sort } from '#contract/console-view.ts';
import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';

/**
 * Times are milliseconds since the epoch, by the store's clock. An absent key does not filter. The conditions that are
 * texts are explained in `contract/console-view.ts`.
 */
export interface ApplicantFilter extends Omit<Filter, 'kind' | 'date' | 'from' | 'to' | 'toldBefore'> {
  /** Absent: creators and venues; with the state `answered`, contact messages. */
  kinds?: readonly SubmissionKind[] | undefined;
  /** The newest application came at this time or later, or before that one. */
  sinceMs?: number | undefined;
  beforeMs?: number | undefined;
  /** They were told before then of the state that they are in. */
  toldBeforeMs?: number | undefined;
  /** The newest application has this number or a lower one. */
  newest?: number | undefined;
  /** The newest application has one of these numbers: at most 10,000. */
  among?: readonly number[] | undefined;
  /** Nobody decided about them since the decision with this number, `lastDecision` of a wave's plan. */
  lastDecision?: number | undefined;
  /**
   * A decision to this state changes something: they are in another, or it sends them a letter (`withLetter`) and they
   * were not told. With `letterAtMs`: they are in it, and their letter waits for another time than this one; null: for
   * any time that was set. With `reminds` it is about reminders: they can get one, or theirs waits.
   */
  changedBy?:
    | { to: ReviewState; withLetter: boolean; letterAtMs?: number | null; reminds?: boolean | undefined }
    | undefined;
  /** They were reminded of the invitation that stands, or will be. */
  reminded?: true | undefined;
}

export interface ApplicantPageOptions {
  filter: ApplicantFilter;
  sort: Sort;
  /** `next` of the page before, or the number of an application of its last row; null: the first page. */
  after: string | number | null;
  limit: number;
}
