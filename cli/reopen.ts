import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const reopen = defineDecision({
  to: 'new',
  verb: 'Reopen',
  done: 'reopened',
  summary: 'Take decisions back: the applicants, or answered messages, are new again',
  details: `${idIsAnyNumber} A letter that is not on its way yet is cancelled; one that was sent cannot be.`,
  examples: ['17', '17 18'],
});
