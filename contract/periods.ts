import { describeDuration } from './texts.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Times that sentences promise in more than one place, in milliseconds: the sentences are made from here. */
export const periods = {
  /** How long a sign-in link of the console is valid. */
  signInLinkMs: 10 * minuteMs,
  /** How long sign-ins that succeeded are kept. */
  signInsKeptMs: 90 * dayMs,
  /** After so long an event that is not taken is parked. */
  eventTriedMs: 3 * dayMs,
  /** A letter is sent again at most once in this time. */
  letterAgainMs: dayMs,
} as const;

/** `10 minutes`, `90 days` */
export const describePeriod = (name: keyof typeof periods): string => describeDuration(periods[name]);
