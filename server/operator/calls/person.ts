import { cleanLine } from '#contract/clean-text.ts';
import { recipientOf, withPictureAt } from '#server/mail/compose-letter.ts';
import { answerTo, type CallFile, erased, refuse, requireRecord } from '#server/operator/call.ts';
import { describePerson } from '#server/operator/describe-person.ts';
import { explainNoLetterAgain, explainNotCameBack, noLettersSentence } from '#server/operator/letters.ts';
import { toJson } from '#server/operator/to-json.ts';
import { checkLetterAgain } from '#server/store/told.ts';

export const person = answerTo('person', async ({ about }, { store, calendar, letters, now }) => {
  const review = await store.readReview({ id: about });
  if (review === null) throw erased();
  const { applications, newestSequence, state } = review;
  return {
    ...review,
    id: applications.find(({ sequence }) => sequence === newestSequence)?.id ?? about,
    noLetterAgain:
      letters === null
        ? noLettersSentence
        : explainNoLetterAgain(checkLetterAgain(state, review.letters, now()), calendar),
  };
});

export const addNote = answerTo('addNote', async ({ changeId, about, text }, { store }, actor) => {
  const note = await store.addNote({ id: changeId, about: { id: about }, text, actor });
  if (note === null) throw erased();
  return note;
});

export const sendLetterAgain = answerTo(
  'sendLetterAgain',
  async ({ changeId, about }, { store, letters, calendar, wakeOutbox }, actor) => {
    if (letters === null) throw refuse(noLettersSentence);
    const again = { id: changeId, about: { id: about }, actor, letter: letters.make() };
    const result = await store.sendLetterAgain(again);
    wakeOutbox();
    return { problem: explainNoLetterAgain(result, calendar) };
  },
);

export const letterPreview = answerTo('letterPreview', async ({ about, toldState }, { store, letters }) => {
  const record = await requireRecord(store, about);
  if (letters === null || record.kind === 'contact') throw refuse('No letter goes to them.');
  const recipient = recipientOf(record, record.receivedAtMs);
  const { subject, text, html, picture } = letters.compose(toldState, recipient);
  const url = `data:image/png;base64,${picture?.png.toString('base64')}`;
  return { to: record.fields.email, subject, text, html: html && withPictureAt(html, url) };
});

export const cameBack = answerTo('cameBack', async ({ changeId, about, reason }, { store }, actor) => {
  const text = cleanLine(reason ?? '');
  const marked = { id: changeId, about: { id: about }, actor, reason: text === '' ? null : text };
  return { problem: explainNotCameBack(await store.markCameBack(marked)) };
});

export const download = answerTo('download', async ({ about }, { store, now }): Promise<CallFile> => {
  const { fields, sequence } = await requireRecord(store, about);
  const described = await describePerson(store, fields.email, new Date(now()));
  return {
    fileName: `applicant-${sequence}.json`,
    contentType: 'application/json; charset=utf-8',
    rows: null,
    body: once(`${toJson(described, 2)}\n`),
  };
});

async function* once(text: string) {
  yield text;
}
