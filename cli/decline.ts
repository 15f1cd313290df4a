import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const decline = defineDecision({
  to: 'declined',
  verb: 'Decline',
  done: 'declined',
  summary: 'Decline applicants; nothing is sent to them, unless --letter is given',
  details: `${idIsAnyNumber} The words of the letter stand in server/mail/letter-words.md; "preview-letter" shows them.`,
  examples: ['17', "17 18 --note 'Not a bar'", '--review new --until 90d --letter --dry-run'],
});
