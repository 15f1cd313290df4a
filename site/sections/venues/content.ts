import type { Entry } from '#site/sections/shared/entry.ts';

export const venueSteps: readonly Entry[] = [
  {
    title: 'Join and set your campaign budget',
    text: 'In product value: what is on the menu.',
  },
  {
    title: 'Review and approve creator applications',
    text: 'Creators apply to your campaign.',
  },
  { title: 'Creators attend and pay with the card', text: 'Like any guest.' },
  { title: 'Content posted within 24 hours', text: 'Your room, seen by their following.' },
];

export const venueBenefits: readonly Entry[] = [
  { title: 'At cost', text: 'Oysters, at what oysters cost\u00a0you.' },
  { title: 'By approval', text: 'Your door, your list: you say who comes.' },
  { title: 'On time', text: 'Dinner tonight, posted by tomorrow\u00a0night.' },
  {
    title: 'Underwritten',
    text: 'A money-back guarantee for\u00a0venues stands behind each\u00a0transaction.',
  },
];
