/**
 * What an invited person answers, on the page that the letter links to. It is no review state: that somebody has joined
 * is the team's word.
 */
export const invitationAnswers = {
  coming: { button: "I'm coming", words: 'coming' },
  'not-now': { button: 'Not now', words: 'not now' },
} as const;
export type InvitationAnswer = keyof typeof invitationAnswers;

export const isInvitationAnswer = (text: string | null): text is InvitationAnswer =>
  text !== null && Object.hasOwn(invitationAnswers, text);

/** Of the sentence that they may write with it. */
export const maxSentenceCharacters = 500;

/** A folder of the site, in which each letter of invitation has a page: `answerFolder` and its token. */
export const answerFolder = '/answer/';

/** In letters that are only shown, or sent as a test. Its page says that the invitation is not open. */
export const exampleToken = 'example';
