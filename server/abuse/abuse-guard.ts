import type { SubmissionKind } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import type { DailyHash } from './address-hash.ts';
import { networkOf } from './client-address.ts';
import type { RateCounters } from './rate-counters.ts';

/** From the sixth of a kind in an hour on, what comes for one email is held: a person applies once. */
export const emailPerHour = 5;
/** All submissions in ten minutes above which the site counts as flooded: a busy evening stays far below. */
export const calmPerTenMinutes = 600;
/** While flooded, what one address sends beyond this many in an hour is held; the first pass. */
export const addressWhileFlooded = 2;
/** Above this many in ten minutes all is held: no launch was ever that busy, and the channel could not carry it. */
export const crowdPerTenMinutes = 12_000;

/** Why a submission is held back; what the operator reads. */
export const quarantineReasons = ['trap', 'email', 'address', 'crowd'] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

export interface Judgement {
  /** Keyed hash of the address; null where it is not known. */
  addressHash: string | null;
  /** Whole seconds after which it may try again; null when it may pass. */
  retryAfterS: number | null;
  quarantineReason: QuarantineReason | null;
}

export interface Suspect {
  /** As far as it can be believed. */
  address: string | undefined;
  kind: SubmissionKind;
  email: string;
  /** The trap field was filled. */
  trapped: boolean;
}

/** Passes, holds back or refuses a submission; never throws, and never loses one for the guard's own trouble. */
export type AbuseGuard = (suspect: Suspect) => Promise<Judgement>;

/** What is counted of an email, so that an erasure finds it. */
export const emailCountKey = (kind: SubmissionKind, email: string): string => `${kind} ${emailKey(email)}`;

/**
 * @param perMinute submissions that an address may make in a minute; 0: no limits at all
 */
export function createAbuseGuard(options: {
  perMinute: number;
  counters: RateCounters;
  hash: DailyHash;
}): AbuseGuard {
  const { perMinute, counters, hash } = options;
  const hour = 3_600;
  const countAddress = counters.counter({ name: 'address', points: perMinute, windowS: 60 });
  const countEmail = counters.counter({ name: 'email', points: emailPerHour, windowS: hour });
  const countAll = counters.counter({ name: 'all', points: crowdPerTenMinutes, windowS: 600 });
  const countFlooder = counters.counter({ name: 'flooded', points: addressWhileFlooded, windowS: hour });

  return async ({ address, kind, email, trapped }) => {
    const network = networkOf(address);
    const addressHash = network === null ? null : await hash(network);
    const pass: Judgement = {
      addressHash,
      retryAfterS: null,
      quarantineReason: trapped ? 'trap' : null,
    };
    if (perMinute === 0) return pass;

    if (addressHash !== null) {
      const { consumed, msBeforeNext } = await countAddress(addressHash);
      if (consumed > perMinute) {
        return { ...pass, retryAfterS: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
      }
    }
    // A trap that was filled says enough; what it sends must not count against the person whose email it used.
    if (trapped) return pass;

    const all = (await countAll('all')).consumed;
    if (all > crowdPerTenMinutes) return { ...pass, quarantineReason: 'crowd' };
    const [fromEmail, fromAddress] = await Promise.all([
      countEmail(await hash(emailCountKey(kind, email))),
      all > calmPerTenMinutes ? countFlooder(addressHash ?? 'unknown') : null,
    ]);
    if (fromEmail.consumed > emailPerHour) return { ...pass, quarantineReason: 'email' };
    if (fromAddress !== null && fromAddress.consumed > addressWhileFlooded) {
      return { ...pass, quarantineReason: 'address' };
    }
    return pass;
  };
}
