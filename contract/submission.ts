/** Who applies to the waitlist. */
export const waitlistKinds = ['creator', 'venue'] as const;
export type WaitlistKind = (typeof waitlistKinds)[number];

/** What a visitor can send. */
export const submissionKinds = ['creator', 'venue', 'contact'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** The key of the waitlist body that tells its two kinds apart: true for a venue. */
export const variantKey = 'isVenueForm';

/**
 * A control that no person sees or fills. It travels only when something filled it in, and its
 * name is one that no browser or password manager fills by itself.
 */
export const trapField = 'tableNote';
