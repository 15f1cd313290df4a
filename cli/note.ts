import { randomUUID } from 'node:crypto';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { requireNote } from './options.ts';
import { requireRecord } from './records.ts';

export const note = defineCommand({
  summary: 'Add a note to an applicant or a contact message',
  positionals: 'ID TEXT…',
  details: 'Notes are kept beside the decisions; "show" prints them. None is ever changed.',
  examples: ["17 'Met her at the opening'"],
  async run(_values, [reference, ...words], context) {
    if (words.length === 0)
      throw new UsageError("Say what is to be noted: note 17 'Met her at the opening'.");
    const text = requireNote(words.join(' '));
    const record = await requireRecord(context, reference);
    const store = await context.openStore();
    const added = await store.addNote({
      id: randomUUID(),
      about: { id: record.id },
      text,
      actor: context.actor,
    });
    if (added === null) throw new CommandError(`#${record.sequence} was erased just now.`);
    const { sequence } = record;
    await context.answer({ number: sequence, id: added.id }, `Noted about #${sequence}.\n`);
  },
});
