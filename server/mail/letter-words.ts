/*
 * The words of the letters. Change them here only; `npm run check` and `npx vitest run server/mail` say what is wrong,
 * and the server takes them when it starts. To see them: npm run waitlist -- preview-letter
 *
 * - `${brand}`, `${city}`, `${launch}` stand in contract/brand.ts. `${site}` is the site's address, `${answerUrl}` the
 *   page of their answer, `${date}` the day of the application; to people whom the team imported or added, the day on
 *   which they were added.
 * - Where `{ applied: …, added: … }[origin]` stands, people who did not apply at the site get the second text.
 * - `${name}` is the person's name, in the letter to a venue the venue's; only the headline may have it. Where the name
 *   would look like a link, `headlineWithoutName` is taken.
 * - In an invitation, *so* is set in italics, and red in the headline; **so** is set bold. The other letters are plain
 *   text.
 * - Claim only what is so: docs/decisions/0024.
 */
import { brand as theBrand } from '#contract/brand.ts';
import type { LetterKind } from '#contract/review.ts';
import type { WaitlistKind } from '#contract/submission.ts';

const brand = theBrand.name;
const { city, date: launch } = theBrand.launch;

/** Sentences of your own for all who are declined; they stand before the last paragraph. */
const toAllDeclined: readonly string[] = [];

const creatorInvited: Words<InvitationWords> = ({ site, date, origin }) => ({
  subject: 'You made the list',
  preview: 'Invitation only. Not everyone makes the list. You did.',
  lead: 'Invitation only. Not everyone makes the list.',
  headline: (name) => `${name}, *you did.*`,
  headlineWithoutName: '*You* did.',
  opening: [
    {
      applied: `You asked to join ${brand}, and you are on the list.`,
      added: `You are on the list of ${brand}.`,
    }[origin],
    `${brand} is where influence becomes currency. Creators carry our card, which works like cash at venues, and pay with what they post.`,
  ],
  stepsTitle: 'What follows',
  steps: [
    { title: 'Onboarding.', text: 'You hear from us when we are ready to welcome new creators.' },
    { title: 'Your card.', text: 'It carries our name, and at venues it works like cash.' },
    { title: 'Your evening.', text: 'You apply to collabs via the app, attend, and pay with the card.' },
    { title: 'Your post.', text: 'It is up within 24 hours of the visit. That is the bill.' },
  ],
  closing: [`We launch in ${city}, ${launch}.`],
  replyTitle: 'Your answer',
  answer: {
    text: 'Say whether you come. It takes one press, and you can change it later.',
    button: 'Answer',
  },
  reply: [answerTo(origin)],
  whyTitle: 'Why you got this',
  why: [
    {
      applied: `This address applied to join ${brand} as a creator on ${date}, at ${site}. If that was not you, reply and say so, and we delete the application. This is a letter, not a mailing list, and nothing in it tells us whether it was opened.`,
      added: `We added you to the waitlist of ${brand} as a creator on ${date}. If you do not want that, reply and say so, and we delete what we have of you. This is a letter, not a mailing list, and nothing in it tells us whether it was opened.`,
    }[origin],
  ],
});

const venueInvited: Words<InvitationWords> = ({ site, date, origin }) => ({
  subject: 'Your venue made the list',
  preview: 'Invitation only. Not everyone makes the list. Your venue did.',
  lead: 'Invitation only. Not everyone makes the list.',
  headline: (name) => `${name} *did.*`,
  headlineWithoutName: 'Your venue *did.*',
  opening: [
    {
      applied: `You asked to partner with ${brand}, and your venue is on the list.`,
      added: `Your venue is on the list of ${brand}.`,
    }[origin],
    `${brand} is where influence becomes currency. Creators come to your venue, pay with our card, and post about the visit. You pay only the cost of goods sold.`,
  ],
  stepsTitle: 'What follows',
  steps: [
    { title: 'Join.', text: 'You set a campaign budget, in product value.' },
    { title: 'Approve.', text: 'You review the creators who apply, and approve whom you want.' },
    { title: 'Serve.', text: 'They attend and pay with the card. You pay only the cost of goods sold.' },
    { title: 'Read.', text: 'Their content is posted within 24 hours of the visit.' },
  ],
  closing: [`A money-back guarantee underwrites each transaction. We launch in ${city}, ${launch}.`],
  replyTitle: 'Your answer',
  answer: {
    text: 'Say whether you come. It takes one press, and you can change it later.',
    button: 'Answer',
  },
  reply: [answerTo(origin)],
  whyTitle: 'Why you got this',
  why: [
    {
      applied: `This address applied to partner with ${brand} on ${date}, at ${site}. If that was not you, reply and say so, and we delete the application. This is a letter, not a mailing list, and nothing in it tells us whether it was opened.`,
      added: `We added your venue to the waitlist of ${brand} on ${date}. If you do not want that, reply and say so, and we delete what we have of you. This is a letter, not a mailing list, and nothing in it tells us whether it was opened.`,
    }[origin],
  ],
});

const answerTo = (origin: Origin): string =>
  ({
    applied:
      'Questions, or a change of plan? Reply to this letter. It reaches the people who read your application.',
    added: 'Questions, or a change of plan? Reply to this letter. It reaches the people who chose you.',
  })[origin];

const creatorReminder: Words<PlainWords> = (facts) =>
  reminder(facts, 'You made the list. Are you coming?', `We invited you to ${brand}`);

const venueReminder: Words<PlainWords> = (facts) =>
  reminder(facts, 'Your venue made the list. Are you coming?', `We invited your venue to ${brand}`);

const reminder = ({ answerUrl, origin }: LetterFacts, subject: string, invited: string): PlainWords => ({
  subject,
  headline: (name) => `${name}, are you coming?`,
  headlineWithoutName: 'Are you coming?',
  paragraphs: [
    `${invited}, and have no answer of yours.`,
    'Coming, or not now? It takes one press, and you can change it later:',
    // Alone on its line, so that no program takes a sign into it.
    answerUrl,
    `We launch in ${city}, ${launch}. No second reminder follows. If you have answered by mail, you need not do anything.`,
    answerTo(origin),
    'You get this because we invited you at this address. If you do not want that, reply and say so, and we delete what we have of you. This is a letter, not a mailing list, and nothing in it tells us whether it was opened.',
  ],
});

const creatorDeclined: Words<PlainWords> = ({ site, date, origin }) =>
  declined(origin, {
    applied: `You asked to join ${brand} as a creator on ${date}, at ${site}. We have read your application, and you are not on the list.`,
    added: `We added you to the waitlist of ${brand} as a creator on ${date}. We have decided not to invite you.`,
  });

const venueDeclined: Words<PlainWords> = ({ site, date, origin }) =>
  declined(origin, {
    applied: `You asked to partner with ${brand} on ${date}, at ${site}. We have read your application, and your venue is not on the list.`,
    added: `We added your venue to the waitlist of ${brand} on ${date}. We have decided not to invite it.`,
  });

const declined = (origin: Origin, decision: Readonly<Record<Origin, string>>): PlainWords => ({
  subject: { applied: `Your application to ${brand}`, added: `The waitlist of ${brand}` }[origin],
  headline: (name) => `${name}, thank you for ${thanksFor[origin]}.`,
  headlineWithoutName: `Thank you for ${thanksFor[origin]}.`,
  paragraphs: [
    decision[origin],
    ...toAllDeclined,
    {
      applied:
        'You need not do anything. Questions? Reply to this letter. It reaches the people who read your application, and they delete it if you say so.',
      added:
        'You need not do anything. Questions? Reply to this letter. It reaches the people who decided, and they delete what they have of you if you say so.',
    }[origin],
  ],
});

const thanksFor = { applied: 'asking', added: 'your time' };

const creatorReceipt: Words<PlainWords> = ({ site, date }) =>
  receipt(`This address applied to join ${brand} as a creator on ${date}, at ${site}.`);

const venueReceipt: Words<PlainWords> = ({ site, date }) =>
  receipt(`This address applied to partner with ${brand} on ${date}, at ${site}.`);

const receipt = (application: string): PlainWords => ({
  subject: 'We have your application',
  headline: (name) => `${name}, we have your application.`,
  headlineWithoutName: 'We have your application.',
  paragraphs: [
    application,
    'Invitation only. Not everyone makes the list. If you do, the invitation comes by letter, to this address.',
    'You need not do anything. If that was not you, reply and say so, and we delete the application. This is a letter, not a mailing list, and nothing in it tells us whether it was opened.',
  ],
});

export const letterWords: AllLetterWords = {
  invited: { creator: creatorInvited, venue: venueInvited },
  declined: { creator: creatorDeclined, venue: venueDeclined },
  receipt: { creator: creatorReceipt, venue: venueReceipt },
  reminder: { creator: creatorReminder, venue: venueReminder },
};

/** The words of each letter to each kind of applicant. */
export type AllLetterWords = Readonly<
  Record<LetterKind, Readonly<Record<WaitlistKind, Words<InvitationWords | PlainWords>>>>
>;

type Words<Form> = (facts: LetterFacts) => Form;

/** Whether somebody applied at the site, or the team imported or added them. */
export type Origin = 'applied' | 'added';

interface LetterFacts {
  /** Host of the site. */
  site: string;
  /** The day on which they applied, or were added. */
  date: string;
  origin: Origin;
  /** Of the page on which the invitation is answered. */
  answerUrl: string;
}

/** A letter in plain text. */
export interface PlainWords {
  subject: string;
  headline: (name: string) => string;
  headlineWithoutName: string;
  paragraphs: readonly string[];
}

/** A letter in HTML and in plain text, with the picture. */
export interface InvitationWords extends Omit<PlainWords, 'paragraphs'> {
  /** The text that a mailbox shows beside the subject. */
  preview: string;
  lead: string;
  opening: readonly string[];
  stepsTitle: string;
  steps: readonly { title: string; text: string }[];
  closing: readonly string[];
  replyTitle: string;
  /** Above the button that leads to the page of the answer, and on it. */
  answer: { text: string; button: string };
  reply: readonly string[];
  whyTitle: string;
  why: readonly string[];
}
