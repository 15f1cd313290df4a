import type { SubmissionKind, WaitlistKind } from './submission.ts';

/** Every page of the site, in the order in which the 404 page and the site map list them. */
export const pages = {
  home: { path: '/', label: 'Home' },
  creators: { path: '/creators', label: 'Creators' },
  venues: { path: '/venues', label: 'Venues' },
  contact: { path: '/contact', label: 'Contact' },
} as const;

/**
 * The four links of the specification, in header, site menu and footer. By name: a list of the pages themselves would
 * stay in the browser's scripts, which do not use it.
 */
export const navigationPages = ['home', 'creators', 'venues', 'contact'] as const;

/**
 * Placeholder in the built pages for the address of the site. The server replaces it at its start, so that one build
 * serves any address. The name never exists (https://www.rfc-editor.org/rfc/rfc2606).
 */
export const unsetSiteUrl = 'https://site-url.invalid';

export type PagePath = (typeof pages)[keyof typeof pages]['path'];

/** Ids that links, scripts and redirects lead to. */
export const anchors = {
  waitlistForm: 'waitlist-form',
  contactForm: 'contact-form',
} as const;

/** The page that a kind of applicant applies on. */
export const waitlistPath = {
  creator: pages.creators.path,
  venue: pages.venues.path,
} as const satisfies Record<WaitlistKind, PagePath>;

export const waitlistFormHref = (kind: WaitlistKind): string =>
  `${waitlistPath[kind]}#${anchors.waitlistForm}`;

/**
 * The fragment of the 303 that answers a form sent without scripts. Each names an element of the
 * page that is shown while it is the `:target`, so the success is shown without scripts too. The scripts know it by its
 * end.
 */
export const outcomeAnchor = (kind: SubmissionKind): string => `${kind}-sent`;

/** The page-wide event of a choice in the join menu. */
export const formTypeEvent = 'setFormType';
/** From a choice in the join menu to the scroll. */
export const scrollToBottomDelayMs = 150;
/** From the load of a page that is opened at its form to the scroll. */
export const hashScrollDelayMs = 500;
