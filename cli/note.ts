import { randomUUID } from 'node:crypto';
import { addNote } from '#server/operator/calls/add-note.ts';
import { defineCommand, UsageError } from './command.ts';
import { nameOf, readAbout } from './records.ts';

export const note = defineCommand({
  summary: 'Add a note to an applicant or a contact message',
  positionals: 'ID TEXT…',
  details: 'Notes are kept beside the decisions; "show" prints them. None is ever changed.',
  examples: ["17 'Met her at the opening'"],
  async run(_values, [reference, ...words], { make, answer }) {
    if (words.length === 0)
      throw new UsageError("Say what is to be noted: note 17 'Met her at the opening'.");
    const about = readAbout(reference);
    const added = await make(addNote, { changeId: randomUUID(), about, text: words.join(' ') });
    await answer(added, `Noted about ${nameOf(about)}.\n`);
  },
});
