import { backoffMs } from './backoff.ts';
import type { DeliveryLogger } from './channel-delivery.ts';
import type { Clock } from './clock.ts';
import type { Outbox, OutboxClaim } from './outbox.ts';

/** How long storing `delivered` is tried: without it the message is sent again. */
export const writeForMs = 5 * 60_000;
/** How many times storing any other result is tried: without it the deliveries are due again when the lease ends. */
const writeAttempts = 4;
/** Added to each pause for a store that fails, because the random part of it may be 0. */
export const shortestStorePauseMs = 50;

/**
 * Stores the result of a claim, and tries again while the store fails. Never throws: if the store does not
 * come back, the deliveries are due again when the claim's lease ends.
 *
 * @param write answers how many deliveries it moved
 */
export type ResultWriter<Claimed> = (
  claim: Claimed,
  result: WrittenResult,
  write: () => Promise<number>,
) => Promise<void>;

type WrittenResult = 'delivered' | 'retry' | 'parked' | 'halted' | 'returned';

export function createResultWriter<Claimed extends OutboxClaim>(options: {
  outbox: Pick<Outbox<Claimed>, 'name' | 'idsOf'>;
  logger: DeliveryLogger;
  clock: Clock;
  random: () => number;
  /** Aborts: the program ends, nothing is tried again. */
  cutOffSignal: AbortSignal;
}): ResultWriter<Claimed> {
  const { outbox, logger, clock, random, cutOffSignal } = options;

  return async (claim, result, write) => {
    const ids = outbox.idsOf(claim);
    const about = { channel: outbox.name, ids, result };
    // What is in the channel must not be sent again.
    const maxAttempts = result === 'delivered' ? Number.POSITIVE_INFINITY : writeAttempts;
    const giveUpAtMs = clock.now() + writeForMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const moved = await write();
        if (moved < ids.length) {
          logger.warn({ ...about, moved }, 'delivery: another instance had claimed some of them meanwhile');
        }
        return;
      } catch (error) {
        const isLast = attempt + 1 >= maxAttempts || clock.now() >= giveUpAtMs || cutOffSignal.aborted;
        if (isLast) {
          logger.error(
            { ...about, err: error },
            'delivery: the result could not be stored; the message is sent again when its lease ends',
          );
          return;
        }
        logger.warn({ ...about, err: error }, 'delivery: the result could not be stored yet; trying again');
        // Short pauses, well below the lease: the result counts only while no other instance has claimed it.
        await clock.sleep(Math.min(backoffMs(attempt, random), 2_000) + shortestStorePauseMs, cutOffSignal);
      }
    }
  };
}
