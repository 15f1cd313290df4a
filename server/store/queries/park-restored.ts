import { fieldValue } from '#contract/fields.ts';
import {
  type LetterDefinition,
  type LetterKind,
  letterChannels,
  letterKinds,
  letterTable,
} from '#contract/review.ts';
import type { SendFailureCode } from '#contract/send-failures.ts';
import { isNotOpen, isOpen, type StoreTransaction } from '#server/store/schema.ts';
import { isOneOfLetters, letterOfJob } from './job-payload.ts';
import { parseStored } from './submission-rows.ts';

/** A letter that may have been sent after the moment that the store was brought back to. */
export interface ParkedLetter {
  /** The number of the application that the letter is about. */
  number: number;
  name: string;
  email: string;
  about: LetterKind | null;
}

/**
 * After the store was brought back to an earlier moment: parks the letters that it had to send, because nobody is to
 * be told twice, but those that `letterTable` sends all the same; and deletes the replies to clicks, which are answered long since. What else waits is left to be sent,
 * perhaps a second time: a lost message would be worse.
 *
 * @returns the letters that are parked for this reason, those of an earlier call too
 */
export async function parkRestored(transaction: StoreTransaction): Promise<ParkedLetter[]> {
  const reason = 'mail_restored' satisfies SendFailureCode;
  const sent = letterKinds.filter((kind) => (letterTable[kind] as LetterDefinition).afterRestore === 'sent');
  await transaction
    .updateTable('jobs')
    .set({ state: 'parked', claim_token: null, reason })
    .where('channel', 'in', letterChannels)
    .where(isOpen)
    .where((is) => is.not(isOneOfLetters(sent)))
    .execute();
  await transaction.deleteFrom('jobs').where('channel', '=', 'clicks').execute();
  const parked = await transaction
    .selectFrom((from) =>
      from
        .selectFrom('jobs')
        .select(['jobs.sequence as place', 'submission', 'decision', 'payload'])
        .where('channel', 'in', letterChannels)
        .where(isNotOpen)
        .where('state', '=', 'parked')
        .where('reason', '=', reason)
        .as('parked'),
    )
    .innerJoin('submissions', 'submissions.sequence', 'submission')
    .leftJoin('decisions', 'decisions.id', 'decision')
    .select(['submissions.sequence as number', 'submissions.kind', 'fields', 'payload', 'to_state'])
    .orderBy('place')
    .execute();
  return parked.map(({ number, ...stored }) => {
    const submission = parseStored(stored);
    const { email } = submission.fields;
    return { number, name: fieldValue(submission, 'name'), email, about: letterOfJob(stored) };
  });
}
