import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, findOnPath, installPackages } from './debian.mjs';
import { StepError, tryStep } from './step.mjs';

/**
 * The browser engines beside Chromium that the tests in test/engines run in.
 *
 * @typedef {keyof typeof engines} EngineName
 */
export const engines = {
  firefox: { label: 'Firefox', packages: ['firefox-esr'], find: findFirefox },
  webkit: { label: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
};

/** Where distributions keep the programs of WebKitGTK, in a folder for each version of its interface. */
const webkitFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/libexec'];

/**
 * The Firefox that `FIREFOX_PATH` names, or one on the PATH.
 *
 * @returns {{ firefox: string } | null}
 * @throws StepError when `FIREFOX_PATH` names a file that does not exist
 */
export function findFirefox() {
  const named = process.env['FIREFOX_PATH'];
  if (named && !existsSync(named)) {
    throw new StepError(`FIREFOX_PATH is ${named}, which does not exist. Correct it or leave it unset.`);
  }
  const firefox = named || (findOnPath('firefox-esr') ?? findOnPath('firefox'));
  return firefox && runs(firefox) ? { firefox } : null;
}

/**
 * WebKitGTK's browser and its driver, and the display that it draws on.
 *
 * @returns {{ driver: string, browser: string, xvfb: string } | null}
 */
export function findWebKit() {
  const driver = findOnPath('WebKitWebDriver');
  const browser = findMiniBrowser();
  const xvfb = findOnPath('Xvfb');
  return driver && browser && xvfb ? { driver, browser, xvfb } : null;
}

/** It comes with the library and is not on the PATH. */
function findMiniBrowser() {
  return webkitFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => /webkit2?gtk-[\d.]+$/.test(folder))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/** @param {string} path */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs the engines that are missing, where that needs no password.
 *
 * @returns {Promise<EngineName[]>} the engines that are still missing
 */
export async function ensureEngines() {
  const findMissing = () =>
    /** @type {EngineName[]} */ (Object.keys(engines)).filter((name) => engines[name].find() === null);
  const missing = findMissing();
  if (missing.length === 0 || !canInstallPackages()) return missing;
  const labels = missing.map((name) => engines[name].label).join(' and ');
  await tryStep(`Installing ${labels} for the browser tests (apt-get)`, () =>
    installPackages(missing.flatMap((name) => engines[name].packages)),
  );
  return findMissing();
}
