import type { Entry } from '#site/sections/shared/entry.ts';

export const venueSteps: readonly Entry[] = [
  {
    title: 'Join and set your campaign budget',
    text: 'In product value: what is on the menu.',
  },
  {
    title: 'Review and approve creator applications',
    text: 'Creators apply to your campaign. You choose.',
  },
  { title: 'Creators attend and pay with the card', text: 'Like any guest.' },
  { title: 'Content posted within 24 hours', text: 'Your room, seen by their following.' },
];

export const venueBenefits: readonly Entry[] = [
  { title: 'At cost', text: 'A visit costs you what it cost your kitchen.' },
  { title: 'By approval', text: 'No creator comes without your approval.' },
  { title: 'On time', text: 'Content within 24\u00a0hours of the visit.' },
  {
    title: 'Underwritten',
    text: 'A money-back guarantee for\u00a0venues stands behind each\u00a0transaction.',
  },
];
