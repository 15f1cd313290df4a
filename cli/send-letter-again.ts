import { randomUUID } from 'node:crypto';
import { sendLetterAgain as sendAgain } from '#server/operator/calls/send-letter-again.ts';
import { defineCommand } from './command.ts';
import { nameOf, readAbout } from './records.ts';

export const sendLetterAgain = defineCommand({
  summary:
    'Send the letter once more to somebody who says that it never came, at most once a day; or to whom it came back',
  positionals: 'ID',
  details:
    'ID is the number of any of their applications. The history says that it was sent again. A letter that was refused or waits is sent with "retry ID".',
  examples: ['17'],
  async run(_values, [reference], { make, answer }) {
    const about = readAbout(reference);
    await make(sendAgain, { changeId: randomUUID(), about });
    await answer({ queued: about }, `The letter to ${nameOf(about)} is queued again.\n`);
  },
});
