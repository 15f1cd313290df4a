import { randomUUID } from 'node:crypto';
import { cleanLine } from '#contract/clean-text.ts';
import { maxCameBackCharacters } from '#contract/told.ts';
import { explainNotCameBack } from '#server/operator/letters.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { requireRecord } from './records.ts';

export const cameBack = defineCommand({
  summary: 'Say that the letter to somebody bounced: they count as not told',
  positionals: 'ID',
  options: { reason: { value: 'TEXT', about: 'what the bounce says' } },
  details:
    'ID is the number of any of their applications. "list --told not-told" has them then; "send-letter-again ID" sends the letter to the address of their newest application.',
  examples: ["17 --reason 'No such mailbox'"],
  async run({ reason }, [reference], context) {
    const text = reason === undefined ? null : cleanLine(reason);
    if (text === '') throw new UsageError('The reason is empty.');
    if ((text?.length ?? 0) > maxCameBackCharacters)
      throw new UsageError(`--reason takes ${maxCameBackCharacters} characters at most.`);
    const { id, sequence } = await requireRecord(context, reference);
    const store = await context.openStore();
    const result = await store.markCameBack({
      id: randomUUID(),
      about: { id },
      actor: context.actor,
      reason: text,
    });
    const problem = explainNotCameBack(result);
    if (problem !== null) throw new CommandError(`#${sequence}: ${problem}`);
    await context.answer(
      { number: sequence, cameBack: true },
      `#${sequence} counts as not told: the letter came back.\n`,
    );
  },
});
