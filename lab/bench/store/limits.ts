import { type AbuseCheck, createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import { createMemoryCounter } from '#server/abuse/counter.ts';
import { createLimits } from '#server/abuse/limits.ts';
import { createPostgresCounter } from '#server/abuse/postgres-counter.ts';
import type { Store } from '#server/store/store.ts';

/** Takes every attempt and counts none. */
export const takeAll: AbuseCheck = async () => ({
  addressHash: null,
  retryAfterS: null,
  quarantineReason: null,
  repeatKey: null,
  uncount: () => undefined,
});

/**
 * The limits as they are by default, but for the overload: a bench sends more in two seconds than it allows
 * in ten minutes. Everything is counted and compared all the same.
 */
export function createBenchCheck(store: Store, databaseUrl: string | null): AbuseCheck {
  return createAbuseCheck({
    limits: createLimits(10).map((limit) =>
      limit.action === 'overload' ? { ...limit, most: Number.POSITIVE_INFINITY } : limit,
    ),
    counter:
      databaseUrl === null
        ? createMemoryCounter()
        : createPostgresCounter(databaseUrl, {
            warn: (_details, message) => {
              throw new Error(message);
            },
          }),
    readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
  });
}
