const backoffBaseMs = 1_000;
const backoffCapMs = 60_000;

/**
 * Milliseconds to wait after a failure, by how many there were before it (0 for the first): exponential with full
 * jitter, so that many senders that failed together do not come back together.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffMs(earlierFailures: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(backoffCapMs, backoffBaseMs * 2 ** Math.min(Math.max(earlierFailures, 0), 30));
  return Math.round(random() * ceilingMs);
}
