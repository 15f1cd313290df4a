import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findNamed, findOnPath, installMissing } from './debian.mjs';
import { run, toolEnv, tryStep } from './step.mjs';

const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without its windows. A test page costs a third of the processor time that it costs in the full browser. */
const headlessShell = 'chromium-headless-shell';

/**
 * A Chromium of this machine, as visitors have it: the one `CHROMIUM_PATH` names, one on the PATH, or Playwright's.
 *
 * @returns {Promise<string | null>} path of the executable
 * @throws StepError when `CHROMIUM_PATH` names a file that does not exist
 */
export const findChromium = () => find([...fullBrowsers, headlessShell]);

/**
 * The browser of the tests: like `findChromium`, but the headless shell comes first.
 *
 * @returns {Promise<string | null>} path of the executable
 * @throws StepError when `CHROMIUM_PATH` names a file that does not exist
 */
export const findTestChromium = () => find([headlessShell, ...fullBrowsers]);

/** @param {readonly string[]} commands */
async function find(commands) {
  const found = findNamed('CHROMIUM_PATH') ?? commands.map(findOnPath).find((path) => path !== null);
  if (found) return found;
  const { chromium } = await import('playwright-core');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** The Debian package that brings the browser of the tests. */
export const chromiumPackages = [headlessShell];

/**
 * Like `findTestChromium`; installs the headless shell where that needs no password, and downloads
 * Playwright's Chromium where there is none at all.
 *
 * @returns {Promise<string | null>} null when there is none that runs
 */
export async function ensureTestChromium() {
  await installMissing([
    {
      label: 'a headless Chromium',
      packages: chromiumPackages,
      find: () => findNamed('CHROMIUM_PATH') ?? findOnPath(headlessShell),
    },
  ]);
  if ((await findTestChromium()) === null) {
    await tryStep("Downloading Chromium for the tests (Playwright's)", () =>
      run('playwright', ['install', 'chromium'], { env: toolEnv() }),
    );
  }
  const path = await findTestChromium();
  return path !== null && runs(path) ? path : null;
}

/**
 * Playwright's download needs libraries of the system, which may be missing.
 *
 * @param {string} path
 */
function runs(path) {
  const { status, stderr } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' });
  if (status !== 0) console.log(`${path} does not run: ${stderr.trim().split('\n')[0]}`);
  return status === 0;
}
