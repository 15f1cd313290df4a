import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const invite = defineDecision({
  to: 'invited',
  verb: 'Invite',
  done: 'invited',
  summary: 'Invite applicants: shows whom, asks, then queues a letter to each where letters are set up',
  details: `${idIsAnyNumber} Letters are sent when SMTP_URL and MAIL_FROM are set; otherwise inviting is a state, and "export --review invited" makes the list for a mail merge. "reopen" stops a letter that is not on its way yet.`,
  examples: [
    '17',
    '17 18 23 --dry-run',
    "17 --note 'Met at the opening' --yes",
    '--review shortlisted --kind creator --city sydney --limit 50 --tell "2026-12-01 10:00"',
  ],
});
