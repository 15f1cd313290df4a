import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { createPostgresConnections } from '#server/store/postgres/postgres-connections.ts';

/** One rule: how many of a key pass in a window. */
export interface RateRule {
  /** Keeps the rule's keys apart from those of others. */
  name: string;
  points: number;
  windowS: number;
}

export interface RateCount {
  /** This one included. */
  consumed: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}

/** Adds one to a key's count. Never throws: a limit that cannot be counted costs nobody a submission. */
export type RateCounter = (key: string) => Promise<RateCount>;

export interface RateCounters {
  counter(rule: RateRule): RateCounter;
  close(): Promise<void>;
}

export interface RateCounterLogger {
  warn(details: object, message: string): void;
}

/** Timeout of one count, connecting included; after it this process counts alone. */
const answerWithinMs = 500;
/** After a failure the database is not asked for this long, so that its trouble delays nobody. */
const pauseMs = 5_000;
const maxConnections = 4;

/** Counts of this process alone. */
export function createMemoryCounters(): RateCounters {
  return {
    counter: (rule) => createCounter(createMemoryLimiter(rule)),
    close: async () => undefined,
  };
}

/**
 * Counts that all instances share, in the table `rate_limits` of the store's migrations. While the
 * database does not answer, each instance counts for itself.
 */
export function createPostgresCounters(databaseUrl: string, logger: RateCounterLogger): RateCounters {
  const connections = createPostgresConnections({
    databaseUrl,
    applicationName: 'entree limits',
    maxConnections,
    connectTimeoutMs: answerWithinMs,
    queryTimeoutMs: answerWithinMs,
    settings: {
      statement_timeout: `'${answerWithinMs}'`,
      // A lost count is no loss, and a flush for each would halve what the machine can take.
      synchronous_commit: `'off'`,
    },
    onLostConnection: (error) => pause(error),
    onNextHost: () => undefined,
  });
  let pausedUntilMs = 0;
  const pause = (error: unknown): void => {
    const isFirst = Date.now() >= pausedUntilMs;
    pausedUntilMs = Date.now() + pauseMs;
    if (isFirst)
      logger.warn({ err: error }, 'The shared rate limits do not answer; this instance counts for itself.');
  };
  return {
    counter(rule) {
      const shared = createCounter(
        new RateLimiterPostgres({
          storeClient: { query: connections.runAlone },
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          keyPrefix: rule.name,
          points: rule.points,
          duration: rule.windowS,
        }),
      );
      const own = createCounter(createMemoryLimiter(rule));
      return async (key) => {
        if (Date.now() < pausedUntilMs) return own(key);
        try {
          return await shared(key);
        } catch (error) {
          pause(error);
          return own(key);
        }
      };
    },
    close: () => connections.end(),
  };
}

function createMemoryLimiter({ name, points, windowS }: RateRule): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: windowS });
}

/** As rate-limiter-flexible writes it. */
export const counterKey = (ruleName: string, key: string): string => `${ruleName}:${key}`;

/** The library throws the count when it is above the points. */
function createCounter(limiter: RateLimiterAbstract): RateCounter {
  return async (key) => {
    const result = await limiter.consume(key).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    return { consumed: result.consumedPoints, msBeforeNext: result.msBeforeNext };
  };
}
