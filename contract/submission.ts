/** Who applies to the waitlist. */
export const waitlistKinds = ['creator', 'venue'] as const;
export type WaitlistKind = (typeof waitlistKinds)[number];

/** What a visitor can send. */
export const submissionKinds = ['creator', 'venue', 'contact'] as const;
export type SubmissionKind = (typeof submissionKinds)[number];

/** Body of `send-waitlist-to-slack`: always exactly these nine keys; what the variant does not show is an empty string. */
export interface WaitlistBody {
  name: string;
  email: string;
  handle: string;
  venueName: string;
  website: string;
  city: string;
  bio: string;
  message: string;
  isVenueForm: boolean;
}

/** Body of `send-to-slack`. */
export interface ContactBody {
  name: string;
  email: string;
  message: string;
}

export const waitlistKeys = [
  'name',
  'email',
  'handle',
  'venueName',
  'website',
  'city',
  'bio',
  'message',
  'isVenueForm',
] as const satisfies readonly (keyof WaitlistBody)[];

export const contactKeys = ['name', 'email', 'message'] as const satisfies readonly (keyof ContactBody)[];

/** What each kind must fill in; `website` is the venue's one optional field. */
export const requiredFields = {
  creator: ['name', 'email', 'handle', 'city', 'bio'],
  venue: ['name', 'email', 'venueName', 'city', 'message'],
  contact: ['name', 'email', 'message'],
} as const satisfies Record<SubmissionKind, readonly (keyof WaitlistBody)[]>;

/**
 * A control that no person sees or fills. It travels only when something filled it in, and its
 * name is one that no browser or password manager fills by itself.
 */
export const trapField = 'tableNote';
