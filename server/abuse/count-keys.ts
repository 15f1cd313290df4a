import { type SubmissionKind, submissionKinds } from '#contract/submission.ts';
import { emailKey } from '#server/store/email-key.ts';
import { hashWithKey } from './address-hash.ts';

/** The key of what all submissions share. */
export const allKey = 'all';

export const networkKey = (networkHash: string): string => `network:${networkHash}`;

/** Submissions for an email are counted separately for each network, so that none uses up another's allowance. */
export const emailInNetworkKey = (emailHash: string, networkHash: string): string =>
  `${emailPrefix(emailHash)}${networkHash}`;

const emailPrefix = (emailHash: string): string => `email:${emailHash}:`;

/** The text that is hashed for an email: the mailbox, whatever its spelling, and the kind of submission. */
export const emailText = (kind: SubmissionKind, email: string): string => `${kind} ${emailKey(email)}`;

/**
 * The keys of a person's entries in the shared counts, so that an erasure can delete them. Counts of the networks around an
 * address are not a person's; they end by themselves within an hour.
 */
export function countKeysOfPerson(person: {
  email: string;
  addressHashes: Iterable<string>;
  /** Today's key of the hashes; null when there is none yet. */
  hashKey: string | null;
}): { keys: string[]; prefixes: string[] } {
  const { email, addressHashes, hashKey } = person;
  return {
    keys: [...addressHashes].map(networkKey),
    prefixes:
      hashKey === null
        ? []
        : submissionKinds.map((kind) => emailPrefix(hashWithKey(hashKey, emailText(kind, email)))),
  };
}
