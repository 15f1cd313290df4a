import { describeDuration } from './texts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Times that are promised to people, in milliseconds; a sentence that names one is made from here. */
export const periods = {
  /** How long a sign-in link of the console is valid. */
  signInLinkMs: 10 * minuteMs,
  /** A session of the console ends so long after its last use. */
  sessionIdleMs: 12 * hourMs,
  /** And so long after its start. */
  sessionMs: 7 * dayMs,
  /** How long sign-ins that succeeded are kept. */
  signInsKeptMs: 90 * dayMs,
  /** After so long an event that is not taken is parked. */
  eventTriedMs: 3 * dayMs,
  /** A letter is sent again at most once in this time. */
  letterAgainMs: dayMs,
  /** An address gets at most one receipt in this time. */
  receiptEveryMs: dayMs,
  /** Furthest time of a letter from now, a year: a later one is a typing error. */
  letterAheadMs: 366 * dayMs,
} as const;

/** `10 minutes`, `90 days` */
export const describePeriod = (name: keyof typeof periods): string => describeDuration(periods[name]);
