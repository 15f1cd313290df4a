import type { Entry } from '#site/sections/shared/entry.ts';

export const venueSteps: readonly Entry[] = [
  {
    title: 'Join and set your campaign budget',
    text: 'In product value: what is on the menu, not what is in the bank.',
  },
  { title: 'Review and approve creator applications', text: 'Creators apply to you. You say who comes.' },
  { title: 'Creators attend and pay with the card', text: 'They order and pay like any guest.' },
  { title: 'Content posted within 24 hours', text: 'Counted from the visit.' },
];

export const venueBenefits: readonly Entry[] = [
  { title: 'At cost', text: 'You pay only the cost of goods sold.' },
  { title: 'By approval', text: 'No creator comes without your approval.' },
  { title: 'On time', text: 'Content is posted within 24 hours of the visit.' },
  { title: 'Underwritten', text: 'A money-back guarantee for venues stands behind each transaction.' },
];
