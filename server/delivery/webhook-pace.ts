import type { Clock } from './clock.ts';

/**
 * Keeps one process's sends through one webhook apart, also those of two channels that share it. The
 * distance counts from the end of one send to the start of the next, so at the receiving end it is never
 * shorter. The store keeps the same distance between instances, as long as a send is not slower than
 * the hold of its claim; here there is no such limit.
 */
export interface WebhookPace {
  /** Resolves when it is this caller's turn, true; false when the signal aborted first. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** Gives the turn back; the next one begins after `holdMs`. Without a send, 0. */
  leave(holdMs: number): void;
}

export function createWebhookPace(clock: Clock): WebhookPace {
  let freeAtMs = Number.NEGATIVE_INFINITY;
  let held = false;
  const queue: (() => void)[] = [];

  return {
    async enter(signal) {
      while (held) {
        if (signal.aborted) return false;
        await new Promise<void>((resolve) => {
          const proceed = () => {
            signal.removeEventListener('abort', proceed);
            resolve();
          };
          queue.push(proceed);
          signal.addEventListener('abort', proceed, { once: true });
        });
      }
      if (signal.aborted) {
        queue.shift()?.();
        return false;
      }
      held = true;
      const restMs = freeAtMs - clock.now();
      if (restMs > 0) await clock.sleep(restMs, signal);
      if (!signal.aborted) return true;
      this.leave(0);
      return false;
    },
    leave(holdMs) {
      freeAtMs = Math.max(freeAtMs, clock.now() + holdMs);
      held = false;
      queue.shift()?.();
    },
  };
}
