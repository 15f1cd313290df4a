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

/** What the list is filtered by, of who is invited now; `none`: they have not answered. */
export type AnswerStatus = InvitationAnswer | 'none';

/** As headings, choices and columns name them. */
export const answerNames: Readonly<Record<AnswerStatus, string>> = {
  coming: 'Coming',
  'not-now': 'Not now',
  none: 'No answer',
};
export const answerStatuses = Object.keys(answerNames) as AnswerStatus[];

/**
 * Such as `coming, 28 Nov`.
 *
 * @param formatTime formats times as that place shows them
 */
export const describeAnswer = (
  { answer, answeredAtMs }: { answer: InvitationAnswer; answeredAtMs: number },
  formatTime: (atMs: number) => string,
): string => `${invitationAnswers[answer].words}, ${formatTime(answeredAtMs)}`;
