import { defineDecision, idIsAnyNumber } from './define-decision.ts';

export const shortlist = defineDecision({
  to: 'shortlisted',
  verb: 'Shortlist',
  done: 'shortlisted',
  summary: 'Shortlist applicants: a decision that sends nothing',
  details: idIsAnyNumber,
  examples: ['17', "17 18 --note 'Great photos'"],
});
