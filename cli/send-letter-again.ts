import { randomUUID } from 'node:crypto';
import { makeNewLetter } from '#server/mail/new-letter.ts';
import { explainNoLetterAgain, noLettersSentence } from '#server/operator/letters.ts';
import { CommandError, defineCommand } from './command.ts';
import { requireRecord } from './records.ts';

export const sendLetterAgain = defineCommand({
  summary:
    'Send the letter once more to somebody who says that it never came, at most once a day; or to whom it came back',
  positionals: 'ID',
  details:
    'ID is the number of any of their applications. The history says that it was sent again. A letter that was refused or waits is sent with "retry ID".',
  examples: ['17'],
  async run(_values, [reference], context) {
    const { mail } = context.config;
    if (mail === null) throw new CommandError(noLettersSentence);
    const { id, sequence } = await requireRecord(context, reference);
    const store = await context.openStore();
    const result = await store.sendLetterAgain({
      id: randomUUID(),
      about: { id },
      actor: context.actor,
      letter: makeNewLetter(mail.from),
    });
    const problem = explainNoLetterAgain(result, context.calendar);
    if (problem !== null) throw new CommandError(`#${sequence}: ${problem}`);
    await context.answer({ number: sequence, queued: true }, `The letter to #${sequence} is queued again.\n`);
  },
});
