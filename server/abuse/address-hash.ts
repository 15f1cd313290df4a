import { hash as digest, randomBytes } from 'node:crypto';
import type { AddressKey } from '#server/store/queries/address-key.ts';

/** Time after which a store that did not answer is asked for the key again. */
const askAgainMs = 5_000;

/** Resolves to the hash with the day's key: equal texts have equal hashes on every instance until the day ends. */
export type DailyHasher = () => Promise<(text: string) => string>;

/**
 * The key comes from the store once a day. While the store does not answer, this process uses a key of its
 * own, so its counts are not shared.
 *
 * @param now milliseconds; by default a clock that nobody can set, so that a key is used for no longer than a day
 */
export function createDailyHasher(
  readKey: (candidate: string) => Promise<AddressKey>,
  now: () => number = () => performance.now(),
): DailyHasher {
  let current: { hash: (text: string) => string; untilMs: number } | null = null;
  let asking: Promise<(text: string) => string> | null = null;

  async function ask(): Promise<(text: string) => string> {
    const candidate = randomBytes(32).toString('base64url');
    const { key, validForMs } = await readKey(candidate).catch(() => ({
      key: candidate,
      validForMs: askAgainMs,
    }));
    const hash = (text: string): string => hashWithKey(key, text);
    current = { hash, untilMs: now() + validForMs };
    return hash;
  }

  return async () => {
    if (current !== null && now() < current.untilMs) return current.hash;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

/**
 * SHA-256 of key and text. The key always has the same length, so no other pair makes the same input. An HMAC would
 * take three times as long; the attack that it prevents (hashes of extended texts) is of no use here.
 */
export function hashWithKey(key: string, text: string): string {
  return digest('sha256', `${key}${text}`, 'base64url');
}
