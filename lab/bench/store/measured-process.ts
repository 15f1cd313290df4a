import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { LoadResult } from './accept-load.ts';
import type { AcceptServerOptions, Question, Reading } from './accept-server.ts';

export type Measured = LoadResult & Reading;

export interface MeasuredServer {
  run(limit: number, connections?: number): Promise<Measured>;
  stop(): Promise<void>;
}

const usualConnections = 64;
const root = resolve(import.meta.dirname, '../../..');

/**
 * A server of its own process, and a load that comes from another.
 *
 * @param release folder of another release of the program
 */
export async function startMeasured(
  options: AcceptServerOptions,
  env: Record<string, string> = {},
  release = root,
): Promise<MeasuredServer> {
  const server = fork(join(release, 'lab/bench/store/accept-server.ts'), [JSON.stringify(options)], {
    env: { ...process.env, ...env },
  });
  let sent = 0;
  const port = await hear<number>(server);
  const ask = <Answer>(question: Question): Promise<Answer> => {
    const answer = hear<Answer>(server);
    server.send(question);
    return answer;
  };
  return {
    async run(limit, connections = usualConnections) {
      await ask('begin');
      const load = fork(new URL('./accept-load.ts', import.meta.url), [
        String(port),
        String(connections),
        String(limit),
        String(sent),
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

async function hear<Answer>(process: ChildProcess): Promise<Answer> {
  const heard = new AbortController();
  const { signal } = heard;
  const failed = once(process, 'exit', { signal }).then(([code]) => {
    throw new Error(`A measured process ended with ${code}.`);
  });
  try {
    const [answer] = await Promise.race([once(process, 'message', { signal }), failed]);
    return answer as Answer;
  } finally {
    // What is no longer waited for.
    failed.catch(() => undefined);
    heard.abort();
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
