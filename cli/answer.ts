import { defineCommand } from './command.ts';
import { decideAbout, decisionOptions } from './decide-about.ts';

export const answer = defineCommand({
  summary: 'Mark contact messages as answered; nothing is sent',
  positionals: 'ID…',
  options: decisionOptions,
  printsJson: true,
  details: '"list --kind contact --review new" lists what is to be answered; "reopen" undoes it.',
  examples: ['31', "31 32 --note 'By phone'"],
  run: ({ note, 'dry-run': isDryRun, yes }, ids, context) =>
    decideAbout(
      { to: 'answered', verb: 'Answer', done: 'marked as answered', note, isDryRun, yes },
      ids,
      context,
    ),
});
