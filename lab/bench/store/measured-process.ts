import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { DataCall } from '#server/admin/console-api.ts';
import type { LoadResult } from './accept-load.ts';
import type { AcceptServerOptions, Question, Reading } from './accept-server.ts';
import type { ViewReading } from './measured-console.ts';

export type Measured = LoadResult & Reading;

export interface MeasuredServer {
  /** @param perSecond at most so many; 0: as many as possible */
  run(limit: number, connections?: number, perSecond?: number): Promise<Measured>;
  /** Reads a view of the console once; also while a load runs. */
  readView(call: DataCall, body: unknown): Promise<ViewReading>;
  stop(): Promise<void>;
}

const usualConnections = 64;

/** A server of its own process, and a load that comes from another. */
export async function startMeasured(options: AcceptServerOptions): Promise<MeasuredServer> {
  const server = fork(new URL('./accept-server.ts', import.meta.url), [JSON.stringify(options)]);
  let sent = 0;
  const port = await hear<number>(server);
  const ask = <Answer>(question: Question): Promise<Answer> => {
    const answer = hear<Answer>(server, typeof question === 'object');
    server.send(question);
    return answer;
  };
  return {
    readView: (call, body) => ask<ViewReading>({ call, body }),
    async run(limit, connections = usualConnections, perSecond = 0) {
      await ask('begin');
      const load = fork(new URL('./accept-load.ts', import.meta.url), [
        String(port),
        String(connections),
        String(limit),
        String(sent),
        String(perSecond),
      ]);
      const result = await hear<LoadResult>(load);
      sent += result.accepted + result.refused;
      return { ...result, ...(await ask<Reading>('end')) };
    },
    async stop() {
      const ended = once(server, 'exit');
      server.send('stop' satisfies Question);
      await ended;
    },
  };
}

/** The next message; a view is read while others wait for theirs, so each is told from the others. */
async function hear<Answer>(process: ChildProcess, isView = false): Promise<Answer> {
  const heard = new AbortController();
  const { signal } = heard;
  const failed = once(process, 'exit', { signal }).then(([code]) => {
    throw new Error(`A measured process ended with ${code}.`);
  });
  const answered = new Promise<Answer>((resolve) => {
    const listen = (message: unknown) => {
      const isOfView = typeof message === 'object' && message !== null && 'ms' in message;
      if (isOfView !== isView) return;
      process.off('message', listen);
      resolve(message as Answer);
    };
    process.on('message', listen);
  });
  try {
    return await Promise.race([answered, failed]);
  } finally {
    // What is no longer waited for.
    failed.catch(() => undefined);
    heard.abort();
  }
}
