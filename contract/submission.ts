/** Who applies to the waitlist. */
export const waitlistKinds = ['creator', 'venue'] as const;
export type WaitlistKind = (typeof waitlistKinds)[number];

/** What a visitor can send. */
export const submissionKinds = ['creator', 'venue', 'contact'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** One and several, as headings. */
export const kindNames: Readonly<Record<SubmissionKind, readonly [string, string]>> = {
  creator: ['Creator', 'Creators'],
  venue: ['Venue', 'Venues'],
  contact: ['Message', 'Messages'],
};

/** The key of the waitlist body that says which of its two kinds it is: true for a venue. */
export const variantKey = 'isVenueForm';

/**
 * Name of the forms' honeypot: a field that no person sees, so only a program fills it in. It is sent only
 * then. No browser and no password manager fills in a field of this name by itself.
 */
export const honeypotField = 'tableNote';
