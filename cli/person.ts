import { storedPerson } from '#server/operator/calls/stored-person.ts';
import { toJson } from '#server/operator/to-json.ts';
import { CommandError, defineCommand } from './command.ts';
import { emailOption, requireAddress } from './options.ts';

export const person = defineCommand({
  summary: 'Print everything stored about a person as JSON, for an access request',
  options: { email: emailOption },
  details:
    '"mentionedIn" lists submissions of other people that contain the address, "mentionedInNotesAbout" people whose notes or answers do; look at them with "show". "appliedOtherwise" are days of a sheet that named them, or of applications that were pruned. "signIns" are tries to sign in to the console.',
  examples: ['--email jane@example.com'],
  async run({ email }, _positionals, context) {
    const address = requireAddress(email);
    const person = await context.make(storedPerson, { whose: { email: address } });
    await context.print(`${toJson(person, 2)}\n`);
    if (person.submissions.length + person.signIns.length === 0)
      throw new CommandError(`There are no submissions from ${address}.`);
  },
});
