import type { ReviewState } from '#contract/review.ts';
import { applicantStates, messageStates } from '#contract/review.ts';

/** A decision that the console offers: what its button says, and its key. */
export interface DecisionVerb {
  to: ReviewState;
  name: string;
  shortcut: string;
}

/** The two lists of the console: who applied, and what was written to the team. */
export const lists = {
  applicants: {
    title: 'Applicants',
    path: '/applicants',
    personPath: '/applicants/$id',
    /** One and several of what it lists. */
    nouns: ['applicant', 'applicants'],
    /** When it came. */
    received: 'Applied',
    /** What the search covers. */
    searched: 'Name, email, handle, venue, message',
    states: applicantStates,
    verbs: [
      { to: 'shortlisted', name: 'Shortlist', shortcut: 's' },
      { to: 'invited', name: 'Invite', shortcut: 'i' },
      { to: 'declined', name: 'Decline', shortcut: 'd' },
      { to: 'new', name: 'Reopen', shortcut: 'r' },
    ],
    /** On top of what the address says. */
    filter: {},
    whenEmpty: 'Nobody has applied yet. Who fills in a form of the site is here a moment later.',
  },
  messages: {
    title: 'Messages',
    path: '/messages',
    personPath: '/messages/$id',
    nouns: ['message', 'messages'],
    received: 'Received',
    searched: 'Name, email, message',
    states: messageStates,
    verbs: [
      { to: 'answered', name: 'Mark answered', shortcut: 'a' },
      { to: 'new', name: 'Mark new', shortcut: 'r' },
    ],
    filter: { kind: 'contact' },
    whenEmpty: 'Nobody has written yet. What is sent with the contact form is here a moment later.',
  },
} as const;

export type ListName = keyof typeof lists;

export const verbOf = (list: ListName, state: ReviewState): string =>
  lists[list].verbs.find(({ to }) => to === state)?.name ?? '';

export const countOf = (count: number, [one, several]: readonly [string, string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
