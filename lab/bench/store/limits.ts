import { type AbuseCheck, createAbuseCheck } from '#server/abuse/abuse-check.ts';
import { createDailyHasher } from '#server/abuse/address-hash.ts';
import { longestWindowMs } from '#server/abuse/decide.ts';
import { defaultLimits } from '#server/abuse/limits.ts';
import { createMemoryCounts } from '#server/abuse/memory-counts.ts';
import { createSharedCounts } from '#server/abuse/shared-counts.ts';
import type { Store } from '#server/store/store.ts';

/** Takes every attempt and counts none. */
export const takeAll: AbuseCheck = async () => ({
  addressHash: null,
  retryAfterS: null,
  quarantineReason: null,
  uncount: () => undefined,
});

/**
 * The limits as they are by default, but for the overload: a bench sends more in two seconds than it allows
 * in ten minutes. Everything is counted and compared all the same.
 */
export function createBenchCheck(store: Store, databaseUrl: string | null): AbuseCheck {
  return createAbuseCheck({
    limits: { ...defaultLimits, overloadThresholdPerTenMinutes: Number.POSITIVE_INFINITY },
    counts:
      databaseUrl === null
        ? createMemoryCounts(longestWindowMs)
        : createSharedCounts(databaseUrl, longestWindowMs, {
            warn: (_details, message) => {
              throw new Error(message);
            },
          }),
    readHasher: createDailyHasher((candidate) => store.addressKey(candidate)),
  });
}
