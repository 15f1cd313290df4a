import type { Entry } from '#site/sections/shared/entry.ts';

export const creatorSteps: readonly Entry[] = [
  { title: 'Apply', text: 'Name, email, handle, city, a short bio. That is the whole form.' },
  {
    title: 'Onboard and receive your card',
    text: 'Once approved, the card is yours.',
  },
  { title: 'Apply to collabs via the app', text: 'You ask. The venue says yes or no.' },
  { title: 'Attend and pay with the card', text: 'Show up, order, pay. Like anyone with a card.' },
  { title: 'Deliver content within 24 hours', text: 'Counted from the visit, while it is still news.' },
];

export const creatorBenefits: readonly [Entry, Entry, Entry, Entry] = [
  {
    title: 'Yours to spend',
    text: 'A branded credit card with your handle on it.\nVenues take it like cash.',
  },
  { title: 'Yours to choose', text: 'You apply to the collabs you want.\nNobody assigns you a dinner.' },
  { title: 'Paid with a post', text: 'What you owe is content.\nNothing else.' },
  {
    title: 'Kept small',
    text: 'You are on the list or you are not.\nThat is what makes it worth being on.',
  },
];
