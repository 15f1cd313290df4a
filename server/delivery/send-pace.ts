import type { Clock } from './clock.ts';

/**
 * Keeps the pace of one webhook or mail server within this process, also for two channels that share it, and
 * gives their loops turns. The pause counts from the end of one send to the start of the next, so the receiver
 * never sees a shorter one. Between instances the store keeps the pace, for sends that are not slower
 * than `holdMs` of their claim (`store.ts`); here there is no such limit.
 */
export interface SendPace {
  /** Resolves when it is this caller's turn, true; false when the signal aborted first. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** Ends the turn; the next one begins after `pauseMs`. Without a send, 0. */
  leave(pauseMs: number): void;
}

export function createSendPace(clock: Clock): SendPace {
  let freeAtMs = Number.NEGATIVE_INFINITY;
  let isTaken = false;
  const waiting: (() => void)[] = [];

  function leave(pauseMs: number): void {
    freeAtMs = Math.max(freeAtMs, clock.now() + pauseMs);
    // `isTaken` stays true: the loop that leaves asks again at once, and would otherwise get every turn.
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  /** Resolves to true when the turn was handed over, to false when the signal aborted first. */
  function waitForTurn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const takeTurn = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(takeTurn), 1);
        resolve(false);
      };
      waiting.push(takeTurn);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  return {
    async enter(signal) {
      if (signal.aborted) return false;
      if (isTaken) {
        if (!(await waitForTurn(signal))) return false;
      }
      isTaken = true;
      const restMs = freeAtMs - clock.now();
      if (restMs > 0) await clock.sleep(restMs, signal);
      if (!signal.aborted) return true;
      leave(0);
      return false;
    },
    leave,
  };
}
