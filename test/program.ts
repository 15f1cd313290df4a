import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodePath } from '../scripts/node-binary.mjs';
import { bundleProgram } from './bundle.ts';
import { writeNoSettings } from './no-settings.ts';

const root = path.dirname(import.meta.dirname);
/** A start is much of what a test costs. Node checks what it compiled against the sources. */
export const compileCache = path.join(root, '.cache', 'compile');
const ofProcess = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache };
const startTimeoutMs = 60_000;
const stopTimeoutMs = 15_000;

export type RunningProgram = Awaited<ReturnType<typeof startProgram>>;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts the server as a process of its own, on a free port and an empty store, with nothing of this environment but
 * `env`; resolves once it is up. It ends with its scope, by SIGKILL.
 *
 * @param release folder of another release of the program
 * @throws Error with what it wrote, when it ends before
 */
export async function startProgram(env: Record<string, string> = {}, release?: string) {
  const { child, folder, settings, output, exited } = await spawnProgram(env, release);
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The program did not start in time:\n${output()}`));
    }, startTimeoutMs);
    const look = () => {
      const started = /Address\s+http:\/\/\S*?:(\d+).*Console {2}/s.exec(output());
      if (started === null) return;
      clearTimeout(timer);
      resolve(Number(started[1]));
    };
    child.stdout.on('data', look);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The program ended with ${code} before it was up:\n${output()}`));
    });
  });
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    /** Of its console; null: `ADMIN_PORT` is off, as it is by default here. */
    consoleUrl: /Console {2}(http:\S+)/.exec(output())?.[1] ?? null,
    pid: child.pid as number,
    /** It was started in it, and has its embedded store there unless `DATA_DIR` is set. It ends with the program. */
    folder,
    /** All that it has written to its two outputs. */
    output,
    /** Its exit code, or the signal that ended it. */
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    /** Resolves as `exited`. */
    kill,
    /** SIGTERM; resolves as `exited`. */
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      const code = await kill('SIGTERM');
      clearTimeout(timer);
      return code;
    },
    /** Runs `npm run waitlist -- …` with the settings of the program; resolves to what it prints. */
    run: async (...argv: readonly string[]) => (await runCommand(argv, settings, folder)).stdout,
    async [Symbol.asyncDispose]() {
      await kill('SIGKILL');
    },
  };
}

/**
 * Runs `npm run waitlist -- …` as a process of its own, with nothing of this environment but `env`.
 *
 * @throws Error with its exit code and what it printed, when it fails
 */
export async function runCommand(
  argv: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<{ stdout: string; stderr: string }> {
  const { cli } = await bundleProgram();
  return promisify(execFile)(nodePath, [cli, ...argv], { cwd, env: { ...ofProcess, ...env } });
}

/** For a start that fails: resolves to how it ended. */
export async function runProgramToItsEnd(
  env: Record<string, string>,
): Promise<{ code: number | NodeJS.Signals; output: string }> {
  const { child, output, exited } = await spawnProgram(env);
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const code = await exited;
  clearTimeout(timer);
  return { code, output: output() };
}

async function spawnProgram(env: Record<string, string>, release?: string) {
  const main = release === undefined ? (await bundleProgram()).server : path.join(release, 'server/main.ts');
  const folder = await mkdtemp(path.join(tmpdir(), 'entree-program-'));
  await writeNoSettings(folder);
  const settings = {
    PORT: '0',
    ADMIN_PORT: 'off',
    DATA_DIR: folder,
    // Each submission of a load comes from a network of its own (`faults/load.ts`), so that the limits refuse none.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const child = spawn(nodePath, [main], {
    cwd: folder,
    env: { ...ofProcess, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exited = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => {
    running.delete(child);
    rmSync(folder, { recursive: true, force: true });
    return code ?? signal;
  });
  return { child, folder, settings, output: () => output, exited };
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
