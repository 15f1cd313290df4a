import type { SubmissionRecord } from '#contract/answers.ts';
import { cleanLine } from '#contract/clean-text.ts';
import { type Answerer, ConsoleCallError } from '#server/admin/console-api.ts';
import { recipientOf, withPictureAt } from '#server/mail/compose-letter.ts';
import { describePerson } from '#server/operator/describe-person.ts';
import { explainNoLetterAgain, explainNotCameBack, noLettersSentence } from '#server/operator/letters.ts';
import { toJson } from '#server/operator/to-json.ts';
import type { OperatorStore } from '#server/store/store.ts';
import { checkLetterAgain } from '#server/store/told.ts';

export const person: Answerer<'person'> = async ({ about }, { store, calendar, makeNewLetter, now }) => {
  const review = await store.readReview({ id: about });
  if (review === null) throw erased();
  const { applications, newestSequence, state, letters } = review;
  return {
    ...review,
    id: applications.find(({ sequence }) => sequence === newestSequence)?.id ?? about,
    noLetterAgain:
      makeNewLetter === null
        ? noLettersSentence
        : explainNoLetterAgain(checkLetterAgain(state, letters, now()), calendar),
  };
};

export const addNote: Answerer<'addNote'> = async ({ changeId, about, text }, { store }, actor) => {
  const note = await store.addNote({ id: changeId, about: { id: about }, text, actor });
  if (note === null) throw erased();
  return note;
};

export const sendLetterAgain: Answerer<'sendLetterAgain'> = async (
  { changeId, about },
  { store, makeNewLetter, calendar, wakeOutbox },
  actor,
) => {
  if (makeNewLetter === null) throw new ConsoleCallError('INVALID_REQUEST', noLettersSentence);
  const letter = makeNewLetter();
  const result = await store.sendLetterAgain({ id: changeId, about: { id: about }, actor, letter });
  wakeOutbox();
  return { problem: explainNoLetterAgain(result, calendar) };
};

export const letterPreview: Answerer<'letterPreview'> = async (
  { about, toldState },
  { store, composeLetter },
) => {
  const record = await requireRecord(store, about);
  if (composeLetter === null || record.kind === 'contact')
    throw new ConsoleCallError('INVALID_REQUEST', 'No letter goes to them.');
  const { subject, text, html, picture } = composeLetter(toldState, recipientOf(record, record.receivedAtMs));
  const url = `data:image/png;base64,${picture?.png.toString('base64')}`;
  return { to: record.fields.email, subject, text, html: html && withPictureAt(html, url) };
};

export const cameBack: Answerer<'cameBack'> = async ({ changeId, about, reason }, { store }, actor) => {
  const text = cleanLine(reason ?? '');
  const marked = { id: changeId, about: { id: about }, actor, reason: text === '' ? null : text };
  return { problem: explainNotCameBack(await store.markCameBack(marked)) };
};

export const download: Answerer<'download'> = async ({ about }, { store, now }) => {
  const { fields, sequence } = await requireRecord(store, about);
  const described = await describePerson(store, fields.email, new Date(now()));
  return {
    fileName: `applicant-${sequence}.json`,
    contentType: 'application/json; charset=utf-8',
    rows: null,
    body: once(`${toJson(described, 2)}\n`),
  };
};

async function* once(text: string) {
  yield text;
}

/** @throws {ConsoleCallError} when it was erased, or never was */
export async function requireRecord(
  store: Pick<OperatorStore, 'findRecord'>,
  id: string,
): Promise<SubmissionRecord> {
  const record = await store.findRecord({ id });
  if (record === null) throw erased();
  return record;
}

const erased = () => new ConsoleCallError('NOT_FOUND', 'This submission was erased, or never was.');
