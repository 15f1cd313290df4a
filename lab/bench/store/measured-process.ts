import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadResult } from './accept-load.ts';
import type { Mode, Question, Reading } from './accept-server.ts';

export type Measured = LoadResult & Reading;

export interface MeasuredServer {
  run(limit: number, connections?: number): Promise<Measured>;
  stop(): Promise<void>;
}

const usualConnections = 64;

/** A server of its own process, and a load that comes from another. `preload`: put in front of its C library. */
export async function startMeasured(
  mode: Mode,
  dataDir: string,
  databaseUrl: string | null,
  env: Record<string, string> = {},
): Promise<MeasuredServer> {
  const server = fork(
    new URL('./accept-server.ts', import.meta.url),
    databaseUrl === null ? [mode, dataDir] : [mode, dataDir, databaseUrl],
    { env: { ...process.env, ...env } },
  );
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
      ]);
      const result = await hear<LoadResult>(load);
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
