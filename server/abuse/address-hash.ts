import { createHmac, randomBytes } from 'node:crypto';
import type { AddressKey } from '#server/store/store.ts';

/** Time after which a store that did not answer is asked for the key again. */
const askAgainMs = 5_000;

/** Keyed hash of `text` with the day's key: equal texts have equal hashes on every instance until the day ends. */
export type DailyHash = (text: string) => Promise<string>;

/**
 * The key comes from the store once a day. While the store does not answer, this process uses a key of its
 * own, so its counts are not shared.
 */
export function createDailyHash(
  readKey: (candidate: string) => Promise<AddressKey>,
  now: () => number = Date.now,
): DailyHash {
  let current: { key: string; untilMs: number } | null = null;
  let asking: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const candidate = randomBytes(32).toString('base64url');
    const answer = await readKey(candidate).catch(() => ({ key: candidate, validForMs: askAgainMs }));
    current = { key: answer.key, untilMs: now() + answer.validForMs };
    return answer.key;
  }

  return async (text) => {
    let key = current?.key;
    if (key === undefined || now() >= (current?.untilMs ?? 0)) {
      asking ??= ask().finally(() => {
        asking = null;
      });
      key = await asking;
    }
    return hashWithKey(key, text);
  };
}

export function hashWithKey(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
