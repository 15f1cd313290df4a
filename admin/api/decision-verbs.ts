import type { ReviewState } from '#contract/review.ts';
import type { SubmissionKind } from '#contract/submission.ts';

/** A decision that the console offers: what its button says, and its key. */
export interface DecisionVerb {
  to: ReviewState;
  name: string;
  shortcut: string;
}

const ofApplicants: readonly DecisionVerb[] = [
  { to: 'shortlisted', name: 'Shortlist', shortcut: 's' },
  { to: 'invited', name: 'Invite', shortcut: 'i' },
  { to: 'declined', name: 'Decline', shortcut: 'd' },
  { to: 'new', name: 'Reopen', shortcut: 'r' },
];

const ofMessages: readonly DecisionVerb[] = [
  { to: 'answered', name: 'Mark answered', shortcut: 'a' },
  { to: 'new', name: 'Mark new', shortcut: 'r' },
];

export const decisionVerbs = (kind: SubmissionKind): readonly DecisionVerb[] =>
  kind === 'contact' ? ofMessages : ofApplicants;
