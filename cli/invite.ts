import { defineCommand } from './command.ts';
import { decideAbout, decisionOptions } from './decide-about.ts';

export const invite = defineCommand({
  summary: 'Invite applicants: shows whom, asks, then queues a letter to each where letters are set up',
  positionals: 'ID…',
  options: decisionOptions,
  printsJson: true,
  details:
    'ID is the number of any of their applications, as "list" and the message in Slack show it. Letters are sent when SMTP_URL and MAIL_FROM are set; otherwise inviting is a state, and "export --review invited" makes the list for a mail merge. "reopen" within ten seconds stops the letter.',
  examples: ['17', '17 18 23 --dry-run', "17 --note 'Met at the opening' --yes"],
  run: ({ note, 'dry-run': isDryRun, yes }, ids, context) =>
    decideAbout({ to: 'invited', verb: 'Invite', done: 'invited', note, isDryRun, yes }, ids, context),
});
