import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNamed, findOnPath } from './debian.mjs';

/** The browser engines beside Chromium that the tests in test/engines run in. */
export const engines = {
  firefox: { label: 'Firefox', packages: ['firefox-esr'], find: findFirefox },
  webkit: { label: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
};

/** Where distributions keep the programs of WebKitGTK, in a folder for each version of its interface. */
const webkitFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/libexec'];

/**
 * The Firefox that `FIREFOX_PATH` names, or one on the PATH.
 *
 * @throws StepError when `FIREFOX_PATH` names a file that does not exist
 */
export function findFirefox(): { firefox: string } | null {
  const firefox = findNamed('FIREFOX_PATH') ?? findOnPath('firefox-esr') ?? findOnPath('firefox');
  const runs = firefox !== null && spawnSync(firefox, ['--version'], { stdio: 'ignore' }).status === 0;
  return runs ? { firefox } : null;
}

/** WebKitGTK's browser and its driver, and the display that it draws on. */
export function findWebKit(): { driver: string; browser: string; xvfb: string } | null {
  const driver = findOnPath('WebKitWebDriver');
  const browser = findMiniBrowser();
  const xvfb = findOnPath('Xvfb');
  return driver && browser && xvfb ? { driver, browser, xvfb } : null;
}

/** It comes with the library and is not on the PATH. */
function findMiniBrowser(): string | undefined {
  return webkitFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => /webkit2?gtk-[\d.]+$/.test(folder))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}
