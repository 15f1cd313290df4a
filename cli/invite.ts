import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const invite = defineDecision({
  to: 'invited',
  verb: 'Invite',
  done: 'invited',
  summary: 'Invite applicants: shows whom, asks, then queues a letter to each where letters are set up',
  details: `${idIsAnyNumber} Letters are sent when SMTP_URL and MAIL_FROM are set; otherwise inviting is a state, and "export --review invited" makes the list for a mail merge. "reopen" within ten seconds stops the letter.`,
  examples: ['17', '17 18 23 --dry-run', "17 --note 'Met at the opening' --yes"],
});
