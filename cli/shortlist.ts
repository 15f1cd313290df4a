import { defineCommand } from './command.ts';
import { decideAbout, decisionOptions } from './decide-about.ts';

export const shortlist = defineCommand({
  summary: 'Shortlist applicants: a decision that sends nothing',
  positionals: 'ID…',
  options: decisionOptions,
  printsJson: true,
  details: 'ID is the number of any of their applications, as "list" and the message in Slack show it.',
  examples: ['17', "17 18 --note 'Great photos'"],
  run: ({ note, 'dry-run': isDryRun, yes }, ids, context) =>
    decideAbout(
      { to: 'shortlisted', verb: 'Shortlist', done: 'shortlisted', note, isDryRun, yes },
      ids,
      context,
    ),
});
