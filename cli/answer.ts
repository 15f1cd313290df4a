import { defineDecision } from './define-decision.ts';

export const answer = defineDecision({
  to: 'answered',
  verb: 'Answer',
  done: 'marked as answered',
  summary: 'Mark contact messages as answered; nothing is sent',
  details: '"list --kind contact --review new" lists what is to be answered; "reopen" undoes it.',
  examples: ['31', "31 32 --note 'By phone'"],
});
