import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import { hashWithKey } from './address-hash.ts';
import { networksOf, unknownNetwork } from './client-address.ts';
import type { LimitKey } from './limits.ts';

/** `repeat`: the same content from the same address. */
export type CountKey = LimitKey | 'repeat';

/** The keys that an attempt is counted under. */
export function keysOf(
  attempt: {
    address: string | undefined;
    kind: SubmissionKind;
    email: string;
    honeypotFilled: boolean;
    content: string | null;
  },
  hash: (text: string) => string,
): Partial<Record<CountKey, string>> {
  const networks = networksOf(attempt.address);
  const [smallest] = networks;
  const largestHash = hash((networks.at(-1) ?? smallest).name);
  const site = networks.find(({ size }) => size === 'site');
  return {
    all: 'all',
    address: addressKey(hash(smallest.name)),
    ...(site && { site: `site:${hash(site.name)}` }),
    network: `network:${largestHash}`,
    // A filled honeypot must not count against the person whose email it used.
    ...(!attempt.honeypotFilled && {
      email: `${emailPrefix(hash(emailText(attempt.kind, attempt.email)))}${largestHash}`,
    }),
    ...(attempt.content !== null && { repeat: `repeat:${hash(`${smallest.name} ${attempt.content}`)}` }),
  };
}

/** null: the address is not known. */
export function addressHashOf(address: string | undefined, hash: (text: string) => string): string | null {
  const [{ name }] = networksOf(address);
  return name === unknownNetwork.name ? null : hash(name);
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
