import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const reopen = defineDecision({
  to: 'new',
  verb: 'Reopen',
  done: 'reopened',
  summary: 'Take decisions back: the applicants, or answered messages, are new again',
  details: `${idIsAnyNumber} A letter that is not on its way yet is cancelled; one that was sent cannot be.`,
  examples: ['17', '17 18', '--told waiting --city sydney', '--wave 7d0c4f0e-3f4b-4c58-8d7b-0f0a2b6c8d10'],
});
