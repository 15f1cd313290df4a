import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';

/** A decision that the console offers: what its button says, what was done, and its key. */
export interface DecisionVerb {
  to: ReviewState;
  name: string;
  done: string;
  shortcut?: string;
}

const ofApplicants: readonly DecisionVerb[] = [
  { to: 'shortlisted', name: 'Shortlist', done: 'shortlisted', shortcut: 's' },
  { to: 'invited', name: 'Invite', done: 'invited', shortcut: 'i' },
  { to: 'declined', name: 'Decline', done: 'declined', shortcut: 'd' },
  { to: 'new', name: 'Reopen', done: 'reopened' },
];

const ofMessages: readonly DecisionVerb[] = [
  { to: 'answered', name: 'Mark answered', done: 'marked answered', shortcut: 'd' },
  { to: 'new', name: 'Mark new', done: 'marked new' },
];

export const decisionVerbs = (kind: SubmissionKind): readonly DecisionVerb[] =>
  kind === 'contact' ? ofMessages : ofApplicants;
