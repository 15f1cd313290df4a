import { defineCommand } from './command.ts';
import { yesOption } from './confirm.ts';
import { type Decided, decideAbout } from './decide-about.ts';
import { noteOption } from './note-text.ts';

interface DecisionCommand extends Decided {
  summary: string;
  details: string;
  examples: readonly string[];
}

/** A command that decides about the applicants whose numbers it is given. */
export const defineDecision = ({ to, verb, done, ...help }: DecisionCommand) =>
  defineCommand({
    ...help,
    positionals: 'ID…',
    options: {
      note: noteOption,
      'dry-run': { type: 'boolean', about: 'only show what would be done' },
      yes: yesOption,
    },
    printsJson: true,
    run: ({ note, 'dry-run': isDryRun, yes }, ids, context) =>
      decideAbout({ to, verb, done, note, isDryRun, yes }, ids, context),
  });

export const idIsAnyNumber =
  'ID is the number of any of their applications, as "list" and the message in Slack show it.';
