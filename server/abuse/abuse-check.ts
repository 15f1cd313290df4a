import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import { type DailyHash, hashWithKey } from './address-hash.ts';
import { networkOf } from './client-address.ts';
import { counterKey, type RateCounters } from './rate-counters.ts';

/** Submissions of one kind for one email in an hour; more are quarantined, because a person applies once. */
export const emailPerHour = 5;
/** All submissions in ten minutes above which the site counts as flooded; a busy evening stays far below. */
export const calmPerTenMinutes = 600;
/** While flooded, what one address sends beyond this many in an hour is quarantined. */
export const addressWhileFlooded = 2;
/** Above this many in ten minutes all are quarantined: the channel could not carry them. */
export const overloadPerTenMinutes = 12_000;

/** Why a submission is quarantined, as it is stored. Rows of earlier versions may also say `crowd`, for `overload`. */
export const quarantineReasons = ['trap', 'email', 'address', 'overload'] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

/** What is known of a submission before it is stored. */
export interface Attempt {
  /** The sender's address, as far as it can be believed. */
  address: string | undefined;
  kind: SubmissionKind;
  email: string;
  /** The trap field was filled. */
  trapped: boolean;
}

export interface Verdict {
  /** Keyed hash of the address; null where it is not known. */
  addressHash: string | null;
  /** Whole seconds after which the sender may try again; null: the submission is taken. */
  retryAfterS: number | null;
  quarantineReason: QuarantineReason | null;
}

/** Takes, quarantines or refuses an attempt. Never throws: a limit that cannot be counted costs nobody a submission. */
export type AbuseCheck = (attempt: Attempt) => Promise<Verdict>;

const rules = { address: 'address', email: 'email', all: 'all', flooded: 'flooded' } as const;
const hourS = 3_600;
const tenMinutesS = 600;

/**
 * @param perMinute submissions that an address may make in a minute; 0: no limits at all
 */
export function createAbuseCheck(options: {
  perMinute: number;
  counters: RateCounters;
  hash: DailyHash;
}): AbuseCheck {
  const { perMinute, counters, hash } = options;
  const countAddress = counters.counter({ name: rules.address, points: perMinute, windowS: 60 });
  const countEmail = counters.counter({ name: rules.email, points: emailPerHour, windowS: hourS });
  const countAll = counters.counter({ name: rules.all, points: overloadPerTenMinutes, windowS: tenMinutesS });
  const countFlooded = counters.counter({
    name: rules.flooded,
    points: addressWhileFlooded,
    windowS: hourS,
  });

  return async ({ address, kind, email, trapped }) => {
    const network = networkOf(address);
    const addressHash = network === null ? null : await hash(network);
    const taken: Verdict = {
      addressHash,
      retryAfterS: null,
      quarantineReason: trapped ? 'trap' : null,
    };
    if (perMinute === 0) return taken;

    if (addressHash !== null) {
      const { consumed, msBeforeNext } = await countAddress(addressHash);
      if (consumed > perMinute) {
        return { ...taken, retryAfterS: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
      }
    }
    // A filled trap decides alone, and must not count against the person whose email it used.
    if (trapped) return taken;

    const all = (await countAll('all')).consumed;
    if (all > overloadPerTenMinutes) return { ...taken, quarantineReason: 'overload' };
    const [fromEmail, fromAddress] = await Promise.all([
      countEmail(await hash(emailCountKey(kind, email))),
      all > calmPerTenMinutes ? countFlooded(addressHash ?? 'unknown') : null,
    ]);
    if (fromEmail.consumed > emailPerHour) return { ...taken, quarantineReason: 'email' };
    if (fromAddress !== null && fromAddress.consumed > addressWhileFlooded) {
      return { ...taken, quarantineReason: 'address' };
    }
    return taken;
  };
}

/** Keys of the shared counts that belong to a person, so that an erasure can delete them. */
export function countKeysOfPerson(person: {
  email: string;
  addressHashes: Iterable<string>;
  /** Today's key of the hashes; null when there is none yet. */
  hashKey: string | null;
}): string[] {
  const { email, addressHashes, hashKey } = person;
  const ofEmail =
    hashKey === null
      ? []
      : submissionKinds.map((kind) =>
          counterKey(rules.email, hashWithKey(hashKey, emailCountKey(kind, email))),
        );
  const ofAddresses = [...addressHashes].flatMap((hash) => [
    counterKey(rules.address, hash),
    counterKey(rules.flooded, hash),
  ]);
  return [...ofEmail, ...ofAddresses];
}

const emailCountKey = (kind: SubmissionKind, email: string): string => `${kind} ${emailKey(email)}`;
