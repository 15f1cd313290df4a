import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findNamed, findOnPath, installMissing } from './debian.mjs';
import { run, toolEnv, tryStep } from './step.mjs';

const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its windows. A test page costs a third of the processor time that it costs in the full browser. */
const headlessShell = 'chromium-headless-shell';

/**
 * The executable of a Chromium of this machine, as visitors have it: the one `CHROMIUM_PATH` names, one on the PATH, or
 * Playwright's; null: there is none.
 *
 * @throws StepError when `CHROMIUM_PATH` names a file that does not exist
 */
export const findChromium = () => find([...fullBrowsers, headlessShell]);

/** The browser of the tests: like `findChromium`, but the headless shell comes first. */
export const findTestChromium = () => find([headlessShell, ...fullBrowsers]);

function find(commands: readonly string[]): string | null {
  const found = findNamed('CHROMIUM_PATH') ?? commands.map(findOnPath).find((path) => path !== null);
  if (found) return found;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** The Debian package that brings the browser of the tests. */
export const chromiumPackages = [headlessShell];

/**
 * Like `findTestChromium`; installs the headless shell where that needs no password, and downloads
 * Playwright's Chromium where there is none at all. null: there is none that runs.
 */
export async function ensureTestChromium(): Promise<string | null> {
  await installMissing([
    {
      label: 'a headless Chromium',
      packages: chromiumPackages,
      find: () => findNamed('CHROMIUM_PATH') ?? findOnPath(headlessShell),
    },
  ]);
  if (findTestChromium() === null) {
    await tryStep("Downloading Chromium for the tests (Playwright's)", () =>
      run('playwright', ['install', 'chromium'], { env: toolEnv() }),
    );
  }
  const path = findTestChromium();
  return path !== null && runs(path) ? path : null;
}

/** Playwright's download needs libraries of the system, which may be missing. */
function runs(path: string): boolean {
  const { status, stderr } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' });
  if (status !== 0) console.log(`${path} does not run: ${stderr.trim().split('\n')[0]}`);
  return status === 0;
}
