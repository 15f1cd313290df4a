import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

/** A stop that takes longer is cut off: a supervisor would kill the process soon after. */
const stopWithinMs = 9_500;

type Close = () => Promise<unknown> | unknown;
type StopLogger = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * The only way in which the program ends: at SIGTERM, SIGHUP and SIGINT with code 0, at a second SIGINT at once with
 * 130, and within `stopWithinMs` in any case.
 */
export function createShutdown() {
  const workers: Close[] = [];
  const stores: Close[] = [];
  /** Before there is one, nothing is logged. */
  let logger: StopLogger | null = null;
  let isStopping = false;
  let isSignalled = false;
  let exitCode = 0;

  /** Closes everything that was registered, then ends the process with this code. */
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
    /** A signal asked for the stop: a start that fails because of it is no failure. */
    isSignalled: () => isSignalled,
    logTo(to: StopLogger) {
      logger = to;
    },
    /** Registers what uses the stores. All of these are closed at the same time, before any store. */
    closeFirst: (close: Close) => void workers.push(close),
    /** Registers a store. */
    closeLast: (close: Close) => void stores.push(close),
    stop,
  };
}

/** Closes all of them even when one fails; then throws its error. */
async function closeAll(closers: readonly Close[]): Promise<void> {
  const results = await Promise.allSettled(closers.map(async (close) => close()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
