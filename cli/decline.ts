import { defineCommand } from './command.ts';
import { decideAbout, decisionOptions } from './decide-about.ts';

export const decline = defineCommand({
  summary: 'Decline applicants; nothing is sent to them',
  positionals: 'ID…',
  options: decisionOptions,
  printsJson: true,
  details: 'ID is the number of any of their applications, as "list" and the message in Slack show it.',
  examples: ['17', "17 18 --note 'Not a bar'"],
  run: ({ note, 'dry-run': isDryRun, yes }, ids, context) =>
    decideAbout({ to: 'declined', verb: 'Decline', done: 'declined', note, isDryRun, yes }, ids, context),
});
