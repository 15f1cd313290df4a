/** The same text at the start of a sentence. */
export const startSentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** `1 letter`, `1,200 letters`: a number with a noun, or with one of two, for one and for several. */
export function countOf(count: number, noun: string | readonly [string, string]): string {
  const [one, several] = typeof noun === 'string' ? [noun, `${noun}s`] : noun;
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** `less than a minute`, `3 minutes`, `36 hours`, `4 days`. */
export function describeDuration(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return countOf(Math.round(minutes), 'minute');
  return minutes < 48 * 60
    ? countOf(Math.round(minutes / 60), 'hour')
    : countOf(Math.round(minutes / (24 * 60)), 'day');
}

/** Texts that the specification prescribes word for word, and that scripts contain. */
export const texts = {
  invitationOnly: 'Invitation only. Not everyone makes the list.',
  joinWaitlist: 'Join Waitlist',
  joinAs: { creator: 'Join as Creator', venue: 'Join as Venue' },
  heroJoinAs: { creator: 'As Creator', venue: 'As Venue' },
  navigation: 'Navigation',
  submitting: 'Submitting...',
  sending: 'Sending...',
} as const;

/**
 * The same, for texts that only built pages contain. It is an object of its own, so that no script contains them; for
 * the same reason the brand's name is an argument.
 */
export const pageTexts = {
  partnerWith: (name: string) => `Partner With ${name}`,
  contactHeading: "Let's talk access",
  notFound: 'Oops! Page not found',
} as const;

export const toasts = {
  creatorSent: {
    title: 'Successfully submitted!',
    description: "You're on the list! We'll notify you when we're ready to welcome new creators.",
  },
  venueSent: {
    title: 'Successfully submitted!',
    description: "Thanks for your interest! We'll be in touch soon to discuss partnership opportunities.",
  },
  waitlistNotSent: { title: 'Error', description: 'Failed to submit form. Please try again.' },
  contactSent: {
    title: 'Message sent!',
    description: "Thanks for reaching out. We'll get back to you soon.",
  },
  contactNotSent: { title: 'Error', description: 'Failed to send message. Please try again.' },
} as const;
