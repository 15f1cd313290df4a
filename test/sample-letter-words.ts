import { brand } from '#contract/brand.ts';
import type { AllLetterWords } from '#server/mail/letter-words.ts';

const { city, date: launch } = brand.launch;

const rest = {
  stepsTitle: 'What follows',
  replyTitle: 'Your answer',
  answer: { text: 'Say whether you come.', button: 'Answer' },
  reply: ['Reply to this letter.'],
  whyTitle: 'Why you got this',
} as const;

/** For tests of what is done with the words of letters: those of the letters that are sent may be changed at any time. */
export const sampleLetterWords: AllLetterWords = {
  invited: {
    creator: ({ site, date, origin }) => ({
      ...rest,
      subject: 'Come in',
      preview: 'The door is open.',
      lead: 'The door is open.',
      headline: (name) => `${name}, *come in.*`,
      headlineWithoutName: '*Come* in.',
      opening: [`You asked to join ${brand.name}.`, 'The card is *yours*, and **free**.'],
      steps: [
        { title: 'Card.', text: 'It comes by post.' },
        { title: 'Visit.', text: `You show it in ${city}.` },
      ],
      closing: [`We launch ${launch}.`],
      why: [{ applied: `You applied on ${date}, at ${site}.`, added: `We added you on ${date}.` }[origin]],
    }),
    venue: ({ site, date }) => ({
      ...rest,
      subject: 'Open your door',
      preview: 'The guests come.',
      lead: 'The guests come.',
      headline: (name) => `${name} *opens.*`,
      headlineWithoutName: 'Your venue *opens.*',
      opening: [`You asked to partner with ${brand.name}.`],
      steps: [{ title: 'Guests.', text: 'They show the card.' }],
      closing: [`We launch in ${city}, ${launch}.`],
      why: [`You applied on ${date}, at ${site}.`],
    }),
  },
  declined: {
    creator: ({ site, date, origin }) => ({
      subject: { applied: `You wrote to ${brand.name}`, added: `The list of ${brand.name}` }[origin],
      headline: (name) => `${name}, thank you.`,
      headlineWithoutName: 'Thank you.',
      paragraphs: [
        {
          applied: `You applied on ${date}, at ${site}, and are not invited.`,
          added: `We added you on ${date}, and you are not invited.`,
        }[origin],
        'You need not do anything.',
      ],
    }),
    venue: ({ site, date }) => ({
      subject: `You wrote to ${brand.name}`,
      headline: (name) => `${name}, thank you.`,
      headlineWithoutName: 'Thank you.',
      paragraphs: [
        `You applied on ${date}, at ${site}, and your venue is not invited.`,
        'You need not do anything.',
      ],
    }),
  },
  receipt: {
    creator: ({ site, date }) => receipt(`You applied on ${date}, at ${site}.`),
    venue: ({ date }) => receipt(`Your venue applied on ${date}.`),
  },
  reminder: {
    creator: ({ answerUrl }) => reminder(answerUrl),
    venue: ({ answerUrl }) => reminder(answerUrl),
  },
};

const receipt = (application: string) => ({
  subject: 'It is here',
  headline: (name: string) => `${name}, it is here.`,
  headlineWithoutName: 'It is here.',
  paragraphs: [application],
});

const reminder = (answerUrl: string) => ({
  subject: 'And you?',
  headline: (name: string) => `${name}, and you?`,
  headlineWithoutName: 'And you?',
  paragraphs: ['Say whether you come:', answerUrl],
});
