import { randomUUID } from 'node:crypto';
import { cameBack as markCameBack } from '#server/operator/calls/came-back.ts';
import { defineCommand } from './command.ts';
import { nameOf, readAbout } from './records.ts';

export const cameBack = defineCommand({
  summary: 'Say that the letter to somebody bounced',
  positionals: 'ID',
  options: { reason: { value: 'TEXT', about: 'what the bounce says' } },
  details:
    'ID is the number of any of their applications. "list --told came-back" has them then; "send-letter-again ID" sends the letter to the address of their newest application.',
  examples: ["17 --reason 'No such mailbox'"],
  async run({ reason = null }, [reference], { make, answer }) {
    const about = readAbout(reference);
    await make(markCameBack, { changeId: randomUUID(), about, reason });
    await answer(
      { cameBack: about },
      `${nameOf(about)}: the letter came back. "list --told came-back" has them.\n`,
    );
  },
});
