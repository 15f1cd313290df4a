import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '#test/program.ts';
import type { EngineOptions } from './engine.ts';

const startTimeoutMs = 30_000;
/** Larger than any window of the tests. */
const screen = '2100x1400x24';

interface RunningDriver {
  driverUrl: string;
  /** What the driver and the browser have printed, and what the processes of WebKit on this machine do. */
  report(): string;
  /** Ends the driver and the display. */
  end(): Promise<void>;
}

/**
 * WebKitWebDriver with a home and a display of its own.
 *
 * @param programs paths of the executables
 */
export async function startWebKitDriver(
  programs: { driver: string; xvfb: string },
  { lessMotion }: EngineOptions,
): Promise<RunningDriver> {
  const home = await makeHome(lessMotion);
  const display = await startDisplay(programs.xvfb);
  const port = await findFreePort();
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      HOME: home,
      XDG_CONFIG_HOME: home,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // Without a graphics card, compositing in layers takes five times the processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // Its sandbox does not start for root, nor in most containers. Only pages of the tests are opened.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [driver.stdout, driver.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // Without its display the browser ends, too.
  const endAtExit = () => {
    driver.kill('SIGKILL');
    display.process.kill('SIGKILL');
  };
  process.once('exit', endAtExit);
  const driverUrl = `http://127.0.0.1:${port}`;
  await untilReady(driverUrl, driver, () => output);
  return {
    driverUrl,
    report: () => `${output}\n${listProcesses()}`,
    async end() {
      await endProcess(driver);
      await endProcess(display.process);
      process.off('exit', endAtExit);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A home with the one setting that says how much motion this visitor wants. */
async function makeHome(lessMotion: boolean): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'entree-webkit-'));
  await mkdir(path.join(home, 'gtk-3.0'));
  await writeFile(
    path.join(home, 'gtk-3.0', 'settings.ini'),
    `[Settings]\ngtk-enable-animations=${lessMotion ? 0 : 1}\n`,
  );
  // The browser's own buttons would keep its window from becoming as narrow as a phone.
  await writeFile(
    path.join(home, 'gtk-3.0', 'gtk.css'),
    '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }',
  );
  return home;
}

/** A display in memory, under the first number that is free. */
async function startDisplay(xvfb: string): Promise<{ name: string; process: ChildProcess }> {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = child.stdio[3];
  if (!number) throw new Error('Xvfb has no pipe for its number.');
  const [chunk] = await Promise.race([
    once(number, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('Xvfb ended at its start.');
    }),
  ]);
  return { name: `:${String(chunk).trim()}`, process: child };
}

async function untilReady(url: string, driver: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline && driver.exitCode === null) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`WebKitWebDriver was not ready within ${startTimeoutMs} ms:\n${output()}`);
}

/** With state, what the kernel waits for, and processor time: a process that hangs is told from one that has ended. */
function listProcesses(): string {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid,stat,wchan:20,etime,time,args'], { encoding: 'utf8' });
  const lines = stdout?.split('\n') ?? [];
  return lines.filter((line, index) => index === 0 || /WebKit|MiniBrowser/.test(line)).join('\n');
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
