import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleProgram } from './bundle.ts';
import { writeNoSettings } from './no-settings.ts';

const root = path.dirname(import.meta.dirname);
/** A start is much of what a test costs. Node checks what it compiled against the sources. */
export const compileCache = path.join(root, '.cache', 'compile');
const startWithinMs = 30_000;
const stopWithinMs = 15_000;

export interface RunningProgram {
  url: string;
  port: number;
  pid: number;
  /** Of the embedded store, and the folder that it was started in. */
  folder: string;
  /** All that it has written to its two outputs. */
  output(): string;
  /** Null while it runs. */
  exitCode(): number | null;
  /** SIGTERM; resolves to the exit code, and removes the folder. */
  stop(): Promise<number | null>;
}

/** The server as a process of its own, on a store of its own, with nothing of this environment but `env`. */
export async function startProgram(env: Record<string, string> = {}): Promise<RunningProgram> {
  const { server } = await bundleProgram();
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-program-'));
  await writeNoSettings(folder);
  const child = spawn(process.execPath, [server], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PORT: 'off',
      DATA_DIR: folder,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const endAtExit = () => child.kill('SIGKILL');
  process.once('exit', endAtExit);
  let output = '';
  const started = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const address = /Address\s+http:\/\/\S*?:(\d+)/.exec(output)?.[1];
      if (address !== undefined) started.resolve(address);
    });
  }

  async function stop(): Promise<number | null> {
    process.off('exit', endAtExit);
    const kill = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    clearTimeout(kill);
    await rm(folder, { recursive: true, force: true });
    return child.exitCode;
  }

  const late = setTimeout(() => started.reject(new Error(`It did not start:\n${output}`)), startWithinMs);
  void exited.then(() => started.reject(new Error(`It ended:\n${output}`)));
  try {
    const port = Number(await started.promise);
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      pid: child.pid ?? 0,
      folder,
      output: () => output,
      exitCode: () => child.exitCode,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/**
 * A port that nothing listened on a moment ago. It is below those that systems give to connections and to port 0
 * (Linux: from 32768), so that no other test gets it meanwhile.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(10_240, 32_768);
  const server = createServer();
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  try {
    await listening;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return findFreePort();
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return port;
}
