import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import { hashWithKey } from './address-hash.ts';
import { networksOf, unknownAddress } from './client-address.ts';
import type { LimitKey } from './limits.ts';

/** `repeat`: the same content from the same address. */
export type CountKey = LimitKey | 'repeat';

/** What is known of a submission before it is stored. */
export interface Attempt {
  /** The sender's address, as far as it can be believed. */
  address: string | undefined;
  kind: SubmissionKind;
  email: string;
  /** Length of the request's body. */
  bytes: number;
  honeypotFilled: boolean;
  /** What was sent with a form post that has no idempotency key; null: it has one. */
  content: string | null;
}

/** The keys that an attempt is counted under, and the address's hash; null: the address is not known. */
export function keysOf(
  attempt: Attempt,
  hash: (text: string) => string,
): { addressHash: string | null; keys: Partial<Record<CountKey, string>> } {
  const { address, site, network } = networksOf(attempt.address);
  const addressHash = hash(address);
  const networkHash = hash(network);
  const keys = {
    all: 'all',
    address: addressKey(addressHash),
    ...(site !== null && { site: `site:${hash(site)}` }),
    network: `network:${networkHash}`,
    // A filled honeypot must not count against the person whose email it used.
    ...(!attempt.honeypotFilled && {
      email: `${emailPrefix(hash(emailText(attempt.kind, attempt.email)))}${networkHash}`,
    }),
    ...(attempt.content !== null && { repeat: `repeat:${hash(`${address} ${attempt.content}`)}` }),
  };
  return { addressHash: address === unknownAddress ? null : addressHash, keys };
}

const addressKey = (addressHash: string): string => `address:${addressHash}`;
const emailPrefix = (emailHash: string): string => `email:${emailHash}:`;

/** The text that is hashed for an email: the mailbox, whatever its spelling, and the kind of submission. */
const emailText = (kind: SubmissionKind, email: string): string => `${kind} ${emailKey(email)}`;

/**
 * How the keys of a person's entries in the shared counts begin, so that an erasure can delete them. Counts of the
 * networks around an address are not a person's; they end by themselves within a day.
 */
export function countPrefixesOfPerson(person: {
  email: string;
  addressHashes: Iterable<string>;
  /** Today's key of the hashes; null when there is none yet. */
  hashKey: string | null;
}): string[] {
  const { email, addressHashes, hashKey } = person;
  const emailHashes =
    hashKey === null ? [] : submissionKinds.map((kind) => hashWithKey(hashKey, emailText(kind, email)));
  return [...[...addressHashes].map(addressKey), ...emailHashes.map(emailPrefix)];
}
