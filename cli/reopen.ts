import { defineCommand } from './command.ts';
import { decideAbout, decisionOptions } from './decide-about.ts';

export const reopen = defineCommand({
  summary: 'Take decisions back: the applicants, or answered messages, are new again',
  positionals: 'ID…',
  options: decisionOptions,
  printsJson: true,
  details:
    'ID is the number of any of their applications, as "list" and the message in Slack show it. A letter that is not on its way yet is cancelled; one that was sent cannot be.',
  examples: ['17', '17 18'],
  run: ({ note, 'dry-run': isDryRun, yes }, ids, context) =>
    decideAbout({ to: 'new', verb: 'Reopen', done: 'reopened', note, isDryRun, yes }, ids, context),
});
