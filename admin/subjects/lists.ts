import type { Filter } from '#contract/console-view.ts';
import type { ReviewState } from '#contract/review.ts';
import { applicantStates, messageStates } from '#contract/review.ts';

/** The two lists of the console: who applied, and what was written to the team. */
interface List {
  title: string;
  path: '/applicants' | '/messages';
  personPath: '/applicants/$id' | '/messages/$id';
  /** One and several of what it lists. */
  nouns: readonly [one: string, several: string];
  /** When it came. */
  received: string;
  /** What the search covers. */
  searched: string;
  states: readonly ReviewState[];
  /** Added to the filter in the address. */
  filter: Filter;
  whenEmpty: string;
}

export const lists = {
  applicants: {
    title: 'Applicants',
    path: '/applicants',
    personPath: '/applicants/$id',
    nouns: ['applicant', 'applicants'],
    received: 'Applied',
    searched: 'Name, email, handle, venue, message',
    states: applicantStates,
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
    filter: { kind: 'contact' },
    whenEmpty: 'Nobody has written yet. What is sent with the contact form is here a moment later.',
  },
} as const satisfies Record<string, List>;

export type ListName = keyof typeof lists;

export const countOf = (count: number, [one, several]: readonly [string, string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
