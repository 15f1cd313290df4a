import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from '#test/bundle.ts';
import { writeNoSettings } from '#test/no-settings.ts';
import { compileCache } from '#test/program.ts';

const startTimeoutMs = 30_000;

export interface ServerProcess {
  url: string;
  /** Of its console; null: `ADMIN_PORT` is off, as it is by default here. */
  consoleUrl: string | null;
  pid: number;
  /** Its exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
  hasExited(): boolean;
  /** Everything it has written so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
}

export interface ServerExit {
  code: number | NodeJS.Signals;
  output: string;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts `server/main.ts` on a free port, without the settings of this machine.
 * @param release folder of another release of the program
 */
export async function startServer(env: Record<string, string>, release?: string): Promise<ServerProcess> {
  const { child, output, exited } = await spawnServer(env, release);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start in time:\n${output()}`));
    }, startTimeoutMs);
    const look = () => {
      const port = /Address\s+http:\/\/localhost:(\d+)/.exec(output())?.[1];
      if (port === undefined || !output().includes('Slack  ')) return;
      clearTimeout(timer);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', look);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code} before it was up:\n${output()}`));
    });
  });
  return {
    url,
    consoleUrl: /Console {2}(http:\S+)/.exec(output())?.[1] ?? null,
    pid: child.pid as number,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    output,
    kill: (signal) => void child.kill(signal),
  };
}

/** For a start that fails: resolves to how it ended. */
export async function runServerToItsEnd(env: Record<string, string>): Promise<ServerExit> {
  const { child, output, exited } = await spawnServer(env);
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const code = await exited;
  clearTimeout(timer);
  return { code, output: output() };
}

async function spawnServer(env: Record<string, string>, release?: string) {
  const main = release === undefined ? (await bundleProgram()).server : join(release, 'server/main.ts');
  const cwd = mkdtempSync(join(tmpdir(), 'entree-server-'));
  await writeNoSettings(cwd);
  const child = spawn(process.execPath, [main], {
    cwd,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ADMIN_PORT: 'off',
      DATA_DIR: join(cwd, 'data'),
      // Each submission comes from a network of its own (`load.ts`), so that the limits are on and refuse none.
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  const exited = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => {
    running.delete(child);
    rmSync(cwd, { recursive: true, force: true });
    return code ?? signal;
  });
  return { child, output: () => said, exited };
}
