import type { Worker } from 'node:worker_threads';
import { unpackError } from '#server/store/carried-error.ts';
import type { OpeningStep, WorkerMessage } from './sqlite-messages.ts';

export interface OpeningLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const progressEveryMs = 5_000;

const stepMessages: Record<OpeningStep, { begun: string; going: string; done: string }> = {
  check: {
    begun: 'The last run ended because of the store: its file is checked before it is used.',
    going: 'The store is still being checked.',
    done: 'The store is in order.',
  },
  rewrite: {
    begun:
      'The store is rewritten once, because an earlier version left deleted submissions in unused parts of its file.',
    going: 'The store is still being rewritten.',
    done: 'The store is rewritten.',
  },
};

/**
 * Logs what takes long: the check of a file after a failure, the rewrite of an older one.
 *
 * @throws what the worker says about a database that it could not open
 */
export function waitUntilOpened(worker: Worker, logger?: OpeningLogger): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const startedAtMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedAtMs) / 1_000);
  let step: OpeningStep | undefined;
  let progress: NodeJS.Timeout | undefined;

  function endStep() {
    clearInterval(progress);
    if (step !== undefined) logger?.info({ seconds: seconds() }, stepMessages[step].done);
    step = undefined;
  }

  function onMessage(message: WorkerMessage) {
    if (message.type === 'opening') {
      endStep();
      step = message.step;
      const { begun, going } = stepMessages[step];
      logger?.info({ bytes: message.bytes }, begun);
      progress = setInterval(() => logger?.info({ seconds: seconds() }, going), progressEveryMs);
    } else if (message.type === 'not-rewritten') {
      step = undefined;
      logger?.warn(
        { err: unpackError(message.error) },
        'The store could not be rewritten, and deleted submissions may still be in unused parts of its file. The next start tries again; it needs free space of twice the file.',
      );
    } else if (message.type === 'opened') {
      endStep();
      resolve();
    } else if (message.type === 'not-opened') {
      reject(unpackError(message.error));
    }
  }
  const onExit = () => reject(new Error('The thread of the store ended before the store was open.'));

  worker.on('message', onMessage);
  worker.on('error', reject);
  worker.on('exit', onExit);
  return promise.finally(() => {
    clearInterval(progress);
    worker.off('message', onMessage);
    worker.off('error', reject);
    worker.off('exit', onExit);
  });
}
