import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const decline = defineDecision({
  to: 'declined',
  verb: 'Decline',
  done: 'declined',
  summary: 'Decline applicants; nothing is sent to them',
  details: idIsAnyNumber,
  examples: ['17', "17 18 --note 'Not a bar'"],
});
