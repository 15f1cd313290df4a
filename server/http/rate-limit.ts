import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const windowS = 60;

/** Resolves to null when it may pass, else to the whole seconds after which it may. */
export type RateLimit = (key: string) => Promise<number | null>;

/**
 * Counts submissions of a key in windows of a minute, in this process's memory.
 * @param perMinute 0: no limit
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return async () => null;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowS });
  return async (key) => {
    try {
      await limiter.consume(key);
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  };
}
