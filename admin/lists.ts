import type { Filter, Sort } from '#contract/console-view.ts';
import { decisionsOf } from '#contract/review.ts';
import { waitlistKinds } from '#contract/submission.ts';
import { createValue } from './api/value.ts';
import { type Column, filterOf, sortOf, type ViewSearch } from './view-search.ts';

type ColumnNames = Partial<Record<Column, string>>;

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
    /** Where they are other than those of applicants. */
    columnNames: {} as ColumnNames,
    /** What the search covers. */
    searched: 'Name, email, handle, venue, message',
    kinds: waitlistKinds,
    decisions: decisionsOf('creator'),
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
    columnNames: { about: 'Message', received: 'Received' } as ColumnNames,
    searched: 'Name, email, message',
    kinds: ['contact'],
    decisions: decisionsOf('contact'),
    filter: { kind: 'contact' },
    whenEmpty: 'Nobody has written yet. What is sent with the contact form is here a moment later.',
  },
} as const;

export type ListName = keyof typeof lists;

/** What the list asks the server for. */
export const viewOf = (list: ListName, search: ViewSearch): { filter: Filter; sort: Sort } => ({
  filter: { ...filterOf(search), ...lists[list].filter },
  sort: sortOf(search),
});

/** Id of the person or message that was shown last: whoever comes back to the list is led to its row. */
export const lastShown = createValue<string | null>(null);
