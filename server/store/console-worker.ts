import { parentPort, workerData } from 'node:worker_threads';
import { packError } from './carried-error.ts';
import type { ConsoleCallMessage, ConsoleWorkerMessage } from './open-console-worker.ts';
import { openOperatorStore } from './open-operator-store.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
const port = parentPort;

try {
  const store = await openOperatorStore(workerData);
  const calls = {
    ...store,
    scrub: ({ waitMs }: { waitMs: number }) => store.scrub({ waitMs, onWait: () => {} }),
  } as unknown as Record<string, (...values: readonly unknown[]) => Promise<unknown>>;
  port.on('message', async ({ id, method, values }: ConsoleCallMessage) => {
    try {
      send({ type: 'answer', id, result: await calls[method]?.(...values) });
    } catch (error) {
      send({ type: 'failure', id, error: packError(error) });
    }
    if (method === 'close') port.close();
  });
  send({
    type: 'opened',
    methods: Object.keys(calls).filter((name) => typeof calls[name] === 'function'),
  });
} catch (error) {
  send({ type: 'not-opened', error: packError(error) });
}

function send(message: ConsoleWorkerMessage) {
  port.postMessage(message);
}
