import { existsSync } from 'node:fs';
import { canInstallPackages, findOnPath, installPackage } from './debian.mjs';
import { run, StepError, step, toolEnv } from './step.mjs';

/**
 * A Chromium of this machine: the one `CHROMIUM_PATH` names, one on the PATH, or Playwright's own.
 *
 * @returns {Promise<string | null>} path of the executable
 * @throws StepError when `CHROMIUM_PATH` names nothing
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (existsSync(named)) return named;
    throw new StepError(`CHROMIUM_PATH names ${named}, which is not there. Correct it or leave it unset.`);
  }
  for (const command of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const path = findOnPath(command);
    if (path !== null) return path;
  }
  const { chromium } = await import('playwright-core');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/**
 * Like `findChromium`; installs one when there is none.
 *
 * @returns {Promise<string | null>} null when none could be had
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found !== null) return found;
  try {
    if (canInstallPackages()) {
      await step('Installing Chromium for the browser tests (apt-get)', () => installPackage('chromium'));
    } else {
      await step("Downloading Chromium for the browser tests (Playwright's)", () =>
        run('playwright', ['install', 'chromium'], { env: toolEnv() }),
      );
    }
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log(error.message);
  }
  return findChromium();
}
