import { canInstallPackages, installPackages, isOnPath } from './debian.mjs';
import { tryStep } from './step.mjs';

/** Some fault tests compile a library that makes the disk fail, others mount a file system of their own or run a pooler. */
const packages = new Map([
  ['cc', ['gcc', 'libc6-dev']],
  ['mkfs.ext4', ['e2fsprogs']],
  ['mount', ['mount']],
  ['pgbouncer', ['pgbouncer']],
]);

/** Installs what the fault tests need, where that needs no password; without it those tests are skipped. */
export async function ensureFaultTools() {
  const missing = [...packages].flatMap(([command, names]) => (isOnPath(command) ? [] : names));
  if (missing.length === 0 || !canInstallPackages()) return;
  await tryStep(`Installing what the fault tests need: ${missing.join(', ')} (apt-get)`, () =>
    installPackages(missing),
  );
}
