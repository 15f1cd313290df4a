import type { SubmissionKind } from '#contract/submission.ts';
import type { DailyHasher } from './address-hash.ts';
import { type Network, networksOf, unknownNetwork } from './client-address.ts';
import { allKey, emailInNetworkKey, emailText, networkKey } from './count-keys.ts';
import type { CountStore } from './counts.ts';
import { type CountedNetwork, decide, type KeyedAttempt } from './decide.ts';
import type { Limits } from './limits.ts';

/** Why a submission is quarantined, as it is stored. Rows of earlier versions say `trap` for `honeypot` and `crowd` for `overload`. */
export const quarantineReasons = ['honeypot', 'email', 'address', 'overload'] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

/** What is known of a submission before it is stored. */
export interface Attempt {
  /** The sender's address, as far as it can be believed. */
  address: string | undefined;
  kind: SubmissionKind;
  email: string;
  /** Of the request's body. */
  bytes: number;
  /** The honeypot field was filled in. */
  honeypotFilled: boolean;
}

export interface Verdict {
  /** Keyed hash of the address; null where it is not known. */
  addressHash: string | null;
  /** Whole seconds after which the sender may try again; null: the submission is taken. */
  retryAfterS: number | null;
  quarantineReason: QuarantineReason | null;
  /** To be called when the attempt was not stored after all: what is not stored does not count. */
  uncount(): void;
}

/** Takes, quarantines or refuses an attempt. Never rejects: a limit that cannot be counted costs nobody a submission. */
export type AbuseCheck = (attempt: Attempt) => Promise<Verdict>;

export function createAbuseCheck(options: {
  limits: Limits;
  counts: CountStore;
  readHasher: DailyHasher;
}): AbuseCheck {
  const { limits, counts, readHasher } = options;
  return async (attempt) => {
    const hash = await readHasher();
    const toCounted = (network: Network): CountedNetwork => {
      const networkHash = hash(network.name);
      return { ...network, hash: networkHash, key: networkKey(networkHash) };
    };
    const [smallest, ...larger] = networksOf(attempt.address);
    const address = toCounted(smallest);
    const networks = [address, ...larger.map(toCounted)];
    const largest = networks.at(-1) ?? address;
    const keyed: KeyedAttempt = {
      ...attempt,
      networks,
      largestNetworkKey: largest.key,
      emailKey: emailInNetworkKey(hash(emailText(attempt.kind, attempt.email)), largest.hash),
    };
    const keys = [allKey, keyed.emailKey, ...networks.map(({ key }) => key)];
    const { additions, atMs, ...decision } = await counts.update(keys, (found) =>
      decide(limits, found, keyed),
    );
    return {
      ...decision,
      addressHash: address.name === unknownNetwork.name ? null : address.hash,
      uncount() {
        if (additions.length === 0) return;
        void counts.update(keys, (found) => {
          for (const { key, window, amount } of additions) found.subtract(key, window, amount, atMs);
        });
      },
    };
  };
}
