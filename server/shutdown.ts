import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A stop that takes longer is cut off: a supervisor would kill the process soon after. */
export const stopWithinMs = 9_500;

type Close = () => Promise<unknown> | unknown;

export interface Shutdown {
  /** A signal asked for the stop: a start that fails because of it is no failure. */
  isSignalled(): boolean;
  /** Before there is a logger, nothing is logged. */
  logTo(logger: Pick<Logger, 'info' | 'warn' | 'error'>): void;
  /** Registers what uses the stores. All of these are closed at the same time, before any store. */
  closeFirst(close: Close): void;
  /** Registers a store. */
  closeLast(close: Close): void;
  /** Closes everything that was registered, then ends the process with this code. */
  stop(exitCode: number): Promise<void>;
}

/**
 * The only way in which the program ends: at SIGTERM, SIGHUP and SIGINT with code 0, at a second SIGINT at once with
 * 130, and within `stopWithinMs` in any case.
 */
export function createShutdown(): Shutdown {
  const workers: Close[] = [];
  const stores: Close[] = [];
  let logger: Pick<Logger, 'info' | 'warn' | 'error'> | null = null;
  let isStopping = false;
  let isSignalled = false;
  let exitCode = 0;

  async function stop(code: number): Promise<void> {
    // What fails during a stop counts as well.
    exitCode ||= code;
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      logger?.warn(
        { stopWithinMs },
        'The stop took too long and was cut off. No accepted submission is lost.',
      );
      process.exit(1);
    }, stopWithinMs).unref();
    try {
      // An error that has just asked for this stop is reported first.
      await nextTurn();
      await closeAll(workers);
      await closeAll(stores);
    } catch (error) {
      logger?.error({ err: error }, 'Something could not be closed. No accepted submission is lost.');
      process.exit(1);
    }
    logger?.info('stopped');
    process.exit(exitCode);
  }

  // A supervisor signals every process of the group, and the parents pass the signal on: that is one request. SIGHUP:
  // the terminal or its connection was closed.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isSignalled = true;
      void stop(0);
    });
  }
  process.on('SIGINT', () => {
    // A second Ctrl-C: do not wait.
    if (isStopping) process.exit(130);
    isSignalled = true;
    void stop(0);
  });

  return {
    isSignalled: () => isSignalled,
    logTo(to) {
      logger = to;
    },
    closeFirst: (close) => void workers.push(close),
    closeLast: (close) => void stores.push(close),
    stop,
  };
}

/** Closes all of them even when one fails; then throws its error. */
async function closeAll(closers: readonly Close[]): Promise<void> {
  const results = await Promise.allSettled(closers.map(async (close) => close()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
